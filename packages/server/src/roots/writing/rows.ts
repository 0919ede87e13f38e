/** Turns root drafts into rows, and builds the statements that write them. */
import { type GuardedSql, guarded, update } from '../../access/index.ts'
import { columnsOf, printInsert, rowsAsLists } from '../../db/writing/index.ts'
import type { Entries } from '../entries.ts'
import { archetypeOf, pathOf } from '../entry-of.ts'
import { type LatestEvent, latestEventOf } from './latest-event.ts'
import { leavesJson, sharedLeaves } from './leaves-json.ts'
import type { RootDraft, Vector } from './root-draft.ts'

/** A version and its roots. */
export interface VersionRoots {
  /** The number of the version in the statement, from 1. */
  readonly place: number
  /** False if the same commit has a newer version of the object. */
  readonly latest?: boolean
  readonly roots: readonly RootDraft[]
}

/** A row of `cairn.root` without the keys of its version. */
export interface RootRow {
  /** The number of its version in the statement, from 1. */
  readonly of: number
  readonly num: number
  readonly cap: number
  readonly parent: number | undefined
  readonly via: number | undefined
  readonly at: Vector | null
  readonly archetypeKey: number
  readonly latest: boolean
  /** JSON text, without those that are shared. */
  readonly leaves: string
  readonly sharedKey: number | undefined
  readonly latestEvent: LatestEvent | undefined
}

/** The dictionary must have the paths of the drafts: see `PathDictionary.learn`. */
export function rowsFor(dictionary: Entries, versions: readonly VersionRoots[]): RootRow[] {
  const rows: RootRow[] = []
  for (const { place, latest = true, roots } of versions)
    for (const root of roots) {
      const sharedKey = dictionary.shared(sharedLeaves(dictionary, root))
      rows.push({
        of: place,
        num: root.num,
        cap: root.cap,
        parent: root.parent,
        via: root.via === undefined ? undefined : pathOf(dictionary, root.via).key,
        at: root.at === '' ? null : root.at,
        archetypeKey: archetypeOf(dictionary, root.tree).key,
        latest,
        leaves: leavesJson(dictionary, root.leaves, sharedKey === undefined ? 'all' : 'own'),
        sharedKey,
        latestEvent: latestEventOf(dictionary, root),
      })
    }
  return rows
}

/** The rows of versions that come after so many others in a statement. */
export const rowsAfter = (before: number, rows: readonly RootRow[]): readonly RootRow[] =>
  before === 0 ? rows : rows.map(row => ({ ...row, of: row.of + before }))

const COLUMNS = columnsOf<RootRow>('root', {
  num: row => row.num,
  cap: row => row.cap,
  parent: row => row.parent,
  via: row => row.via,
  at: row => row.at,
  archetype_key: row => row.archetypeKey,
  latest: row => row.latest,
  leaves: row => row.leaves,
  shared_key: row => row.sharedKey,
  event_path: row => row.latestEvent?.path,
  event_time: row => row.latestEvent?.time,
})

/** Turns the rows of `rowsFor` into the parameters of a statement. */
export const rootLists = rowsAsLists<RootRow>({
  version: { type: 'integer', value: row => row.of },
  ...COLUMNS,
})

/**
 * A statement, or a part of the one that commits: writes the roots of versions that have `place`, `ehr_id` and `commit_number`. `versions` is
 * the name of another part, or a query in brackets; `first` is the first parameter of `rootLists`.
 *
 *   with given as (
 *     …
 *   ), new_root as (
 *     ${insertRoots({ versions: 'given', first: 7 })}
 *   ), …
 */
export const insertRoots = (names: { readonly versions: string; readonly first: number }): GuardedSql =>
  printInsert('root', {
    from: `${rootLists.from('r', names.first)} join ${names.versions} v on v.place = r.version`,
    columns: {
      ehr_id: 'v.ehr_id',
      commit_number: 'v.commit_number',
      ...Object.fromEntries(Object.keys(COLUMNS).map(name => [name, `r.${name}`])),
    },
  })

/**
 * A part of the same statement: marks the roots of superseded versions as not latest, also for deletions. `versions` is a query of their
 * `ehr_id` and `commit_number`. Each is looked up by both: with a list of EHRs and one of commit numbers, PostgreSQL 15 may read all
 * roots of the EHRs. A version that its own commit supersedes has `latest: false` from the start.
 */
export const supersedeRoots = (versions: string | GuardedSql): GuardedSql => guarded`
    ${update.root({
      set: 'latest = false',
      from: guarded`(${versions}) as superseded`,
      where: 'root.ehr_id = superseded.ehr_id and root.commit_number = superseded.commit_number',
    })}`
