/**
 * Notes which rows of a database change while it is copied, by triggers that its owner makes: that needs no right of a superuser and no setting of the
 * server. At the end the same triggers refuse every write, whoever makes it (decision 0130).
 */
import type pg from 'pg'
import { connected, IN_SCHEMAS, named, rowsOf } from '../copy-database.ts'
import { withoutData } from '../database-error.ts'
import { quoteName, quoteText } from '../quote.ts'
import { lockSchema } from '../schema-lock.ts'
import { StartError } from '../start-error.ts'

export interface NotedTable {
  /** With its schema, quoted. */
  readonly name: string
  /** The table of noted keys. */
  readonly notes: string
  /** Columns that tell a row, quoted. */
  readonly key: readonly string[]
  /** False for the audit trail: its events are only added. */
  readonly hasPrimaryKey: boolean
}

/** The audit trail has no primary key: its columns that are never null tell an event. */
const NOTED = `select ${named('c')} as name, array_agg(quote_ident(a.attname) order by a.attnum)::text[] as key,
    bool_or(i.indexrelid is not null) as "hasPrimaryKey"
  from pg_class c join pg_attribute a on a.attrelid = c.oid
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.${IN_SCHEMAS} and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
    and case when i.indexrelid is null then a.attnotnull else a.attnum = any (i.indkey) end
  group by c.oid, c.relnamespace, c.relname order by 1`

export async function notedTables(client: pg.Client): Promise<readonly NotedTable[]> {
  const found = await rowsOf<Omit<NotedTable, 'notes'>>(client, NOTED)
  return found.map(each => ({ ...each, notes: `cairn_move.${quoteName(each.name)}` }))
}

/** Without rights for anybody: the triggers write as the owner. */
const NOTE = `create or replace function cairn_move.note() returns trigger language plpgsql security definer
  set search_path = pg_catalog as $note$
  begin
    execute format('insert into cairn_move.%I select %s from changed', tg_argv[0], tg_argv[1])
      || case when tg_op = 'UPDATE' then format(' union all select %s from before', tg_argv[1]) else '' end;
    return null;
  end $note$`

/** Raises the error of a standby, which servers know: the request is refused with 503, and the connection is closed. */
const REFUSE = `create or replace function cairn_move.note() returns trigger language plpgsql security definer
  set search_path = pg_catalog as $note$
  begin
    raise exception 'this database has moved' using errcode = '25006';
  end $note$`

const MOMENTS = [
  ['insert', 'new table as changed'],
  ['update', 'new table as changed old table as before'],
  ['delete', 'old table as changed'],
] as const

/** A table that is in use for long is tried again: requests must not wait behind this. */
const [LOCK_WAIT, MOST_TRIES] = ['1s', 120]

async function withPatience(client: pg.Client, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(statement)
      return
    } catch (error) {
      if (withoutData(error, 'note').code !== '55P03' || attempt === MOST_TRIES) throw error
    }
  }
}

async function noteTable(client: pg.Client, { name, notes, key }: NotedTable): Promise<void> {
  const columns = key.join(', ')
  await client.query(`create table if not exists ${notes} as select ${columns} from ${name} with no data`)
  const words = `${quoteText(name)}, ${quoteText(columns)}`
  for (const [moment, rows] of MOMENTS)
    await withPatience(
      client,
      `create or replace trigger cairn_move_${moment} after ${moment} on ${name} referencing ${rows}
       for each statement execute function cairn_move.note(${words})`,
    )
}

async function on<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connected(url)
  try {
    return await work(client)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The database cannot be moved. ${withoutData(error, 'note').message}`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** From the end of this on, every change is noted; notes of an earlier move go. As the owner; safe to repeat. `name` says for which copy. */
export const noteChanges = (ownerUrl: string, name = ''): Promise<void> =>
  on(ownerUrl, async client => {
    await lockSchema(client)
    await client.query('create schema if not exists cairn_move')
    await client.query(NOTE)
    await client.query(`set lock_timeout to '${LOCK_WAIT}'`)
    const tables = await notedTables(client)
    for (const table of tables) await noteTable(client, table)
    // The copy begins later, and has what was changed before.
    for (const { notes } of tables) await client.query(`delete from ${notes}`)
    await client.query(`comment on schema cairn_move is ${quoteText(name)}`)
  })

/** The copy that changes are noted for; undefined if they are not. */
export async function nameOfNotes(client: pg.Client): Promise<string | undefined> {
  const [row] = await rowsOf<{ name: string | null }>(
    client,
    `select obj_description(to_regnamespace('cairn_move'), 'pg_namespace') as name`,
  )
  return row?.name ?? undefined
}

/** Writes are possible again, and nothing is noted any more. */
export const forgetChanges = (ownerUrl: string): Promise<void> =>
  on(ownerUrl, async client => {
    await lockSchema(client)
    await client.query(`set lock_timeout to '${LOCK_WAIT}'`)
    await withPatience(client, 'drop schema if exists cairn_move cascade')
  })

/** Longest wait for writes in progress: nobody can write meanwhile. */
const LONGEST_PAUSE = '10s'

/** Resolves after all writes have ended; every other one is refused. If it throws, writes go on. */
export const stopWrites = (ownerUrl: string): Promise<void> =>
  on(ownerUrl, async client => {
    await client.query(REFUSE)
    try {
      await client.query(`set lock_timeout to '${LONGEST_PAUSE}'`)
      await client.query('begin')
      // A write holds this lock from before its triggers are looked up until its end.
      for (const { name } of await notedTables(client)) await client.query(`lock table ${name} in share mode`)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      await client.query(NOTE)
      throw withoutData(error, 'note').code === '55P03'
        ? new StartError('A long change is under way in the database: repeat the command when it has ended.')
        : error
    }
  })

/** Writes are noted again, and no longer refused. */
export const allowWrites = (ownerUrl: string): Promise<void> =>
  on(ownerUrl, async client => {
    await client.query(NOTE)
  })
