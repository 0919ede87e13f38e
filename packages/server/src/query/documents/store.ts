/** All SQL that reads documents for queries; values are parameters, and the text is put together from what stands here. */
import { type GuardedSql, guarded, joined, seen } from '../../access/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import type { StoredVersion } from '../../versions/index.ts'
import { type DocumentColumns, documentColumns } from '../../versions/packing/index.ts'
import { restoreEnvelope } from '../../versions/printed/index.ts'
import { EHR_KINDS, type Narrowing } from './demand.ts'
import type { EhrChoice, Reading } from './reading.ts'

/** An EHR, and one of its versions; of an EHR without any that matters, nulls. */
export interface DocumentRow extends DocumentColumns {
  readonly ehr_id: string
  readonly ehr_system_id: string
  readonly ehr_created_at: Date
  readonly object_id: string | null
  readonly kind: StoredVersion['kind']
  readonly version: number
  readonly system_id: string
  readonly contribution_id: string
  readonly committed_at: Date
  readonly change_type: number
  readonly lifecycle: number
  readonly template_key: number | null
  readonly other_inputs: string[] | null
  readonly envelope: string
}

export function storedVersion(row: DocumentRow, data: string | null): StoredVersion {
  const columns = {
    systemId: row.system_id,
    committedAt: row.committed_at,
    changeType: row.change_type,
    lifecycle: row.lifecycle,
    templateKey: row.template_key,
  }
  return {
    ...columns,
    ehrId: row.ehr_id as EhrId,
    objectId: (row.object_id ?? '') as ObjectId,
    kind: row.kind,
    version: row.version,
    contributionId: row.contribution_id,
    otherInputs: row.other_inputs ?? [],
    envelope: restoreEnvelope(row.envelope, columns),
    data,
  }
}

/** A text and the values of its `$1`, `$2`…. */
export interface Sql {
  readonly text: GuardedSql
  readonly values: readonly unknown[]
}

type Add = (value: unknown, type: string) => string

function statement(build: (add: Add) => GuardedSql): Sql {
  const values: unknown[] = []
  const text = build((value, type) => `$${values.push(value)}::${type}`)
  return { text, values }
}

/** A party is a record of its own, of the system that made its versions. */
const columnsOf = ({
  kind,
}: EhrChoice): string => `e.ehr_id, ${kind === 'parties' ? 'v' : 'e'}.system_id as ehr_system_id,
  e.created_at as ehr_created_at, v.object_id, v.kind, v.version, v.system_id, v.contribution_id, v.committed_at, v.change_type, v.lifecycle,
  v.template_key, v.other_inputs, v.envelope, ${documentColumns('v')}`

/** Every version that is the latest of its object, not deleted, and in force has an outermost root that says so. */
const LATEST = guarded`${seen.version('v')}
  join ${seen.root('d')} on d.ehr_id = v.ehr_id and d.commit_number = v.commit_number and d.num = 0 and d.latest`

/** Documents one by one in the order of their commits, or EHR by EHR, and inside each in the order of commits. */
export const documentsSql = (reading: Reading, narrowing: Narrowing, isDistributed: boolean): Sql =>
  statement(add =>
    (reading.unit === 'version' ? byVersion : byEhr)(reading, narrowing, {
      add,
      never: isDistributed ? neverOnNodes : () => 'false',
      nobody: isDistributed ? NOBODY_ON_NODES : 'false',
    }),
  )

type VersionAlias = 'v' | 'w'

interface Building {
  readonly add: Add
  /** A condition that no version meets. */
  readonly never: (version: VersionAlias) => string
  /** A condition that no EHR meets. */
  readonly nobody: string
}

/** The nodes of a cluster do not join a table that nothing can be found in: this is looked up in vain. */
const neverOnNodes: Building['never'] = version =>
  `${version}.object_id = '00000000-0000-0000-0000-000000000000'`

/** Up to PostgreSQL 16, a cluster refuses a condition without a column beside an outer join. */
const NOBODY_ON_NODES = 'e.ehr_id is null'

