/** All SQL that gives committed changes their positions in the feed. */
import { NO_EHR } from '../audit/index.ts'
import { type Queries, sql } from '../db/index.ts'

/** Numbers of transactions are text: they may be beyond 2^53. */
export interface FeedState {
  /** The last position that was given. */
  readonly head: number
  readonly snapshot: string
  /** Transactions from this one on had not begun when positions were given last. */
  readonly xmax: string
  /** Transactions before it that were under way then. */
  readonly under_way: readonly string[]
  readonly doubtful: readonly string[]
  readonly numbered_from: number
  /** False after a dump was restored: then the numbers are those of another cluster. */
  readonly is_own: boolean
  /** The state of the database now. */
  readonly now: string
  readonly now_xmax: string
}

const readSnapshot = sql<{ now: string }>({
  name: 'feed.snapshot',
  text: 'select pg_current_snapshot()::text as now',
})

/** It changes with each transaction that writes. */
export const findSnapshot = async (db: Queries): Promise<string | undefined> =>
  (await db.query(readSnapshot))[0]?.now

const readState = sql<FeedState>({
  name: 'feed.state',
  text: `select (select coalesce(max(position), 0) from cairn.change) as head, snapshot::text as snapshot, pg_snapshot_xmax(snapshot)::text as xmax,
           array(select pg_snapshot_xip(snapshot))::text[] as under_way, doubtful::text[] as doubtful, numbered_from,
           cluster = (select system_identifier::text from pg_control_system()) as is_own,
           pg_current_snapshot()::text as now, pg_snapshot_xmax(pg_current_snapshot())::text as now_xmax
         from cairn.change_state`,
})

export async function findFeedState(db: Queries): Promise<FeedState> {
  const [state] = await db.query(readState)
  if (!state) throw new Error('cairn.change_state has no row')
  return state
}

/** A statement of its own: what is read after it is as of after the lock. */
const lock = sql({
  name: 'feed.lock',
  waitsForLocks: true,
  text: 'select from cairn.change_state for update',
})

export const lockFeed = (db: Queries): Promise<number> => db.execute(lock)

/** A committed change without a position. */
export interface NewChange {
  readonly ehr_id: string
  readonly id: string
  readonly is_note: boolean
  readonly is_party: boolean
  /** The snapshot that shows it; null in a distributed database, whose nodes have snapshots of their own. */
  readonly seen: string | null
}

export type Search = [from: string, to: string, others: readonly string[], numberedFrom: number]

/** Of a transaction that the state of the feed does not show. */
const isNew = (row: string): string =>
  `((${row}.changed_in >= $1::xid8 and ${row}.changed_in < $2::xid8) or ${row}.changed_in = any($3::xid8[]))`

const NOTES = `select n.ehr_id, n.note_id, true, false, n.number from cairn.change_note n where ${isNew('n')}`

/** A contribution to several parties has a row in each of them. */
const PARTIES = `select '${NO_EHR}'::uuid, p.contribution_id, false, true, min(p.number) from (
        select c.contribution_id, (
          select min(v.commit_number) from cairn_party.version v
          where v.ehr_id = c.ehr_id and v.contribution_id = c.contribution_id group by v.ehr_id) as number
        from cairn_party.contribution c where ${isNew('c')}) p
      group by p.contribution_id`

const CONTRIBUTIONS = `select c.ehr_id, c.contribution_id from cairn.contribution c where ${isNew('c')}`

/** Of the contributions in `new`. By their ids alone: by the EHR, PostgreSQL may read all versions of a long record for each of its changes. */
const VERSIONS = `select v.ehr_id, v.contribution_id as id, false as is_note, false as is_party, min(v.commit_number) as number
      from cairn.version v join new using (ehr_id, contribution_id)
      where v.contribution_id = any(array(select contribution_id from new))
      group by v.ehr_id, v.contribution_id`

const findNew = sql<NewChange, Search>({
  name: 'feed.new',
  text: `with new as materialized (${CONTRIBUTIONS})
    select s.ehr_id, s.id, s.is_note, s.is_party, pg_current_snapshot()::text as seen from (
      ${VERSIONS}
      union all
      ${NOTES}
      union all
      ${PARTIES}
    ) s where s.number > $4 order by s.number`,
  distributed: `select s.ehr_id, s.id, s.is_note, s.is_party, null::text as seen from (
      select c.ehr_id, c.contribution_id as id, false as is_note, false as is_party, (
        select min(v.commit_number) from cairn.version v
        where v.ehr_id = c.ehr_id and v.contribution_id = c.contribution_id group by v.ehr_id) as number
      from cairn.contribution c where ${isNew('c')}
      union all
      ${NOTES}
      union all
      ${PARTIES}
    ) s where s.number > $4 order by s.number`,
})

