/** The values that reading gives to attributes of a structure for which there is no key. */
import { rmClass } from '../../../rm/index.ts'
import type { RmStep } from '../../../template/index.ts'
import type { Frame } from '../plan/plan.ts'
import { fixedBy, identityOf } from '../plan/structure.ts'
import { FILLINGS, type Filling } from '../read/context.ts'

type Fill = (filling: Filling) => unknown

/** The value that reading gives to an attribute where no key does. */
export interface OwnDefault {
  /** The same for all documents; undefined where there is none. */
  readonly constant: unknown
  /** It is the language of the composition, where that has one. */
  readonly isLanguage: boolean
}

/** By attribute, those alone that some document gives a value. */
export type OwnDefaults = ReadonlyMap<string, OwnDefault>

/** Stands for the language of any composition. */
const LANGUAGE = Symbol('language')

/** Data that are written say everything themselves: there is no context, and no time of reading. */
const NO_CONTEXT: Filling = { context: { stated: false }, now: '' }

/** The defaults of a class at a node of the template. */
export function ownDefaults(frame: Frame, step: RmStep | undefined, type: string): OwnDefaults {
  const defaults = new Map<string, OwnDefault>()
  for (const [attribute, fills] of fillsOf(frame, step, type)) {
    const constant = firstOf(fills, NO_CONTEXT)
    const isLanguage = firstOf(fills, { ...NO_CONTEXT, language: LANGUAGE }) === LANGUAGE
    if (isLanguage || constant !== undefined) defaults.set(attribute, { constant, isLanguage })
  }
  return defaults
}

/** By attribute: the functions that fill it, the last that gives a value first. */
function fillsOf(frame: Frame, step: RmStep | undefined, type: string): Map<string, readonly Fill[]> {
  const { attributes, ancestors } = rmClass(type) ?? {}
  const fills = new Map<string, readonly Fill[]>()
  const add = (attribute: string, fill: Fill): void => {
    if (attributes?.has(attribute) !== true) return
    fills.set(attribute, [fill, ...(fills.get(attribute) ?? [])])
  }
  for (const [attribute, value] of fixedBy(frame, type)) add(attribute, () => value)
  for (const ancestor of ancestors ?? [])
    for (const [attribute, fill] of Object.entries(FILLINGS[ancestor] ?? {})) add(attribute, fill)
  for (const [attribute, value] of identityOf(step, type)) add(attribute, () => value)
  return fills
}

function firstOf(fills: readonly Fill[], filling: Filling): unknown {
  for (const fill of fills) {
    const value = fill(filling)
    if (value !== undefined) return value
  }
  return undefined
}

/** The default for a composition of that language; undefined where it has none. */
export const defaultOf = (own: OwnDefault | undefined, language: unknown): unknown =>
  own?.isLanguage === true && language !== undefined ? language : own?.constant
