/** Turns a database into a distributed one, step by step: a step that is done is not repeated. */
import type { Database, Queries } from '../database.ts'
import { StartError } from '../start-error.ts'
import { sql } from '../statement.ts'
import { NODE_FUNCTIONS } from './node-functions.ts'
import { FINISHING_PARTIES, PREPARING_PARTIES, SPREADING_PARTIES } from './party-steps.ts'
import {
  BATCH_OF_EVENT,
  columnOf,
  NUMBERED_COLUMNS,
  REFERENCE_TABLES,
  SPREAD_TABLES,
  TABLES_BY_EHR,
  TABLES_BY_THEMSELVES,
  TRIGGERS,
} from './placement.ts'
import {
  checkOf,
  type DistributeOptions,
  detailOf,
  distributeTable,
  each,
  isThere,
  once,
  type Phase,
  removeLocalRows,
  type Step,
} from './step.ts'

const NAMES = SPREAD_TABLES.map(table => `to_regclass('cairn.${table}')`).join(', ')

interface ForeignKey {
  readonly name: string
  readonly own: string
  /** Of `own`: parties have a schema and steps of their own. */
  readonly schema: string
  readonly other: string
  readonly definition: string
}

const foreignKeys = once<ForeignKey>(`
  select c.conname as name, o.relname as own, o.relnamespace::regnamespace::text as schema, r.relname as other, pg_get_constraintdef(c.oid) as definition
  from pg_constraint c join pg_class o on o.oid = c.conrelid join pg_class r on r.oid = c.confrelid
  where c.contype = 'f' and c.conparentid = 0 and (c.conrelid in (${NAMES}) or c.confrelid in (${NAMES}))
  order by o.relname, c.conname`)

/** Keys between tables that a node has together. The others could not be checked by one node. */
const isKept = ({ schema, own, other }: ForeignKey): boolean =>
  schema === 'cairn' &&
  TABLES_BY_EHR.includes(own) &&
  (TABLES_BY_EHR.includes(other) || REFERENCE_TABLES.includes(other))

/** The numbers go on after those that were given. */
async function renumber(db: Queries, [table, column]: readonly [string, string]): Promise<void> {
  const name = `cairn.${table}_${column}_seq`
  const [row] = await db.query(
    once<{ next: number }>(
      `select case when is_called then last_value + 1 else last_value end as next from ${name}`,
    ),
  )
  await db.execute(once(`alter table cairn.${table} alter column ${column} drop identity if exists`))
  await db.execute(once(`create sequence ${name} start with ${Number(row?.next ?? 1)}`))
  await db.execute(once(`alter table cairn.${table} alter column ${column} set default nextval('${name}')`))
}

const inSchema = (table: string): string => `cairn.${table}`

/** Tables of the audit trail that came after the first distributed databases. */
const TRAIL_TABLES = ['audit_act', 'audit_actor', 'audit_trail']

const guards = once<{ own: string }>(`
  select tgrelid::regclass::text as own from pg_trigger
  where tgname = 'audit_append_only' and not tgisinternal order by 1`)

const trailPartitions = once<{ own: string }>(`
  select c.relname as own from pg_inherits p join pg_class c on c.oid = p.inhrelid
  where p.inhparent = 'cairn.audit_trail'::regclass order by 1`)

const numberedTables = once<{ own: string }>(`
  select c.relname as own from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'cairn'::regnamespace and a.attidentity <> ''`)

/** The rows of the trail get the batch that they are kept by, as a column that one database does not need. */
async function prepareTrail(db: Queries): Promise<void> {
  await each(await db.query(guards), ({ own }) =>
    db.execute(once(`drop trigger audit_append_only on ${own}`)),
  )
  const numbered = new Set((await db.query(numberedTables)).map(({ own }) => own))
  await each(
    NUMBERED_COLUMNS.filter(([table]) => TRAIL_TABLES.includes(table) && numbered.has(table)),
    column => renumber(db, column),
  )
  await db.execute(once('alter table cairn.audit_trail add column batch uuid'))
  await db.execute(once(`update cairn.audit_trail set batch = ${BATCH_OF_EVENT}`))
  await db.execute(once('alter table cairn.audit_trail alter column batch set not null'))
}

