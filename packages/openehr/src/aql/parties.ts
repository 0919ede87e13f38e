/** Queries of parties: people, organisations, groups, agents and roles are versioned as documents are, but in no EHR. */
import { concreteTypes, isA, rmClass } from '../rm/index.ts'
import { holdersOf } from './containing-classes.ts'
import type { ClassExpression, Containment, VersionExpression } from './syntax/tree.ts'

/** Classes of the objects that an EHR keeps versions of; its attributes are references, which do not tell. */
const IN_EHRS = ['COMPOSITION', 'EHR_STATUS', 'FOLDER', 'EHR_ACCESS']

/** Classes of the objects that are versioned outside EHRs. */
export const PARTY_CLASSES: readonly string[] = concreteTypes('PARTY')

export const isInEhrs = (name: string): boolean => IN_EHRS.some(holdersOf(name))

export const isInParties = (name: string): boolean => PARTY_CLASSES.some(holdersOf(name))

/** Only of classes that the reference model has: holders of an unknown one may be anything. */
const isOfPartiesAlone = (name: string): boolean =>
  rmClass(name) !== undefined && isInParties(name) && !isInEhrs(name)

const classesIn = (from: Containment): readonly string[] => {
  if ('operands' in from) return from.operands.flatMap(classesIn)
  const own = from.kind === 'class' ? [from.name] : []
  return from.contains ? [...own, ...classesIn(from.contains.what)] : own
}

/** True if FROM has a class that only parties have, and no EHR. All other queries are about EHRs. */
export function isOfParties(from: Containment): boolean {
  const names = classesIn(from)
  return !names.includes('EHR') && names.some(isOfPartiesAlone)
}

type Source = ClassExpression | VersionExpression

/** The sources that stand in nothing else, except in a VERSION. */
function outermost(from: Containment): readonly Source[] {
  if ('operands' in from) return from.operands.flatMap(outermost)
  return from.kind === 'version' && from.contains ? outermost(from.contains.what) : [from]
}

/** The kinds of parties that a query of parties looks into. */
export function partiesAsked(from: Containment): readonly string[] {
  const names = outermost(from).map(source => (source.kind === 'class' ? source.name : 'PARTY'))
  return PARTY_CLASSES.filter(party => names.some(name => isA(party, name) || holdersOf(name)(party)))
}