const searchNew = sql<{ found: boolean }, [from: string, to: string, others: readonly string[]]>({
  name: 'feed.hasNew',
  // A column, since a cluster cannot pass on rows without any.
  text: `select exists (select 1 from cairn.contribution c where ${isNew('c')})
           or exists (select 1 from cairn.change_note n where ${isNew('n')})
           or exists (select 1 from cairn_party.contribution c where ${isNew('c')}) as found`,
})

/** Reads one row at most. May be true for rows of another cluster, which have a position. */
export const hasNewChanges = async (db: Queries, [from, to, others]: Search): Promise<boolean> =>
  (await db.query(searchNew, [from, to, others]))[0]?.found ?? false

/** In the order of their numbers: of two changes of an EHR, the later one has taken its number after the commit of the other. */
export const findNewChanges = (db: Queries, search: Search): Promise<readonly NewChange[]> =>
  db.query(findNew, search)

type Numbering = [...search: Search, snapshot: string]

const numberNew = sql<{ head: number; is_done: boolean }, Numbering>({
  name: 'feed.number',
  waitsForLocks: true,
  // If the state is another one when it is locked, this statement does not see the changes of the round in between, so it adds none.
  text: `with turn as materialized (
      select true as mine from cairn.change_state where snapshot::text = $5 for update
    ), last as materialized (
      select coalesce(max(position), 0) as head from cairn.change
    ), new as materialized (
      ${CONTRIBUTIONS} and exists (select from turn)
    ), added as (
      insert into cairn.change (position, ehr, source_id, is_note, is_party)
      select (select head from last) + row_number() over (order by s.number),
        nullif(s.ehr_id, '${NO_EHR}'::uuid), s.id, s.is_note, s.is_party
      from (${VERSIONS}
        union all
        ${NOTES}
        union all
        ${PARTIES}
      ) s where s.number > $4 and exists (select from turn)
      returning position
    ), moved as (
      update cairn.change_state set snapshot = pg_current_snapshot() where exists (select from turn)
    )
    select greatest((select head from last), (select max(position) from added)) as head,
      exists (select from turn) as is_done`,
})

/**
 * A round in one statement, after the state was read; not for a distributed database. Returns the last position; undefined if another process has
 * run a round since.
 */
export async function numberAtOnce(
  db: Queries,
  search: Search,
  { snapshot }: FeedState,
): Promise<number | undefined> {
  const [numbered] = await db.query(numberNew, [...search, snapshot])
  return numbered?.is_done ? numbered.head : undefined
}

type Addition = [
  head: number,
  ehrs: readonly (string | null)[],
  sources: readonly string[],
  notes: readonly boolean[],
  parties: readonly boolean[],
]

const addition = (condition: string): string => `
  insert into cairn.change (position, ehr, source_id, is_note, is_party)
  select $1 + row_number() over (order by s.place), s.ehr, s.id, s.is_note, s.is_party
  from unnest($2::uuid[], $3::uuid[], $4::boolean[], $5::boolean[]) with ordinality as s (ehr, id, is_note, is_party, place)
  ${condition}`

/** In a distributed database a change may have got its position already, before its transaction ended at the coordinator. */
const NOT_THERE = `where not exists (select from cairn.change c where c.ehr = s.ehr and c.source_id = s.id)
    and not exists (select from cairn.change c where c.ehr is null and c.source_id = s.id)`

const add = sql<never, Addition>({ name: 'feed.add', text: addition(''), distributed: addition(NOT_THERE) })

/** Returns how many were added. */
export const addChanges = (db: Queries, added: Addition): Promise<number> => db.execute(add, added)

const move = sql<never, [snapshot: string, doubtful: readonly string[]]>({
  name: 'feed.move',
  text: 'update cairn.change_state set snapshot = $1::pg_snapshot, doubtful = $2::xid8[]',
})

export const moveFeed = (db: Queries, snapshot: string, doubtful: readonly string[]): Promise<number> =>
  db.execute(move, [snapshot, doubtful])

const adopt = sql<never, [snapshot: string]>({
  name: 'feed.adopt',
  text: `update cairn.change_state set snapshot = $1::pg_snapshot, doubtful = '{}',
           cluster = (select system_identifier::text from pg_control_system()),
           numbered_from = nextval('cairn.version_commit_number_seq')`,
})

/** From here on the feed follows the transactions of this cluster. */
export const adoptFeed = (db: Queries, snapshot: string): Promise<number> => db.execute(adopt, [snapshot])

const twoPhase = sql<{ xmin: string }>({
  name: 'feed.twoPhase',
  text: 'select distinct xmin::text as xmin from pg_dist_transaction',
})

/** Low halves of the numbers of transactions that were decided by two-phase commit, until Citus has seen them committed on all nodes. */
export const findTwoPhase = async (db: Queries): Promise<readonly string[]> =>
  (await db.query(twoPhase)).map(({ xmin }) => xmin)
