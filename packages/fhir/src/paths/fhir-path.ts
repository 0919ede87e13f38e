/** FHIR paths of mappings: the part of FHIRPath that can be read and written, so that every path ends in linear time. */
import { typeNamed } from '../r4/structure.ts'

type FhirStart = 'resource' | 'fhirRoot' | 'relative'

export type FhirStep =
  | { readonly kind: 'element'; readonly name: string }
  /** `as(Type)` and `ofType(Type)`. */
  | { readonly kind: 'as'; readonly type: string }
  | { readonly kind: 'where'; readonly path: readonly FhirStep[]; readonly value: string }
  | { readonly kind: 'index'; readonly at: number }
  | { readonly kind: 'resolve' }
  /** `^`: the parent. */
  | { readonly kind: 'parent' }

export interface FhirPath {
  readonly text: string
  readonly start: FhirStart
  readonly steps: readonly FhirStep[]
}

/** A sentence that says what is wrong with a path. */
export class PathFault extends Error {}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*(\[x\])?/

export function parseFhirPath(text: string): FhirPath {
  let rest = text.trim()
  let start: FhirStart = 'relative'
  const variable = /^\$(\w+)/.exec(rest)
  if (variable) {
    start = startNamed(variable[1] ?? '', text)
    rest = rest.slice(variable[0].length)
  }
  return { text, start, steps: stepsIn(rest, text) }
}

function startNamed(name: string, text: string): FhirStart {
  const lower = name.toLowerCase()
  if (lower === 'resource') return 'resource'
  if (lower === 'fhirroot') return 'fhirRoot'
  throw new PathFault(`The FHIR path "${text}" starts with $${name}, which is not $resource or $fhirRoot`)
}

function stepsIn(text: string, whole: string): readonly FhirStep[] {
  const steps: FhirStep[] = []
  let rest = text
  while (rest !== '') {
    if (rest.startsWith('^')) {
      steps.push({ kind: 'parent' })
      rest = rest.slice(1)
      continue
    }
    const index = /^\[(\d{1,6})\]/.exec(rest)
    if (index) {
      steps.push({ kind: 'index', at: Number(index[1]) })
      rest = rest.slice(index[0].length)
      continue
    }
    if (rest.startsWith('.')) rest = rest.slice(1)
    const name = NAME.exec(rest)?.[0]
    if (name === undefined)
      throw new PathFault(`The FHIR path "${whole}" has no element name before "${rest}"`)
    rest = rest.slice(name.length)
    if (rest.startsWith('(')) {
      const end = closingBracket(rest, whole)
      steps.push(...functionSteps(name, rest.slice(1, end).trim(), whole))
      rest = rest.slice(end + 1)
    } else steps.push({ kind: 'element', name: name.replace(/\[x\]$/, '') })
  }
  return steps
}

function closingBracket(text: string, whole: string): number {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === "'") quoted = !quoted
    else if (quoted) continue
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return at
  }
  throw new PathFault(`The FHIR path "${whole}" has a bracket that is not closed`)
}

const COMPARISON = /^(.+?)\s*=\s*(?:'([^']*)'|"([^"]*)"|([\w.-]+))$/

const EXTENSION: FhirStep = { kind: 'element', name: 'extension' }

function functionSteps(name: string, argument: string, whole: string): readonly FhirStep[] {
  switch (name) {
    case 'as':
    case 'ofType':
      return [{ kind: 'as', type: typeNamed(argument) }]
    case 'resolve':
      return [{ kind: 'resolve' }]
    case 'first':
      return [{ kind: 'index', at: 0 }]
    case 'last':
      return [{ kind: 'index', at: -1 }]
    case 'extension':
      return [
        EXTENSION,
        { kind: 'where', path: [{ kind: 'element', name: 'url' }], value: unquoted(argument) },
      ]
    case 'where': {
      const [, path = '', single, double, bare] = COMPARISON.exec(argument) ?? []
      if (path === '')
        throw new PathFault(`where(${argument}) in the FHIR path "${whole}" is not path = 'text'`)
      return [{ kind: 'where', path: stepsIn(path.trim(), whole), value: single ?? double ?? bare ?? '' }]
    }
    default:
      throw new PathFault(
        `The function ${name}() in the FHIR path "${whole}" cannot be mapped: use as, ofType, where, extension, resolve, first or last`,
      )
  }
}

const unquoted = (text: string): string => text.replace(/^(['"])(.*)\1$/, '$2')