const PREPARING: readonly Step[] = [
  {
    name: 'foreign keys',
    about: 'take foreign keys away; those between tables that are kept together come back at the end',
    run: async db => {
      const keys = await db.query(foreignKeys)
      await each(keys, ({ schema, own, name }) =>
        db.execute(once(`alter table ${schema}.${own} drop constraint "${name}"`)),
      )
      return keys.filter(isKept)
    },
  },
  {
    name: 'triggers',
    about: 'take triggers away, whose work the statements do from now on',
    run: db => each(TRIGGERS, ([table, name]) => db.execute(once(`drop trigger ${name} on cairn.${table}`))),
  },
  {
    name: 'numbers',
    about: 'number rows by sequences instead of identity columns',
    run: db => each(NUMBERED_COLUMNS, column => renumber(db, column)),
  },
  {
    name: 'audit batches',
    about: 'give the events of the audit trail the batches that they are kept by',
    run: async db => {
      await db.execute(once(`update cairn.audit_old_event set batch = ${BATCH_OF_EVENT} where batch is null`))
      await db.execute(once('alter table cairn.audit_old_event alter column batch set not null'))
      await db.execute(once('alter table cairn.audit_old_event drop constraint audit_event_pkey'))
      await db.execute(
        once(
          'alter table cairn.audit_old_event add constraint audit_event_pkey primary key (batch, event_id)',
        ),
      )
      await db.execute(once('create index audit_event_id on cairn.audit_old_event (event_id)'))
    },
  },
  {
    name: 'audit partitions',
    about: 'give the partitions of the audit trail the same',
    run: prepareTrail,
  },
]

const SPREADING: readonly Step[] = [
  ...REFERENCE_TABLES.map(
    (table): Step => ({
      name: `table ${table}`,
      about: `put a copy of ${table} on every node`,
      run: db => db.query(once(`select create_reference_table('cairn.${table}')`)),
    }),
  ),
  ...TABLES_BY_EHR.map(
    (table, at): Step => ({
      name: `table ${table}`,
      about: `divide ${table} by ${columnOf(table)}`,
      run: (db, { shards }) =>
        distributeTable(
          db,
          inSchema(table),
          columnOf(table),
          at === 0 ? `colocate_with => 'none', shard_count => ${shards}` : `colocate_with => 'cairn.ehr'`,
        ),
    }),
  ),
  ...TABLES_BY_THEMSELVES.map(
    (table): Step => ({
      name: `table ${table}`,
      about: `divide ${table} by ${columnOf(table)}`,
      run: (db, { shards }) =>
        distributeTable(
          db,
          inSchema(table),
          columnOf(table),
          `colocate_with => 'none', shard_count => ${shards}`,
        ),
    }),
  ),
]

/** Without those that take rows of a table or a view, whose types the nodes do not have. */
const functions = once<{ name: string }>(`
  select p.oid::regprocedure::text as name from pg_proc p
  where p.pronamespace = 'cairn'::regnamespace and p.prorettype <> 'trigger'::regtype
    and not exists (select 1 from unnest(p.proargtypes) a join pg_type t on t.oid = a where t.typtype = 'c')
  order by p.oid`)

/** SQL of `isMadeByServer` in `ids/`, negated. */
export const isChosenUid = (id: string): string =>
  `right(${id}::text, 4) <> left(encode(sha256(convert_to(left(${id}::text, -4), 'UTF8')), 'hex'), 4)`

const claimChosenUids = once(`
  insert into cairn.object_claim (object_id, ehr_id)
  select object_id, ehr_id from cairn.versioned_object where ${isChosenUid('object_id')} on conflict do nothing`)

