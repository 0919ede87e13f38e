/** Containment that the reference model can never fulfil, and how it was probably meant to be bracketed. */
import { isA, rmClass } from '../../rm/index.ts'
import { canHold } from '../containing-classes.ts'
import { isInEhrs, isInParties, isOfParties } from '../parties.ts'
import { printContainment } from '../syntax/print.ts'
import type { ClassExpression, Containment, VersionExpression } from '../syntax/tree.ts'
import type { Note } from './path.ts'

type Source = ClassExpression | VersionExpression

const nameOf = (source: Source): string => (source.kind === 'class' ? source.name : 'VERSION')

const isSource = (containment: Containment): containment is Source => !('operands' in containment)

/** The documents that a query is about: those of EHRs, or parties. */
interface Documents {
  readonly has: (name: string) => boolean
  /** The part of a sentence that names the owner of all documents. */
  readonly owner: 'EHR' | 'party'
}

const OF_EHRS: Documents = { has: isInEhrs, owner: 'EHR' }
const OF_PARTIES: Documents = { has: isInParties, owner: 'party' }

/** True when an object of one class can be inside one of another. A folder contains what it refers to as well. */
function fits(inner: string, outer: string, { has }: Documents): boolean {
  if (inner === 'EHR') return false
  if (inner === 'VERSION') return outer === 'EHR' || isA('FOLDER', outer)
  if (outer === 'EHR' || outer === 'VERSION') return has(inner)
  return canHold(outer, inner) || (isA('FOLDER', outer) && isInEhrs(inner))
}

const known = new Map<string, boolean>()

function canContain(outer: string, inner: string, documents: Documents): boolean {
  const key = `${documents.owner} ${outer} ${inner}`
  const found = known.get(key) ?? fits(inner, outer, documents)
  known.set(key, found)
  return found
}

interface Misplaced {
  readonly inner: Source
  /** Absent where nothing stands above it: then it is looked for in EHRs. */
  readonly outer: Source | undefined
}

/** Every class that cannot be inside the one right above it. */
function misplacedIn(from: Containment, documents: Documents, outer?: Source): readonly Misplaced[] {
  if (!isSource(from)) return from.operands.flatMap(operand => misplacedIn(operand, documents, outer))
  const below = from.contains ? misplacedIn(from.contains.what, documents, from) : []
  return isMisplaced(from, documents, outer) ? [{ inner: from, outer }, ...below] : below
}

function isMisplaced(inner: Source, documents: Documents, outer: Source | undefined): boolean {
  const name = nameOf(inner)
  // Classes that nobody knows are another finding.
  if (!rmClass(name) || (outer && !rmClass(nameOf(outer)))) return false
  if (!outer) return name !== 'EHR' && name !== 'VERSION' && !documents.has(name)
  return !canContain(nameOf(outer), name, documents)
}

export function checkPlacement(from: Containment, note: Note): void {
  const documents = isOfParties(from) ? OF_PARTIES : OF_EHRS
  const misplaced = misplacedIn(from, documents)
  if (misplaced.length === 0) return
  const meant = bracketed(from, documents)
  for (const [at, { inner, outer }] of misplaced.entries()) {
    const hint = at === 0 && meant !== undefined ? ` (probably meant: FROM ${meant})` : ''
    note(inner.at, 'aql.class.place', sentence(inner, outer, documents) + hint)
  }
}

function sentence(inner: Source, outer: Source | undefined, { owner }: Documents): string {
  const name = nameOf(inner)
  if (!outer) return `no ${owner} contains ${article(name)}`
  if (name === 'EHR') return 'nothing contains an EHR'
  if (nameOf(outer) === 'EHR' && isInParties(name))
    return `an EHR never contains ${article(name)}: parties are in no EHR`
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
function bracketed(from: Containment, documents: Documents): string | undefined {
  const settled = settle(from, documents)
  const meant = isSource(settled) || documents === OF_PARTIES ? settled : inEhr(settled)
  if (misplacedIn(meant, documents).length > 0) return undefined
  const text = printContainment(meant)
  return text.length > MOST_CHARACTERS ? undefined : text
}

const inEhr = (what: Containment): ClassExpression => ({
  kind: 'class',
  at: what.at,
  name: 'EHR',
  contains: { kind: 'contains', at: what.at, negated: false, what },
})

function settle(from: Containment, documents: Documents): Containment {
  const settled = (containment: Containment) => settle(containment, documents)
  if (!isSource(from)) return joined(from.kind, from.operands.map(settled)) ?? from
  const { contains, ...own } = from
  if (!contains) return from
  const what = settled(contains.what)
  const kind = what.kind === 'containsAny' ? what.kind : 'containsAll'
  const operands = isSource(what) ? [what] : what.operands
  const isIn = (operand: Containment): boolean =>
    isSource(operand) ? !isMisplaced(operand, documents, from) : operand.operands.every(isIn)
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
