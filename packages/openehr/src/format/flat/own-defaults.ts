/** The values that reading gives to attributes of a structure for which there is no key. */
import { rmClass } from '../../rm/index.ts'
import type { RmStep } from '../../template/index.ts'
import { FILLINGS, type Filling } from './context.ts'
import type { Frame } from './plan.ts'
import { fixedBy, identityOf } from './structure.ts'

type Fill = (filling: Filling) => unknown

/** By attribute: what fills it, the last that gives a value first. */
export type OwnDefaults = ReadonlyMap<string, readonly Fill[]>

const known = new WeakMap<Frame | RmStep, Map<string, OwnDefaults>>()

/** The defaults of a class at a node of the template, put together once. */
export function ownDefaults(frame: Frame, step: RmStep | undefined, type: string): OwnDefaults {
  const key = step ?? frame
  const byType = known.get(key) ?? new Map<string, OwnDefaults>()
  known.set(key, byType)
  const found = byType.get(type) ?? makeDefaults(frame, step, type)
  byType.set(type, found)
  return found
}

function makeDefaults(frame: Frame, step: RmStep | undefined, type: string): OwnDefaults {
  const { attributes, ancestors } = rmClass(type) ?? {}
  const defaults = new Map<string, Fill[]>()
  const add = (attribute: string, fill: Fill): void => {
    if (attributes?.has(attribute) !== true) return
    defaults.set(attribute, [fill, ...(defaults.get(attribute) ?? [])])
  }
  for (const [attribute, value] of fixedBy(frame, type)) add(attribute, () => value)
  for (const ancestor of ancestors ?? [])
    for (const [attribute, fill] of Object.entries(FILLINGS[ancestor] ?? {})) add(attribute, fill)
  for (const [attribute, value] of identityOf(step, type)) add(attribute, () => value)
  return defaults
}

/** The default of an attribute; undefined where it has none. */
export function defaultOf(defaults: OwnDefaults, attribute: string, filling: Filling): unknown {
  for (const fill of defaults.get(attribute) ?? []) {
    const value = fill(filling)
    if (value !== undefined) return value
  }
  return undefined
}
