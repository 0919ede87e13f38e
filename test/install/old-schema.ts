/**
 * Databases as earlier versions of Cairn had them: the schema after the first migrations, with the records of a server of today written as
 * that schema has them. A migration that changes how something is stored adds its reverse to `REVERSES`.
 */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventDigest, type OldSeal, sealDigest } from '../../packages/server/src/audit/seals/seal.ts'
import { EVENT_COLUMNS, type StoredEvent, sealsAfter } from '../../packages/server/src/audit/seals/store.ts'
import { type Database, migrate, sql } from '../../packages/server/src/db/index.ts'
import { openVault } from '../../packages/server/src/seals/vault.ts'
import { openSigner } from '../../packages/server/src/versions/index.ts'
import { documentText } from '../../packages/server/src/versions/packing/index.ts'
import { restoreEnvelope } from '../../packages/server/src/versions/printed/index.ts'
import { auditIn } from '../../packages/server/src/versions/printed/short-envelope.ts'
import { type TestDatabase, testDatabase } from '../database.ts'
import { SECRET_KEY } from '../server.ts'

const MIGRATIONS = join(import.meta.dirname, '../../packages/server/migrations')

const files = readdirSync(MIGRATIONS)
  .filter(file => file.endsWith('.sql'))
  .sort()

export const SCHEMAS = files.length

type Row = Readonly<Record<string, unknown>>
type Tables = ReadonlyMap<string, readonly Row[]>

const run = (db: Database, text: string): Promise<readonly Row[]> =>
  db.query(sql<Row>({ name: 'test.old', text, prepare: false }))

/** Tables of the schema, without that of the migrations and those that a migration fills. */
const TABLES = `select c.oid, c.relname as name from pg_class c
  where c.relnamespace = to_regnamespace('cairn') and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not in ('migration', 'dictionary_state', 'turn') order by 2`

async function readTables(db: Database): Promise<Tables> {
  const tables = new Map<string, readonly Row[]>()
  for (const { name } of await run(db, TABLES)) {
    const rows = await run(db, `select to_jsonb(t) as row from cairn."${name}" t`)
    tables.set(
      String(name),
      rows.map(({ row }) => row as Row),
    )
  }
  return tables
}

const bytesOf = (value: unknown): Buffer | null =>
  typeof value === 'string' ? Buffer.from(value.slice(2), 'hex') : null

const hex = (bytes: Buffer | null): string | null => bytes && `\\x${bytes.toString('hex')}`

/** A version with its document as text. */
async function unpack(db: Database, row: Row): Promise<Row> {
  const columns = {
    data: row['data'] as string | null,
    packed: bytesOf(row['packed']),
    preset_id: row['preset_id'] as number | null,
  }
  return { ...row, data: await documentText(db, columns), packed: null, preset_id: null }
}

/** A version with its whole envelope. */
const restore = (row: Row): Row => ({
  ...row,
  envelope: restoreEnvelope(String(row['envelope']), {
    committedAt: new Date(String(row['committed_at'])),
    changeType: Number(row['change_type']),
    lifecycle: Number(row['lifecycle']),
    systemId: String(row['system_id']),
    templateKey: row['template_key'] as number | null,
  }),
})

/** A version with the digest of its contribution and the whole committer in its envelope. */
function lengthen(row: Row): Row {
  const stored = String(row['envelope'])
  if (!stored.startsWith('~')) return row
  const { signature, commit_audit } = JSON.parse(String(restore(row)['envelope'])) as {
    readonly signature: string
    readonly commit_audit: { readonly committer: unknown }
  }
  const [header = '', , signed = ''] = signature.split('.')
  const { kid, contribution = '' } = JSON.parse(Buffer.from(header, 'base64url').toString()) as Row
  const [, , ...rest] = stored.split('\n')
  const lines = [`~${kid}.${contribution}.${signed}`, JSON.stringify(commit_audit.committer), ...rest]
  return { ...row, envelope: lines.join('\n') }
}

/** A contribution with its audit, which it shares with its versions. */
function restoreAudit(tables: Tables, row: Row): Row {
  if (row['audit'] !== '') return row
  const version = tables.get('version')?.find(each => each['contribution_id'] === row['contribution_id'])
  return { ...row, audit: version ? auditIn(String(version['envelope'])) : '' }
}

async function change(
  tables: Tables,
  name: string,
  each: (row: Row) => Row | Promise<Row> | undefined,
): Promise<Tables> {
  const rows = await Promise.all((tables.get(name) ?? []).map(each))
  return new Map([...tables, [name, rows.filter(row => row !== undefined)]])
}

