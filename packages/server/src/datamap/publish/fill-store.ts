/** All SQL that finds records without a row, or with that of another version, and stores their rows. */
import { type Queries, sql } from '../../db/index.ts'
import type { ObjectId } from '../../ids/index.ts'
import type { Publication } from './store.ts'

/** A publication whose turn it is, and how far its rows are. */
export interface DuePublication extends Publication {
  /** Null: all records have to be compared. */
  readonly filled_to: number | null
  readonly next_to: number | null
  /** True if no transaction can commit a number up to `next_to` any more; null: `next_to` is not chosen yet. */
  readonly is_settled: boolean | null
  readonly is_comparison_due: boolean
  readonly resets: number
}

/**
 * Of several processes one takes a publication every few seconds. All records are compared once an hour, whatever the numbers say. A time in the
 * future was written before the clock of the database was set back.
 */
const claim = sql<DuePublication>({
  name: 'publish.claim',
  text: `update cairn.published_datamap set checked_at = now()
    where checked_at not between now() - interval '3 seconds' and now() + interval '3 seconds'
    returning publication, datamap, without_identity, definition, format, template_key, artefact_id, etag, views,
      filled_to, next_to, resets, next_xid <= pg_snapshot_xmin(pg_current_snapshot()) as is_settled,
      compared_at not between now() - interval '1 hour' and now() + interval '1 hour' as is_comparison_due`,
})

export const claimPublications = (db: Queries): Promise<readonly DuePublication[]> => db.query(claim)

/**
 * Notes a number that all records were filled up to, and chooses the next: the greatest one that is visible now. Smaller numbers may still be
 * committed by transactions that run now, and by no others.
 */
const settle = sql<
  never,
  [publication: number, resets: number, filledTo: number | null, isCompared: boolean]
>({
  name: 'publish.settle',
  text: `update cairn.published_datamap set filled_to = coalesce($3::bigint, filled_to),
      next_to = (select coalesce(max(commit_number), 0) from cairn.root where latest and num = 0),
      next_xid = pg_snapshot_xmax(pg_current_snapshot()),
      compared_at = case when $4 then now() else compared_at end
    where publication = $1 and resets = $2`,
})

export const settlePublication = (
  db: Queries,
  { publication, resets }: DuePublication,
  filledTo: number | null,
  isCompared: boolean,
): Promise<number> => db.execute(settle, [publication, resets, filledTo, isCompared])

/** A record whose row is missing or of another version. */
export interface StaleRecord {
  readonly ehr_id: string
  readonly object_id: ObjectId
  readonly commit_number: number
  readonly version: number
  readonly lifecycle: number
  readonly system_id: string
  readonly template_key: number | null
  readonly ehr_system_id: string
  /** The search goes on after it. */
  readonly position: number
}

type Search = [publication: number, artefactId: number, after: number, most: number]

const staleRecords = (position: string, from: string): string =>
  `select v.ehr_id, v.object_id, v.commit_number, v.version, v.lifecycle, v.system_id, v.template_key, e.system_id as ehr_system_id,
      ${position} as position
    from ${from}
    join cairn.ehr e on e.ehr_id = o.ehr_id
    where o.artefact_id = $2 and ${position} > $3 and not exists (
      select from cairn.datamap_row r
      where r.ehr_id = o.ehr_id and r.object_id = o.object_id and r.publication = $1
        and r.commit_number = v.commit_number)
    order by ${position} limit $4
    for key share of o skip locked`

/**
 * Objects that are locked here cannot be erased until this transaction ends; an erasure then finds the rows that it stores. Objects that are
 * being erased are left out: to wait for them could deadlock. The comparison of all records finds them if the erasure was rolled back.
 */
const SEARCHES = {
  /** Every record of the template. */
  all: sql<StaleRecord, Search>({
    name: 'publish.compare',
    text: staleRecords(
      'o.serial',
      `cairn.versioned_object o cross join lateral (
        select l.* from cairn.version l where l.ehr_id = o.ehr_id and l.object_id = o.object_id
        order by l.version desc limit 1) v`,
    ),
  }),
  /** Records that were committed after a number. */
  committed: sql<StaleRecord, Search>({
    name: 'publish.committed',
    text: staleRecords(
      'd.commit_number',
      `cairn.root d
      join cairn.version v on d.latest and d.num = 0 and v.ehr_id = d.ehr_id and v.commit_number = d.commit_number
      join cairn.versioned_object o on o.ehr_id = v.ehr_id and o.object_id = v.object_id`,
    ),
  }),
}

export type Searched = keyof typeof SEARCHES

export const findStale = (
  db: Queries,
  searched: Searched,
  { publication, artefact_id }: Publication,
  page: { readonly after: number; readonly most: number },
): Promise<readonly StaleRecord[]> =>
  db.query(SEARCHES[searched], [publication, artefact_id, page.after, page.most])

export interface FilledRow {
  readonly record: StaleRecord
  /** JSON. */
  readonly cells: string
  /** Those that stand for the ids of the record where it is published without identity. */
  readonly shownEhrId: string
  readonly vuid: string
}

const put = sql<
  never,
  [
    publication: number,
    ehrs: readonly string[],
    objects: readonly string[],
    commits: readonly number[],
    versions: readonly number[],
    lifecycles: readonly number[],
    vuids: readonly string[],
    shownEhrs: readonly string[],
    cells: readonly string[],
  ]
>({
  name: 'publish.putRows',
  text: `insert into cairn.datamap_row as r
      (publication, ehr_id, object_id, commit_number, version, lifecycle, vuid, shown_ehr_id, cells)
    select $1, w.* from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::integer[], $6::smallint[], $7::text[], $8::uuid[],
      $9::jsonb[]) w
    on conflict (ehr_id, object_id, publication) do update set commit_number = excluded.commit_number,
      version = excluded.version, lifecycle = excluded.lifecycle, vuid = excluded.vuid,
      shown_ehr_id = excluded.shown_ehr_id, cells = excluded.cells
    where r.commit_number <= excluded.commit_number`,
})

export const putRows = (db: Queries, publication: number, rows: readonly FilledRow[]): Promise<number> =>
  db.execute(put, [
    publication,
    rows.map(({ record }) => record.ehr_id),
    rows.map(({ record }) => record.object_id),
    rows.map(({ record }) => record.commit_number),
    rows.map(({ record }) => record.version),
    rows.map(({ record }) => record.lifecycle),
    rows.map(({ vuid }) => vuid),
    rows.map(({ shownEhrId }) => shownEhrId),
    rows.map(({ cells }) => cells),
  ])
