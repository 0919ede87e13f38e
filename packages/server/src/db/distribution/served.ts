/**
 * Distributes a database that is in use: into another database, which is on the cluster already (decision 0148). Reads and writes go on; writes are
 * refused only while the last changes are copied. Each command can be repeated after a kill.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { connected, findTables, IN_SCHEMAS, named, refuseUsed, rowsOf } from '../copy-database.ts'
import type { Queries } from '../database.ts'
import { migrate } from '../migrate.ts'
import {
  allowWrites,
  type Changed,
  catchUp,
  followChanges,
  forgetChanges,
  nameOfNotes,
  noteChanges,
  type Sides,
  stopWrites,
  withoutTriggers,
} from '../moving/index.ts'
import { openPool } from '../pool.ts'
import { StartError } from '../start-error.ts'
import { sql } from '../statement.ts'
import { completeDistribution, distribute, isChosenUid } from './distribute.ts'
import { beginParts, copyParts, hasBegun, type PartsOptions, sizeOf } from './parts.ts'
import { detectDistribution } from './state.ts'
import type { DistributeOptions } from './step.ts'

export interface ServedOptions extends DistributeOptions, PartsOptions {}

/** Addresses of the database that is served, and of its copy, as their owners. */
export interface Addresses {
  readonly source: string
  readonly target: string
}

interface ForeignKey {
  readonly own: string
  readonly name: string
  readonly definition: string
}

/** The detail of the step `copy`. */
interface Begun {
  /** The name that the notes of changes have in the source. */
  readonly notes: string
  /** Keys between tables of the coordinator, made again after the switch. */
  readonly keys: readonly ForeignKey[]
}

type OwnStep = 'copy' | 'rows' | 'statistics' | 'compared' | 'coordinator keys'

const ownSteps = sql<{ step: OwnStep }>({
  name: 'distribute.ownSteps',
  text: `select step from cairn.distribution where step in ('copy', 'coordinator keys')`,
})

const DETAIL = 'select detail from cairn.distribution where step = $1'
const NOTE = 'insert into cairn.distribution (step, detail) values ($1, $2)'

async function stepOf(
  target: pg.Client,
  step: OwnStep | 'complete',
): Promise<{ detail: unknown } | undefined> {
  const { rows } = await target.query<{ detail: unknown }>(DETAIL, [step])
  return rows[0]
}

async function noteStep(target: pg.Client, step: OwnStep, detail?: unknown): Promise<void> {
  await target.query(NOTE, [step, detail === undefined ? null : JSON.stringify(detail)])
}

async function once(target: pg.Client, step: OwnStep, work: () => Promise<void>): Promise<void> {
  if (await stepOf(target, step)) return
  await work()
  await noteStep(target, step)
}

const inTransaction = async (client: pg.Client, work: () => Promise<void>): Promise<void> => {
  await client.query('begin')
  await work()
  await client.query('commit')
}

const LOCK = `select pg_try_advisory_lock(hashtextextended('cairn.distribution', 0)) as locked`

/** With both databases, one command at a time. */
async function onBoth<T>(addresses: Addresses, work: (sides: Sides) => Promise<T>): Promise<T> {
  const clients: pg.Client[] = []
  try {
    for (const url of [addresses.source, addresses.target]) clients.push(await connected(url))
    const [source, target] = clients as [pg.Client, pg.Client]
    const [row] = await rowsOf<{ locked: boolean }>(target, LOCK)
    if (!row?.locked) throw new StartError('Another command works on the new database: try again later.')
    return await work({ source, target })
  } finally {
    for (const client of clients) await client.end().catch(() => {})
  }
}

