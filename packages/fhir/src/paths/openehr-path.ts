/** openEHR paths of mappings: a variable, steps to the parent, and a path of the reference model. */
import { Problem } from '@cairn-ehr/openehr'
import { type Predicate, parsePath, type Step } from '@cairn-ehr/openehr/path'
import { PathFault } from './fhir-path.ts'

type OpenehrStart = 'composition' | 'archetype' | 'openehrRoot' | 'reference' | 'relative'

export interface OpenehrPath {
  readonly text: string
  readonly start: OpenehrStart
  /** `../`, each one step to the parent. */
  readonly ups: number
  readonly steps: readonly Step[]
}

const STARTS: Readonly<Record<string, OpenehrStart>> = {
  composition: 'composition',
  archetype: 'archetype',
  openehrroot: 'openehrRoot',
  reference: 'reference',
}

export function parseOpenehrPath(text: string): OpenehrPath {
  const joined = text.replace(/\s*\n\s*/g, '').trim()
  const variable = /^\$(\w+)/.exec(joined)
  const name = variable?.[1]?.toLowerCase() ?? ''
  const start = variable ? (Object.hasOwn(STARTS, name) ? STARTS[name] : undefined) : 'relative'
  if (start === undefined)
    throw new PathFault(
      `The openEHR path "${text}" starts with ${variable?.[0]}, which is not $archetype, $composition, $openehrRoot or $reference`,
    )
  let rest = joined.slice(variable?.[0].length ?? 0)
  let ups = 0
  for (; /^\/?\.\.(\/|$)/.test(rest); ups++) rest = rest.replace(/^\/?\.\.\/?/, '')
  return { text, start, ups, steps: stepsIn(rest.replace(/^\//, ''), text) }
}

function stepsIn(path: string, whole: string): readonly Step[] {
  if (path === '') return []
  try {
    // Published mappings write `_end_time`, the spelling of FLAT.
    return parsePath(path).steps.map(step => ({ ...step, attribute: step.attribute.replace(/^_/, '') }))
  } catch (error) {
    if (error instanceof Problem)
      throw new PathFault(`The openEHR path "${whole}" is malformed: ${error.message}`)
    throw error
  }
}

export interface StepIdentity {
  readonly id?: string
  readonly name?: string
}

/** The node id and the name that a predicate asks for: `[at0005 and name/value='Name']` or `[at0005, 'Name']`. */
export function identityOf(predicate: Predicate | undefined): StepIdentity {
  if (predicate === undefined) return {}
  switch (predicate.kind) {
    case 'node': {
      const id = predicate.id.kind === 'parameter' ? {} : { id: predicate.id.value }
      return predicate.name?.kind === 'literal' ? { ...id, name: String(predicate.name.value) } : id
    }
    case 'predicateAnd':
      return Object.assign({}, ...predicate.operands.map(identityOf)) as StepIdentity
    case 'value': {
      const [first] = predicate.path.steps
      return first?.attribute === 'name' && predicate.operand.kind === 'literal'
        ? { name: String(predicate.operand.value) }
        : {}
    }
    default:
      return {}
  }
}
