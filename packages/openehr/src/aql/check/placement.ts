/** Containment that the reference model can never fulfil, and how it was probably meant to be bracketed. */
import { isA, rmClass } from '../../rm/index.ts'
import { canHold, holdersOf } from '../containing-classes.ts'
import { printContainment } from '../syntax/print.ts'
import type { ClassExpression, Containment, VersionExpression } from '../syntax/tree.ts'
import type { Note } from './path.ts'

type Source = ClassExpression | VersionExpression

/** Classes of the objects that an EHR keeps versions of; its attributes are references, which do not tell. */
const VERSIONED = ['COMPOSITION', 'EHR_STATUS', 'FOLDER', 'EHR_ACCESS']

const nameOf = (source: Source): string => (source.kind === 'class' ? source.name : 'VERSION')

const isSource = (containment: Containment): containment is Source => !('operands' in containment)

const inDocuments = (name: string): boolean => VERSIONED.some(holdersOf(name))

/** True when an object of one class can be inside one of another. A folder contains what it refers to as well. */
function fits(inner: string, outer: string): boolean {
  if (inner === 'EHR') return false
  if (inner === 'VERSION') return outer === 'EHR' || isA('FOLDER', outer)
  if (outer === 'EHR' || outer === 'VERSION') return inDocuments(inner)
  return canHold(outer, inner) || (isA('FOLDER', outer) && inDocuments(inner))
}

const known = new Map<string, boolean>()

function canContain(outer: string, inner: string): boolean {
  const key = `${outer} ${inner}`
  const found = known.get(key) ?? fits(inner, outer)
  known.set(key, found)
  return found
}

interface Misplaced {
  readonly inner: Source
  /** Absent where nothing stands above it: then it is looked for in EHRs. */
  readonly outer: Source | undefined
}

/** Every class that cannot be inside the one right above it. */
function misplacedIn(from: Containment, outer?: Source): readonly Misplaced[] {
  if (!isSource(from)) return from.operands.flatMap(operand => misplacedIn(operand, outer))
  const below = from.contains ? misplacedIn(from.contains.what, from) : []
  return isMisplaced(from, outer) ? [{ inner: from, outer }, ...below] : below
}

function isMisplaced(inner: Source, outer: Source | undefined): boolean {
  const name = nameOf(inner)
  // Classes that nobody knows are another finding.
  if (!rmClass(name) || (outer && !rmClass(nameOf(outer)))) return false
  if (!outer) return name !== 'EHR' && name !== 'VERSION' && !inDocuments(name)
  return !canContain(nameOf(outer), name)
}

export function checkPlacement(from: Containment, note: Note): void {
  const misplaced = misplacedIn(from)
  if (misplaced.length === 0) return
  const meant = bracketed(from)
  for (const [at, { inner, outer }] of misplaced.entries()) {
    const hint = at === 0 && meant !== undefined ? ` (probably meant: FROM ${meant})` : ''
    note(inner.at, 'aql.class.place', sentence(inner, outer) + hint)
  }
}

function sentence(inner: Source, outer: Source | undefined): string {
  const name = nameOf(inner)
  if (!outer) return `no EHR contains ${article(name)}`
  if (name === 'EHR') return 'nothing contains an EHR'
  if (name === 'VERSION') return `a VERSION is not contained in ${nameOf(outer)}, but in an EHR or a FOLDER`
  return `${article(nameOf(outer))} never contains ${article(name)}`
}

const article = (name: string): string => `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`

/** A longer text is not read by anybody. */
const MOST_CHARACTERS = 500

/**
 * Everything after CONTAINS is read as one expression, so `EHR e CONTAINS COMPOSITION a CONTAINS OBSERVATION x AND COMPOSITION b` asks
 * for `b` inside `a`. Whatever cannot be there goes up to the nearest place where it can be.
 */
function bracketed(from: Containment): string | undefined {
  const settled = settle(from)
  const meant = isSource(settled) ? settled : inEhr(settled)
  if (misplacedIn(meant).length > 0) return undefined
  const text = printContainment(meant)
  return text.length > MOST_CHARACTERS ? undefined : text
}

const inEhr = (what: Containment): ClassExpression => ({
  kind: 'class',
  at: what.at,
  name: 'EHR',
  contains: { kind: 'contains', at: what.at, negated: false, what },
})

function settle(from: Containment): Containment {
  if (!isSource(from)) return joined(from.kind, from.operands.map(settle)) ?? from
  const { contains, ...own } = from
  if (!contains) return from
  const what = settle(contains.what)
  const kind = what.kind === 'containsAny' ? what.kind : 'containsAll'
  const operands = isSource(what) ? [what] : what.operands
  const isIn = (operand: Containment): boolean =>
    isSource(operand) ? !isMisplaced(operand, from) : operand.operands.every(isIn)
  const kept = joined(kind, operands.filter(isIn))
  const moved = contains.negated ? [] : operands.filter(operand => !isIn(operand))
  const source: Source =
    kept || contains.negated ? { ...own, contains: { ...contains, what: kept ?? what } } : own
  return joined(kind, [source, ...moved]) ?? source
}

/** AND inside AND is one AND. */
function joined(
  kind: 'containsAll' | 'containsAny',
  operands: readonly Containment[],
): Containment | undefined {
  const flat = operands.flatMap(each => (each.kind === kind ? each.operands : [each]))
  const [only, more] = flat
  return only && more ? { kind, at: only.at, operands: flat } : only
}