async function withoutEpisodes(tables: Tables): Promise<Tables> {
  const gone = new Set(
    tables.get('version')?.flatMap(each => (each['kind'] === 'EPISODE' ? [each['commit_number']] : [])),
  )
  const keep = (row: Row) => (row['kind'] === 'EPISODE' ? undefined : row)
  const versions = await change(tables, 'version', keep)
  const objects = await change(versions, 'versioned_object', keep)
  return change(objects, 'root', row => (gone.has(row['commit_number']) ? undefined : row))
}

/** A root with all of its leaves, and with lists as objects by vector. */
async function wholeRoots(tables: Tables, db: Database): Promise<Tables> {
  const paths = await run(db, 'select path_key, path from cairn.path')
  const places = new Map(
    paths.map(({ path_key, path }) => [String(path_key), String(path).match(/\*(?=[[|/]|$)/g)?.length ?? 0]),
  )
  const objectOf = (key: string, list: readonly unknown[]) => {
    const rest = '.0'.repeat((places.get(key) ?? 1) - 1)
    return Object.fromEntries(list.map((value, index) => [index + rest, value ?? list[0]]))
  }
  const shared = new Map(tables.get('shared_leaves')?.map(row => [row['shared_key'], row['leaves'] as Row]))
  return change(tables, 'root', row => {
    const leaves = Object.entries({ ...shared.get(row['shared_key']), ...(row['leaves'] as Row) })
    const old = leaves.map(([key, value]) => [key, Array.isArray(value) ? objectOf(key, value) : value])
    return { ...row, leaves: Object.fromEntries(old) as Row }
  })
}

/** The rest of an event, with its list of EHRs as JSON. */
function listAsJson(more: Buffer | null): Buffer | null {
  if (more === null || more.length <= 32 || more.toString('latin1', 0, 1) === '{') return more
  const [query, ...ids] = more.toString().split(',')
  const ehrs = ids.map(id => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))
  return Buffer.from(JSON.stringify({ d: { ...(query && { query }), ehrs } }))
}

/** The audit trail in one table, with a seal of the form of that time for all of it. */
async function withoutPartitions(tables: Tables, db: Database): Promise<Tables> {
  const text = `select ${EVENT_COLUMNS} from cairn.audit_event e order by e.event_id`
  const events = await db.query(sql<StoredEvent>({ name: 'test.events', text, prepare: false }))
  const { signDigest } = await openSigner(db, openVault(SECRET_KEY))
  const signed = (given: Omit<OldSeal, 'form' | 'sealedAt' | 'completeTo'>, completeTo: number | null) => {
    const seal: OldSeal = { form: 1, sealedAt: '2026-01-01T00:00:00.000Z', completeTo, ...given }
    return { ...seal, digest: sealDigest(seal) }
  }
  const first = signed({ number: 1, events: [], digests: Buffer.alloc(0), previous: null }, 0)
  const all = signed(
    {
      number: 2,
      events: events.map(each => each.event_id),
      digests: Buffer.from(
        events.map(({ event_id, ...event }) => eventDigest(event_id, event)).join(''),
        'hex',
      ),
      previous: first.digest,
    },
    events.at(-1)?.event_id ?? 0,
  )
  const seals = [first, all].map(seal => ({
    seal_number: seal.number,
    sealed_at: seal.sealedAt,
    events: seal.events,
    digests: hex(seal.digests),
    complete_to: seal.completeTo,
    previous: hex(seal.previous),
    digest: hex(seal.digest),
    signature: signDigest(seal.digest),
  }))
  return new Map([...tables, ['audit_event', events.map(each => ({ ...each }))], ['audit_seal', seals]])
}

/** Seals of the audit trail that do not name the chain of state seals. */
async function withoutStateSeals(tables: Tables, db: Database): Promise<Tables> {
  const { signDigest } = await openSigner(db, openVault(SECRET_KEY))
  const signed = new Map<unknown, Row>()
  let previous: Buffer | null = null
  for (const seal of await sealsAfter(db, 0, 1_000_000)) {
    const before: Buffer | null = previous
    const digest = sealDigest({ ...seal, ...(seal.form === 2 ? { state: null } : {}), previous: before })
    const columns = { previous: hex(before), digest: hex(digest), signature: signDigest(digest) }
    signed.set(seal.number, { ...columns, state_number: null, state_chain: null })
    previous = digest
  }
  return change(tables, 'audit_seal', row => ({ ...row, ...signed.get(row['seal_number']) }))
}

