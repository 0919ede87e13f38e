/** Value indexes by the paths that an operator names: found in the dictionary, made, listed and dropped (decision 0050). */
import { bindParameters, checkAql, parseAql, refuseAql } from '@cairn-ehr/openehr/aql'
import { parsePath, printSteps, type Step } from '@cairn-ehr/openehr/path'
import type { Database, Queries } from '../db/index.ts'
import {
  analyzeRoots,
  createIndex,
  dropIndex,
  type IndexPart,
  PARTS,
  partOf,
  type StoredIndex,
  storedIndexes,
} from '../indexes/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { ValueKey } from '../relation/index.ts'
import type { Entries, PathDictionary } from '../roots/index.ts'
import { NotPushed } from './plan/not-pushed.ts'
import { pathKeyOf } from './plan/paths/value-key.ts'
import { resolve } from './plan/resolve.ts'

/** The values of an archetype at a path that starts at its root. */
export interface IndexTarget {
  readonly archetype: string
  /** As `/data[at0001]/…`. */
  readonly path: string
}

const refused = (message: string) => new Refusal('request.malformed', message)

const archetypeIn = ({ predicate }: Step): string | undefined =>
  predicate?.kind === 'node' && predicate.id.kind === 'archetypeId' ? predicate.id.value : undefined

/** The path from the last archetype in it, or from `start` where there is none. */
export function indexTarget(path: string, start: string | undefined): IndexTarget {
  const { steps } = parsePath(path)
  const last = steps.findLastIndex(step => archetypeIn(step) !== undefined)
  const own = steps[last]
  const archetype = own ? archetypeIn(own) : start
  if (archetype === undefined)
    throw refused(
      'The path does not say where it starts: name an archetype in it, or give one with --archetype or --template.',
    )
  return { archetype, path: `/${printSteps(steps.slice(last + 1))}` }
}

/** The class in an archetype id, as OBSERVATION in openEHR-EHR-OBSERVATION.pulse.v2. */
const classOf = (archetype: string): string => /-(\w+)\./.exec(archetype)?.[1] ?? ''

/** The key of the values as the dictionary knows them now. */
function keyOf({ archetype, path }: IndexTarget, entries: Entries): ValueKey {
  const query = bindParameters(parseAql(`SELECT x${path} FROM ${classOf(archetype)} x[${archetype}]`), {})
  refuseAql(checkAql(query))
  const found = keyIn(query, entries)
  if (found) return found
  throw refused(
    `There is nothing to make an index of at ${path} of ${archetype}: no record has a value there yet, or the values have no order, or ` +
      'not one in common, or a name picks them.',
  )
}

function keyIn(query: ReturnType<typeof bindParameters>, entries: Entries): ValueKey | undefined {
  try {
    const [column] = query.columns
    return column?.expression.kind === 'path'
      ? pathKeyOf(column.expression, resolve(query, entries))?.key
      : undefined
  } catch (error) {
    if (error instanceof NotPushed) return undefined
    throw error
  }
}

export interface IndexNeeds {
  readonly db: Database
  readonly dictionary: PathDictionary
}

/** The parts of an index by their use; a range of values and MIN and MAX are served by those for the order. */
export const USES: Readonly<Record<'order' | 'equality', readonly IndexPart[]>> = {
  order: ['greatest', 'least', 'lacking'],
  equality: ['equal'],
}

interface Description extends IndexTarget {
  readonly part: IndexPart
}

const describe = ({ archetype, path }: IndexTarget, part: IndexPart): string =>
  JSON.stringify({ archetype, path, part } satisfies Description)

function descriptionOf({ about }: StoredIndex): Description | undefined {
  if (!about?.startsWith('{"archetype":')) return undefined
  return JSON.parse(about) as Description
}

const isOf = (index: StoredIndex, { archetype, path }: IndexTarget): boolean => {
  const own = descriptionOf(index)
  return own?.archetype === archetype && own.path === path
}

/** Makes the parts that are not there. Parts for what the dictionary knew before are dropped once theirs are made. */
export async function addValueIndex(
  { db, dictionary }: IndexNeeds,
  target: IndexTarget,
  parts: readonly IndexPart[] = PARTS,
): Promise<readonly IndexPart[]> {
  await dictionary.refresh()
  const key = keyOf(target, dictionary)
  const made: IndexPart[] = []
  for (const part of parts)
    if (await createIndex(db, partOf(key, part), describe(target, part))) made.push(part)
  const current = new Set(PARTS.map(part => partOf(key, part).name))
  for (const index of await storedIndexes(db))
    if (isOf(index, target) && !current.has(index.name)) await dropIndex(db, index.name)
  if (made.length > 0) await analyzeRoots(db)
  return made
}

/** Drops all parts; the number of them. */
export async function dropValueIndex(db: Queries, target: IndexTarget): Promise<number> {
  const found = (await storedIndexes(db)).filter(index => isOf(index, target))
  for (const { name } of found) await dropIndex(db, name)
  return found.length
}

export interface ListedIndex {
  readonly name: string
  /** `outdated`: the dictionary has learnt of other values there since, and queries do not use it until it is made anew. */
  readonly state: StoredIndex['state'] | 'outdated'
  readonly bytes: number
  readonly about: Description | { readonly about: string | null }
}

export async function listIndexes({ db, dictionary }: IndexNeeds): Promise<readonly ListedIndex[]> {
  await dictionary.refresh()
  return (await storedIndexes(db)).map(index => {
    const { name, state, bytes, about } = index
    const description = descriptionOf(index)
    const isOutdated = description && state === 'valid' && !isCurrent(name, description, dictionary)
    return { name, state: isOutdated ? 'outdated' : state, bytes, about: description ?? { about } }
  })
}

function isCurrent(name: string, description: Description, entries: Entries): boolean {
  try {
    return partOf(keyOf(description, entries), description.part).name === name
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
