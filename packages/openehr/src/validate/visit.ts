/**
 * The position of a validator in the data, and its violations. One mutable object per call: nothing is allocated on the way
 * down, and a path is written only when something is wrong.
 */
import { attributesOf, memberPredicates, type Rm, type RmObject } from '../rm/index.ts'
import type { Violation } from './violation.ts'

/** Objects nested deeper than this are refused: real records stay under 40, and the call stack is finite. */
export const MAX_DEPTH = 400

/** A bound for the memory that hostile data may take; no person reads more. */
const MAX_VIOLATIONS = 10_000

export interface Visit {
  violations: Violation[]
  readonly incomplete: boolean
  depth: number
  /** The number of choices that are being tried inside one another. */
  trials: number
  /** Only `faults` are counted, and no path is written. */
  probing: boolean
  faults: number
  /** Per level: the object, the attribute of it, the list that stands there, if any, and the place in the list. */
  readonly objects: RmObject[]
  readonly attributes: string[]
  readonly lists: (readonly unknown[] | undefined)[]
  readonly positions: number[]
  /** The predicates of a list's members, made once: a list may be long and every member of it wrong. */
  readonly predicates: Map<readonly unknown[], readonly string[]>
}

/** Adds what is wrong with `value` to `visit.violations`. */
export type Check = (value: unknown, visit: Visit) => void

export const startVisit = (incomplete: boolean): Visit => ({
  violations: [],
  incomplete,
  depth: 0,
  trials: 0,
  probing: false,
  faults: 0,
  objects: [],
  attributes: [],
  lists: [],
  positions: [],
  predicates: new Map(),
})

export const isObject = (value: unknown): value is RmObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Fault = Pick<Violation, 'code' | 'expected' | 'found'>

/** Adds a violation at the value that is being visited. */
export const report = (visit: Visit, code: string, expected: string, found: string): void =>
  reportBelow(visit, '', { code, expected, found })

/** Adds a violation at a part of the value: `/value`, `[at0004]`. */
export const reportBelow = (visit: Visit, suffix: string, { code, expected, found }: Fault): void => {
  if (visit.probing) {
    visit.faults++
    return
  }
  if (visit.violations.length >= MAX_VIOLATIONS) {
    if (visit.violations.length === MAX_VIOLATIONS) visit.violations.push(TOO_MANY)
    return
  }
  const path = pathOf(visit) + suffix
  visit.violations.push({
    path: path === '' ? '/' : path,
    code,
    message: `Expected ${expected}, found ${found}`,
    found,
    expected,
  })
}

const TOO_MANY: Violation = {
  path: '/',
  code: 'violations.more',
  message: `More than ${MAX_VIOLATIONS} rules are broken; the others are not listed`,
  found: 'more',
  expected: `at most ${MAX_VIOLATIONS} violations to list`,
}

/** Runs `check` on its own list of violations, which it returns. */
export const attempt = (check: Check, value: unknown, visit: Visit): Violation[] => {
  const kept = visit.violations
  const tried: Violation[] = []
  visit.violations = tried
  check(value, visit)
  visit.violations = kept
  return tried
}

/** Grows with each violation, whether it is written or only counted. */
export const faultsSoFar = (visit: Visit): number => visit.violations.length + visit.faults

/** True when `check` finds nothing wrong. It writes no paths, which are most of the cost of a violation. */
export const passes = (check: Check, value: unknown, visit: Visit): boolean => {
  const { probing, faults } = visit
  visit.probing = true
  check(value, visit)
  const passed = visit.faults === faults
  visit.probing = probing
  visit.faults = faults
  return passed
}

const pathOf = (visit: Visit): string => {
  let path = ''
  for (let level = 1; level <= visit.depth; level++) {
    path += `/${visit.attributes[level]}${predicate(visit, level)}`
  }
  return path
}

const predicate = (visit: Visit, level: number): string => {
  const list = visit.lists[level]
  if (list === undefined) {
    const id = nodeIdOf(visit.objects[level]?.[visit.attributes[level] ?? ''])
    return id === undefined ? '' : `[${id}]`
  }
  let predicates = visit.predicates.get(list)
  if (predicates === undefined) {
    predicates = memberPredicates(list)
    visit.predicates.set(list, predicates)
  }
  return predicates[visit.positions[level] ?? 0] ?? ''
}

export const nodeIdOf = (value: unknown): string | undefined => {
  const id = attributesOf<Rm.Locatable>(value).archetype_node_id
  return typeof id === 'string' ? id : undefined
}

/** The text of a value in a message: short, and never a whole subtree. */
export const show = (value: unknown): string => {
  if (value === undefined || value === null) return 'nothing'
  if (typeof value === 'string') return value.length > 80 ? `'${value.slice(0, 80)}…'` : `'${value}'`
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (isObject(value)) return typeof value._type === 'string' ? value._type : 'an object without _type'
  return String(value)
}