function byVersion(
  { ehrs, among, kinds, history }: Reading,
  narrowing: Narrowing,
  building: Building,
): GuardedSql {
  const { add } = building
  const from = history ? seen.version('v') : LATEST
  return guarded`select ${columnsOf(ehrs)}
  from ${from}
  join ${seen.ehr('e')} on e.ehr_id = v.ehr_id
  where ${areChosen(ehrs, building)}${areAmong(among, building)} and v.kind = any(${add(kinds, 'text[]')}) and ${holds(narrowing, 'v', building)}
  order by v.commit_number`
}

/** If history is asked for, an object comes with all its versions, so that the latest one is known. */
function byEhr(
  { ehrs, among, kinds, history }: Reading,
  narrowing: Narrowing,
  building: Building,
): GuardedSql {
  const { add } = building
  const versions = history
    ? guarded`${seen.version('v')} join ${seen.versioned_object('o')}
      on o.ehr_id = v.ehr_id and o.object_id = v.object_id and o.merged_from is null`
    : LATEST
  const wanted = history
    ? guarded`exists (select 1 from ${seen.version('w')} where w.ehr_id = v.ehr_id and w.object_id = v.object_id
      and ${holds(narrowing, 'w', building)})`
    : holds(narrowing, 'v', building)
  return guarded`select ${columnsOf(ehrs)}
  from ${seen.ehr('e')}
  left join (${versions})
    on v.ehr_id = e.ehr_id and v.kind = any(${add(kinds, 'text[]')}) and ${wanted}
  where ${areChosen(ehrs, building)}${areAmong(among && { ehrs: among.ehrs }, building)}
  order by e.created_at, e.ehr_id, v.commit_number`
}

/** With `and` before it. */
function areAmong(among: Reading['among'], { add }: Building): string {
  if (!among) return ''
  const versions = among.commits ? ` and v.commit_number = any(${add(among.commits, 'bigint[]')})` : ''
  return ` and e.ehr_id = any(${add(among.ehrs, 'uuid[]')})${versions}`
}

function areChosen(ehrs: EhrChoice, { add, nobody }: Building): string {
  switch (ehrs.kind) {
    case 'none':
      return nobody
    case 'parties':
      return 'true'
    case 'one':
      return `e.ehr_id = ${add(ehrs.id, 'uuid')}${ehrs.queryableOnly ? ' and e.is_queryable' : ''}`
    case 'population':
      if (ehrs.named.length === 0) return 'e.is_queryable'
      return `(e.is_queryable or e.ehr_id = any(${add(ehrs.named, 'uuid[]')}))`
  }
}

const JOINTS = { both: ' and ', either: ' or ' }

function holds(narrowing: Narrowing, version: VersionAlias, building: Building): GuardedSql {
  const { add, never } = building
  switch (narrowing.kind) {
    case 'all':
      return guarded`true`
    case 'kinds':
      return guarded`${version}.kind = any(${add(narrowing.kinds, 'text[]')})`
    case 'roots':
      if (narrowing.keys.length === 0) return guarded`${never(version)}`
      return guarded`exists (select 1 from ${seen.root('r')} where r.ehr_id = ${version}.ehr_id
      and r.commit_number = ${version}.commit_number and r.archetype_key = any(${add(narrowing.keys, 'integer[]')}))`
    default:
      if (narrowing.of.length === 0) return guarded`${narrowing.kind === 'both' ? 'true' : never(version)}`
      return guarded`(${joined(
        narrowing.of.map(each => holds(each, version, building)),
        JOINTS[narrowing.kind],
      )})`
  }
}

const OF_EHRS = columnsOf({ kind: 'none' })

/** Finds the objects that references of these EHRs lead to. */
export const linkedSql = (ehrIds: readonly string[], linked: Reading['linked']): Sql =>
  statement(
    add => guarded`select ${OF_EHRS}
  from ${linked === 'history' ? seen.version('v') : LATEST}
  join ${seen.ehr('e')} on e.ehr_id = v.ehr_id
  where v.ehr_id = any(${add(ehrIds, 'uuid[]')})
    and v.kind = any(${add(linked === 'history' ? EHR_KINDS : linked, 'text[]')})
  order by v.ehr_id, v.commit_number`,
  )