const FINISHING: readonly Step[] = [
  {
    name: 'node functions',
    about: 'make the functions that statements of a distributed database need',
    run: db => each(NODE_FUNCTIONS, text => db.execute(once(text))),
  },
  {
    name: 'functions',
    about: 'make the functions of queries known to every node',
    run: async db =>
      each(await db.query(functions), ({ name }) =>
        db.query(once(`select create_distributed_function('${name}')`)),
      ),
  },
  {
    name: 'local rows',
    about: 'remove the rows that were copied to the nodes from the coordinator',
    run: db => each(SPREAD_TABLES, table => removeLocalRows(db, inSchema(table))),
  },
  {
    name: 'object claims',
    about: 'note which EHR has the objects whose ids clients chose',
    phase: 'filled',
    run: async db => {
      if (await isThere(db, inSchema('object_claim'))) await db.execute(claimChosenUids)
    },
  },
  {
    name: 'kept foreign keys',
    about: 'make foreign keys again',
    phase: 'switched',
    run: async (db, options) => {
      const keys = (await detailOf(db, 'foreign keys')) as readonly ForeignKey[]
      await each(keys, ({ own, name, definition }) =>
        db.execute(
          once(`alter table cairn.${own} add constraint "${name}" ${definition}${checkOf(options)}`),
        ),
      )
    },
  },
  {
    name: 'local audit rows',
    about: 'remove the rows of the audit trail that were copied to the nodes from the coordinator',
    run: db => each(TRAIL_TABLES, table => removeLocalRows(db, inSchema(table))),
  },
  {
    name: 'audit rights',
    about: 'take the right to change the audit trail from this role',
    phase: 'paused',
    run: db => db.execute(once('revoke update, delete, truncate on cairn.audit_old_event from current_user')),
  },
  {
    name: 'audit trail rights',
    about: 'take the right to change its partitions and words too',
    phase: 'paused',
    run: async db => {
      const partitions = await db.query(trailPartitions)
      await each([...TRAIL_TABLES, ...partitions.map(({ own }) => own)], table =>
        db.execute(once(`revoke update, delete, truncate on cairn.${table} from current_user`)),
      )
    },
  },
  {
    name: 'complete',
    about: 'note that the database is distributed',
    phase: 'paused',
    run: async () => undefined,
  },
]

const STEPS: readonly Step[] = [
  ...PREPARING,
  ...PREPARING_PARTIES,
  ...SPREADING,
  ...SPREADING_PARTIES,
  ...FINISHING_PARTIES,
  ...FINISHING,
]

const done = sql<{ step: string }>({ name: 'distribute.done', text: 'select step from cairn.distribution' })
const note = sql<never, [step: string, detail: string | null]>({
  name: 'distribute.note',
  text: 'insert into cairn.distribution (step, detail) values ($1, $2::jsonb)',
})

/** The steps that are left, as text. */
export async function remainingSteps(db: Database): Promise<readonly string[]> {
  return (await stepsLeft(db)).map(({ about }) => about)
}

const extension = once<{ present: boolean; available: boolean }>(`
  select exists (select 1 from pg_extension where extname = 'citus') as present,
    exists (select 1 from pg_available_extensions where name = 'citus') as available`)
const nodes = once<{ coordinator: boolean; known: boolean }>(`
  select (select groupid from pg_dist_local_group) = 0 as coordinator,
    exists (select 1 from pg_dist_node where groupid = 0) as known`)

async function requireCluster(db: Database): Promise<void> {
  const [found] = await db.query(extension)
  if (!found?.present)
    throw new StartError(
      found?.available
        ? 'The database lacks the extension citus: run "create extension citus" in it as a superuser.'
        : 'This PostgreSQL has no Citus: install it on every node, and add it to shared_preload_libraries.',
    )
  const [node] = await db.query(nodes)
  if (!node?.coordinator)
    throw new StartError('This node is a worker: set CAIRN_DATABASE_URL to the coordinator of the cluster.')
  if (!node.known)
    throw new StartError(
      `The coordinator is not among its own nodes: run "select citus_set_coordinator_host('<its address>', <port>)".`,
    )
}

async function runStep(
  queries: Queries,
  { name, about, run }: Step,
  options: DistributeOptions,
): Promise<void> {
  options.say(about)
  // Citus cannot add foreign keys or reference tables beside statements that already went to the nodes in parallel.
  await queries.execute(once(`set local citus.multi_shard_modify_mode to 'sequential'`))
  const detail = await run(queries, options)
  await queries.execute(note, [
    name,
    Array.isArray(detail) && name.endsWith('foreign keys') ? JSON.stringify(detail) : null,
  ])
}

async function stepsLeft(db: Database, phase?: Phase): Promise<readonly Step[]> {
  const finished = new Set((await db.query(done)).map(({ step }) => step))
  return STEPS.filter(
    step => !finished.has(step.name) && (phase === undefined || (step.phase ?? 'empty') === phase),
  )
}

/** Does the steps that are left, or those of one phase, each in a transaction of its own. */
export async function distribute(db: Database, options: DistributeOptions, phase?: Phase): Promise<void> {
  await requireCluster(db)
  for (const step of await stepsLeft(db, phase))
    await db.transaction(queries => runStep(queries, step, options))
}

/** The steps of the pause are one transaction: a server finds all of them done, or none. */
export async function completeDistribution(db: Database, options: DistributeOptions): Promise<void> {
  const steps = await stepsLeft(db, 'paused')
  await db.transaction(queries => each(steps, step => runStep(queries, step, options)))
}
