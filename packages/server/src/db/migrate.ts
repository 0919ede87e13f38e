/** Migrates a database to the current schema; safe to repeat, and to run from several processes at once. */
import pg from 'pg'
import { withoutData } from './database-error.ts'
import { WAIT_FOR_DISK } from './durability.ts'
import { type PlannedWork, planWork, workOf } from './migration-plan.ts'
import { isChecksumOf, MIGRATIONS_FOLDER, type Migration, readMigrations } from './migrations.ts'
import { lockSchema } from './schema-lock.ts'
import { splitStatements } from './split-statements.ts'
import { StartError } from './start-error.ts'
import { refuseTransactionPooling } from './transaction-pooling.ts'

export interface MigrateOptions {
  readonly folder?: string
  /** False: a database that Cairn has never used is refused and left alone. */
  readonly create?: boolean
  readonly log?: (message: string) => void
}

interface Applied {
  readonly number: number
  readonly name: string
  readonly checksum: string
}

/** Runs work on a connection, and explains its errors. */
async function connected<T>(
  url: string,
  log: (message: string) => void,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'cairn migrate',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {})
  // A migration warns of what it found and an operator has to decide.
  client.on('notice', ({ severity, message = '' }) => {
    if (severity === 'WARNING') log(message)
  })
  try {
    await client.connect()
    await refuseOldServer(client)
    return await work(client)
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(explain(error, url))
  } finally {
    // Ends the session and with it the advisory lock.
    await client.end().catch(() => {})
  }
}

async function pendingOf(client: pg.Client, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  const { rows } = await client.query<Applied>(
    'select number, name, checksum from cairn.migration order by number',
  )
  return compare(migrations, rows)
}

/** Returns the number of migrations that it applied. */
export async function migrate(
  url: string,
  { folder = MIGRATIONS_FOLDER, create = true, log = () => {} }: MigrateOptions = {},
): Promise<number> {
  const migrations = readMigrations(folder)
  return connected(url, log, async client => {
    await refuseTransactionPooling(client, url)
    if (!create) await refuseNew(client, url)
    // The role may have time limits for queries; a migration, or waiting for that of another process, may take longer.
    await client.query(`set statement_timeout to 0; set lock_timeout to 0; ${WAIT_FOR_DISK}`)
    await lockSchema(client)
    await prepareTable(client)
    const pending = await pendingOf(client, migrations)
    for (const migration of pending) {
      await apply(client, migration)
      log(`Applied migration ${label(migration)}`)
    }
    return pending.length
  })
}

export interface PlannedMigration {
  readonly name: string
  readonly works: readonly PlannedWork[]
}

/** The migrations that are pending, with the work that each has on the tables as they are. Changes nothing. */
export async function planMigrations(
  url: string,
  { folder = MIGRATIONS_FOLDER, log = () => {} }: Omit<MigrateOptions, 'create'> = {},
): Promise<readonly PlannedMigration[]> {
  const migrations = readMigrations(folder)
  return connected(url, log, async client => {
    await refuseNew(client, url)
    const pending = await pendingOf(client, migrations)
    const sizes = pending.length === 0 ? new Map<string, number>() : await readSizes(client)
    return pending.map(each => ({ name: label(each), works: planWork(workOf(each.text), sizes) }))
  })
}

const SIZES = `select n.nspname || '.' || c.relname as name,
    case c.relkind
      when 'p' then (select sum(pg_table_size(t.relid)) from pg_partition_tree(c.oid) t)
      else pg_table_size(c.oid)
    end::float8 as bytes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('cairn', 'cairn_party') and c.relkind in ('r', 'p')`

/** Of the shards on all nodes: the table of a coordinator is empty. */
const SHARD_SIZES = `select n.nspname || '.' || c.relname as name, sum(s.shard_size)::float8 as bytes
  from citus_shards s join pg_class c on c.oid = s.table_name join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('cairn', 'cairn_party') group by 1`

interface TableSize {
  readonly name: string
  readonly bytes: number
}

async function readSizes(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows: own } = await client.query<TableSize>(SIZES)
  const { rows: known } = await client.query<{ citus: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as citus`,
  )
  const shards = known[0]?.citus ? (await client.query<TableSize>(SHARD_SIZES)).rows : []
  return new Map([...own, ...shards].map(({ name, bytes }) => [name, bytes]))
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
  )
  const [server] = rows
  if (server && server.number < 150_000) {
    throw new StartError(`The database is PostgreSQL ${server.version}; Cairn needs version 15 or newer.`)
  }
}

async function refuseNew(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('cairn.migration') is not null as known`,
  )
  if (!rows[0]?.known) {
    throw new StartError(
      `There is no Cairn in the database at ${placeOf(url)}: check the settings ("cairn serve" makes a new one).`,
    )
  }
}

/** Checks first, because "if not exists" needs the right to create even if nothing has to be created. */
async function prepareTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: boolean; table: boolean }>(
    `select to_regnamespace('cairn') is not null as schema, to_regclass('cairn.migration') is not null as table`,
  )
  if (!rows[0]?.schema) await client.query('create schema cairn')
  if (!rows[0]?.table) {
    await client.query(`create table cairn.migration (
      number     integer primary key,
      name       text not null,
      checksum   text not null,
      applied_at timestamptz not null default now()
    )`)
  }
}

function compare(migrations: readonly Migration[], applied: readonly Applied[]): readonly Migration[] {
  for (const done of applied) {
    const known = migrations[done.number - 1]
    if (known === undefined) {
      throw new StartError(
        `The database was upgraded by a newer Cairn (migration ${label(done)}; this one knows ${migrations.length}): start that version, or restore a backup made before it.`,
      )
    }
    if (!isChecksumOf(known, done.checksum)) {
      throw new StartError(
        `The migration ${label(known)} was edited after it had been applied: restore the file and make the change in a new migration.`,
      )
    }
  }
  const numbers = new Set(applied.map(done => done.number))
  return migrations.filter(migration => !numbers.has(migration.number))
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    // Names without a schema fail here instead of landing in whichever schema the role happens to use.
    await client.query('set local search_path to pg_catalog')
    // Citus changes tables and then views of them in one transaction only in this mode; other databases ignore the setting.
    await client.query(`set local citus.multi_shard_modify_mode to 'sequential'`)
    for (const statement of splitStatements(migration.text)) await client.query(statement)
    await client.query('insert into cairn.migration (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const { message } = withoutData(error, label(migration))
    throw new StartError(`The database could not be upgraded, nothing of this step was kept. ${message}`)
  }
}

function label({ number, name }: { number: number; name: string }): string {
  return `${String(number).padStart(4, '0')}_${name}`
}

function explain(error: unknown, url: string): string {
  const where = placeOf(url)
  const { code, message } = withoutData(error, 'migrate')
  if (code === '42501') {
    return `The database user lacks rights at ${where}: run "grant create on database … to …" or create the schema cairn for it. ${message}`
  }
  return `The database at ${where} cannot be used. ${message}`
}

/** Host, port and name of the database: never the user's password. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'the given address'
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || 'localhost'}:${port || 5432}${pathname}`
}
