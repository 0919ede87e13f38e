/** The value indexes that a plan counts on, and those that it would have if they were there: for explain, and for suggestions. */
import { type IndexPart, type KnownIndexes, partOf } from '../../indexes/index.ts'
import type { PathKey } from './paths/value-key.ts'

/** A value that an index can be on, as an operator names it. */
export interface IndexableValue {
  readonly archetype: string
  readonly path: string
}

export interface IndexUse {
  /** True if there is such a part of an index; that it was asked for is noted. */
  has(key: PathKey, part: IndexPart): boolean
  /** One line for each index that the plan counts on. */
  used(): readonly string[]
  /** Values without an index of theirs. */
  missed(): readonly IndexableValue[]
}

const lineOf = ({ archetype, path, key }: PathKey, part: IndexPart): string =>
  `${partOf(key, part).name}: ${part} of ${path} in ${archetype}`

export function openIndexUse(has: KnownIndexes['has']): IndexUse {
  const used = new Set<string>()
  const missed = new Map<string, IndexableValue>()
  return {
    has: (value, part) => {
      const isThere = has(value.key, part)
      const { archetype, path } = value
      if (isThere) used.add(lineOf(value, part))
      else missed.set(`${archetype} ${path}`, { archetype, path })
      return isThere
    },
    used: () => [...used],
    missed: () => [...missed.values()],
  }
}