/** People and clients with the time of their last change. */
async function withTimesOfChange(tables: Tables): Promise<Tables> {
  const timed = (row: Row): Row => ({ ...row, changed_at: row['created_at'] })
  return change(await change(tables, 'person', timed), 'client', timed)
}

/** By the number of a migration: the rows as they were before it. */
const REVERSES: Readonly<Record<number, (tables: Tables, db: Database) => Promise<Tables>>> = {
  40: withoutStateSeals,
  34: withTimesOfChange,
  38: async tables => {
    const added = (row: Row): Row => ({ ...row, added_at: '2026-01-01T00:00:00Z' })
    return change(await change(tables, 'archetype', added), 'archetype_path', added)
  },
  30: tables =>
    change(tables, 'audit_trail', row => ({ ...row, more: hex(listAsJson(bytesOf(row['more']))) })),
  26: async (tables, db) => {
    const versions = await change(tables, 'version', row => ({
      ...lengthen(row),
      other_inputs: row['other_inputs'] ?? [],
    }))
    return wholeRoots(versions, db)
  },
  25: withoutPartitions,
  17: async tables => {
    const whole = await change(tables, 'version', restore)
    return change(whole, 'contribution', row => restoreAudit(whole, row))
  },
  16: (tables, db) => change(tables, 'version', row => unpack(db, row)),
  8: withoutEpisodes,
}

async function rowsBefore(db: Database, schema: number): Promise<Tables> {
  let tables = await readTables(db)
  for (let number = SCHEMAS; number > schema; number--)
    tables = (await REVERSES[number]?.(tables, db)) ?? tables
  return tables
}

const COLUMNS = `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`

const columnsOf = sql<{ names: string }, [table: string]>({ name: 'test.columns', text: COLUMNS })

/** Writes the rows of the tables that this schema has, without triggers and foreign keys. */
async function writeTables(db: Database, tables: Tables): Promise<void> {
  const names = (await run(db, TABLES)).map(({ name }) => String(name))
  await db.transaction(async queries => {
    await queries.execute(
      sql({ name: 'test.replica', text: 'set local session_replication_role = replica', prepare: false }),
    )
    for (const name of names) {
      const [columns] = await queries.query(columnsOf, [`cairn.${name}`])
      const text = `insert into cairn.${name} (${columns?.names}) overriding system value
        select ${columns?.names} from jsonb_populate_recordset(null::cairn.${name}, $1::jsonb)`
      const insert = sql<never, [rows: string]>({ name: 'test.insert', text, prepare: false })
      await queries.execute(insert, [JSON.stringify(tables.get(name) ?? [])])
    }
  })
  await run(db, SEQUENCES)
  if (names.includes('archetype_path')) await run(db, GENERATION)
}

/** Numbers go on after those that are there. */
const SEQUENCES = `do $$
declare each record; next bigint;
begin
  for each in
    select c.relname as name, a.attname as id from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = to_regnamespace('cairn') and a.attidentity <> ''
  loop
    execute format('select coalesce(max(%I), 0) + 1 from cairn.%I', each.id, each.name) into next;
    perform setval(pg_get_serial_sequence(format('cairn.%I', each.name), each.id), next, false);
  end loop;
  if to_regclass('cairn.audit_trail') is not null then
    perform setval('cairn.audit_event_event_id_seq', (select coalesce(max(event_id), 0) + 1 from cairn.audit_event), false);
  end if;
  if to_regclass('cairn.artefact_id') is not null then
    perform setval('cairn.artefact_id', (select coalesce(max(artefact_id), 0) + 1 from cairn.template), false);
  end if;
end
$$`

const GENERATION = `do $$
begin
  if to_regclass('cairn.dictionary_state') is not null then
    update cairn.dictionary_state set generation = generation + 1;
  end if;
end
$$`

/** Migrates an empty database to an earlier schema. */
export async function migrateTo(url: string, schema: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-migrations-'))
  try {
    for (const file of files.slice(0, schema)) cpSync(join(MIGRATIONS, file), join(folder, file))
    await migrate(url, { folder })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A database of an earlier schema, with the records of `source`. */
export async function oldDatabase(source: Database, schema: number): Promise<TestDatabase> {
  const old = await testDatabase({ empty: true })
  await migrateTo(old.url, schema)
  await writeTables(old.database, await rowsBefore(source, schema))
  return old
}
