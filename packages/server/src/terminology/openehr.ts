/** openEHR's own terminology as a service: its groups as value sets, its codes, their rubrics. */
import type { TerminologyAnswer } from '@cairn-ehr/openehr/aql'
import { rubricOf, terminologyGroup, terminologyGroups } from '@cairn-ehr/openehr/rm'
import { Refusal } from '../refusal/index.ts'
import type { Operation } from './question.ts'

const TERMINOLOGY = 'openehr'

const invalid = (message: string) => new Refusal('aql.invalid', message)

/** `group=setting`, or a URI that ends in the name, or the name alone. */
function groupIn(parameters: URLSearchParams): string | undefined {
  const [bare] = parameters.keys()
  const named =
    parameters.get('group') ??
    parameters
      .get('url')
      ?.split(/[/#:=]/)
      .at(-1) ??
    (parameters.size === 1 && parameters.get(bare ?? '') === '' ? bare : undefined)
  return named?.replaceAll('_', ' ').replaceAll('%20', ' ')
}

function codesOf(parameters: URLSearchParams): ReadonlyMap<string, string> {
  const name = groupIn(parameters)
  if (name === undefined) throw invalid('openEHR\'s terminology needs a group, such as "group=setting".')
  const group = terminologyGroup(name)
  if (group.size > 0) return group
  throw invalid(`openEHR's terminology has no group "${name}"; it has ${terminologyGroups().join(', ')}.`)
}

function needed(parameters: URLSearchParams, name: string): string {
  const value = parameters.get(name)
  if (value) return value
  throw invalid(`openEHR's terminology was asked without "${name}".`)
}

const ANSWERS: Readonly<Record<Operation, (parameters: URLSearchParams) => TerminologyAnswer>> = {
  expand: parameters => [...codesOf(parameters).keys()].map(code => ({ terminology: TERMINOLOGY, code })),
  validate: parameters => {
    const code = needed(parameters, 'code')
    return groupIn(parameters) === undefined ? rubricOf(code) !== undefined : codesOf(parameters).has(code)
  },
  lookup: parameters => rubricOf(needed(parameters, 'code')) ?? null,
  // Its groups are flat.
  subsumes: parameters => needed(parameters, 'codeA') === needed(parameters, 'codeB'),
  map: () => {
    throw invalid("openEHR's terminology maps to no other.")
  },
}

export const askOpenehr = (operation: Operation, parameters: URLSearchParams): TerminologyAnswer =>
  ANSWERS[operation](parameters)