async function withPool<T>(url: string, work: (db: ReturnType<typeof openPool>) => Promise<T>): Promise<T> {
  const db = openPool(url, { max: 2, applicationName: 'cairn distribute' })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const hasSteps = async (target: pg.Client): Promise<boolean> => {
  const [row] = await rowsOf<{ known: boolean }>(
    target,
    `select to_regclass('cairn.distribution') is not null as known`,
  )
  return row?.known === true && (await stepOf(target, 'copy')) !== undefined
}

const KEYS = `select ${named('t')} as own, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  where c.contype = 'f' and c.conparentid = 0 and t.${IN_SCHEMAS} order by 1, 2`

/** Tables are copied at different times, so that no key between them holds before the copy has caught up. Rows that migrations made come from the source. */
const beginCopy = (target: pg.Client): Promise<void> =>
  inTransaction(target, async () => {
    const keys = await rowsOf<ForeignKey>(target, KEYS)
    for (const { own, name } of keys) await target.query(`alter table ${own} drop constraint ${name}`)
    await withoutTriggers(target, async () => {
      for (const { name } of await findTables(target)) await target.query(`delete from ${name}`)
    })
    const begun: Begun = { notes: randomUUID(), keys }
    await noteStep(target, 'copy', begun)
  })

async function prepare({ target }: Sides, addresses: Addresses, options: ServedOptions): Promise<void> {
  if (await hasSteps(target)) return
  await refuseUsed(target)
  await migrate(addresses.target)
  await withPool(addresses.target, db => distribute(db, options, 'empty'))
  await beginCopy(target)
}

async function begunOf(target: pg.Client): Promise<Begun> {
  const step = (await hasSteps(target)) ? await stepOf(target, 'copy') : undefined
  if (!step) throw new StartError('There is no copy to switch to: run "cairn distribute copy" first.')
  return step.detail as Begun
}

/** Notes that somebody has dropped since miss changes. */
async function noteFrom(sides: Sides, addresses: Addresses): Promise<void> {
  const { notes } = await begunOf(sides.target)
  if ((await nameOfNotes(sides.source)) !== notes) {
    if (await hasBegun(sides.target))
      throw new StartError(
        'The copy was cancelled, or the changes of the database are noted for another one: give a new empty database.',
      )
    await noteChanges(addresses.source, notes)
  }
  if (!(await hasBegun(sides.target))) await beginParts(sides)
}

/** Ids that clients have chosen are claimed in a cluster alone (decision 0116). */
async function claimChosen(target: pg.Client, { name, keys, rows }: Changed): Promise<void> {
  if (name !== 'cairn.versioned_object') return
  await target.query(`delete from cairn.object_claim c using ${keys} k where c.object_id = k.object_id`)
  await target.query(
    `insert into cairn.object_claim (object_id, ehr_id) select object_id, ehr_id from ${rows}
     where ${isChosenUid('object_id')} on conflict do nothing`,
  )
}

const follow = ({ source, target }: Addresses): Promise<void> =>
  followChanges(source, target, { isWhole: false, applied: claimChosen })

/** Bytes that this call copied. */
export interface CopiedParts {
  readonly bytes: number
}

async function requirePlain({ source, target }: Addresses): Promise<void> {
  if (await detectDistribution(source)) throw new StartError('The database is distributed already.')
  if (source === target) throw new StartError('CAIRN_NEW_DATABASE_URL is the address of the same database.')
}

/** Copies everything that is not copied yet. A copy that is complete gets the changes since. */
export async function copyServed(addresses: Addresses, options: ServedOptions): Promise<CopiedParts> {
  await requirePlain(addresses)
  return onBoth(addresses, async sides => {
    const { target } = sides
    await prepare(sides, addresses, options)
    if (await stepOf(target, 'complete')) return { bytes: 0 }
    await noteFrom(sides, addresses)
    let bytes = 0
    // Once: when the copy has caught up, rows that have come since are noted no more.
    await once(target, 'rows', async () => {
      options.say('copy the tables')
      bytes = await copyParts(sides, options)
    })
    await withPool(addresses.target, db => distribute(db, options, 'filled'))
    await once(target, 'statistics', async () => {
      options.say('gather statistics of the tables')
      await target.query('analyze')
    })
    await once(target, 'compared', async () => {
      options.say('compare all rows')
      await catchUp(addresses.source, addresses.target, { isWhole: true, applied: claimChosen })
    })
    options.say('copy what has changed since')
    await follow(addresses)
    return { bytes }
  })
}

/** Bytes of the rows that are to be copied. */
export async function sizeOfCopy(source: string): Promise<number> {
  const client = await connected(source)
  try {
    return await sizeOf(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The time without writes begins, and ends for the old database if this fails. */
async function complete(addresses: Addresses, options: ServedOptions): Promise<void> {
  await stopWrites(addresses.source)
  try {
    await catchUp(addresses.source, addresses.target, { isWhole: false, applied: claimChosen })
    await withPool(addresses.target, db => completeDistribution(db, options))
  } catch (error) {
    await allowWrites(addresses.source)
    throw error
  }
}

const UNCHECKED = `select ${named('t')} as own, quote_ident(c.conname) as name
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  where c.contype = 'f' and c.conparentid = 0 and not c.convalidated and t.${IN_SCHEMAS} order by 1, 2`

/** Foreign keys come when the new database is in use already: to read all rows may take long. */
async function addKeys(target: pg.Client, addresses: Addresses, options: ServedOptions): Promise<void> {
  await withPool(addresses.target, db => distribute(db, { ...options, trustsRows: true }, 'switched'))
  const { keys } = await begunOf(target)
  if (!(await stepOf(target, 'coordinator keys')))
    await inTransaction(target, async () => {
      for (const { own, name, definition } of keys)
        await target.query(`alter table ${own} add constraint ${name} ${definition} not valid`)
      await noteStep(target, 'coordinator keys')
    })
  for (const { own, name } of await rowsOf<Omit<ForeignKey, 'definition'>>(target, UNCHECKED)) {
    options.say(`check ${name} of ${own}`)
    await target.query(`alter table ${own} validate constraint ${name}`)
  }
}

/** `switched` is called when servers can use the new database. */
export async function switchServed(
  addresses: Addresses,
  options: ServedOptions & { readonly switched: () => void },
): Promise<void> {
  await onBoth(addresses, async ({ target }) => {
    await begunOf(target)
    if (!(await stepOf(target, 'complete'))) {
      if (!(await stepOf(target, 'compared')))
        throw new StartError('The copy is not complete: run "cairn distribute copy" to its end first.')
      await follow(addresses)
      options.say('stop writes, and copy the last changes')
      await complete(addresses, options)
    }
    options.switched()
    await addKeys(target, addresses, options)
  })
}

const NUMBERS = `select
  (select last_value from cairn.version_commit_number_seq) || ' ' || (select last_value from cairn.audit_event_event_id_seq) as numbers`

/** The old database goes on. Impossible as soon as the new one has a record or an event that the old one lacks. */
export async function cancelServed(addresses: Addresses): Promise<void> {
  await onBoth(addresses, async ({ source, target }) => {
    if ((await hasSteps(target)) && (await stepOf(target, 'complete'))) {
      const [[of], [at]] = await Promise.all([
        rowsOf<{ numbers: string }>(source, NUMBERS),
        rowsOf<{ numbers: string }>(target, NUMBERS),
      ])
      if (of?.numbers !== at?.numbers)
        throw new StartError(
          'The new database was written to after the switch. Its records come back into one server by "cairn database copy".',
        )
      await target.query(`delete from cairn.distribution where step = 'complete'`)
    }
    await forgetChanges(addresses.source)
  })
}

/** The copy of a database that was in use is made by its own commands to the end. */
export async function refuseCopy(db: Queries): Promise<void> {
  const steps = (await db.query(ownSteps)).map(({ step }) => step)
  if (steps.includes('copy') && !steps.includes('coordinator keys'))
    throw new StartError(
      'This database is a copy: run "cairn distribute switch" with the settings of the database that it is a copy of.',
    )
}
