/** A distributed database of a role that is no superuser: it is made, kept and guarded by that role alone. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, it } from 'node:test'
import { makeAuditPartitions } from '../../packages/server/src/audit/retention/partitions.ts'
import { removeOldEvents } from '../../packages/server/src/audit/retention/removal.ts'
import { addSeal, sealContent, unsealed } from '../../packages/server/src/audit/seals/sealer.ts'
import { findHead } from '../../packages/server/src/audit/seals/store.ts'
import { detectDistribution, distribute } from '../../packages/server/src/db/distribution/index.ts'
import { migrate, openPool, sql } from '../../packages/server/src/db/index.ts'
import { addEvents, readEvent } from '../audit/trail.ts'
import { CITUS_VARIABLE } from '../postgres.ts'
import { withoutCitus } from './cluster.ts'

const address = process.env[CITUS_VARIABLE] ?? ''
const name = `cairn_test_${randomBytes(6).toString('hex')}`
const password = randomBytes(6).toString('hex')

const DAY_MS = 24 * 3600 * 1000
const today = new Date()
/** The eleventh of a month, counted from the current one. */
const dayOf = (months: number): Date =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 11))
const sign = () => 'signature'

/** Made by the migration, and since. */
const GUARDED = [
  'audit_trail',
  'audit_trail_default',
  `audit_trail_${dayOf(-2).toISOString().slice(0, 7).replace('-', '_')}`,
  'audit_act',
  'audit_actor',
  'audit_old_event',
]

const text = <Row = never>(statement: string) =>
  sql<Row>({ name: 'test.role', text: statement, prepare: false })

async function run(url: string, ...statements: readonly string[]): Promise<void> {
  const database = openPool(url, { max: 1, applicationName: 'cairn test' })
  try {
    for (const each of statements) await database.execute(text(each))
  } finally {
    await database.close()
  }
}

after(async () => {
  if (withoutCitus === false)
    await run(address, `drop database if exists ${name} with (force)`, `drop role if exists ${name}`)
})

/** Its own database, distributed. */
async function madeByRole(): Promise<string> {
  const { hostname, port } = new URL(address)
  const node = `'${hostname}', ${port || 5432}`
  await run(
    address,
    `create role ${name} login password '${password}'`,
    `create database ${name} owner ${name}`,
  )
  await run(
    Object.assign(new URL(address), { pathname: `/${name}` }).href,
    'create extension citus',
    `select citus_set_coordinator_host(${node})`,
    `select citus_set_node_property(${node}, 'shouldhaveshards', true)`,
  )
  const url = Object.assign(new URL(address), { pathname: `/${name}`, username: name, password }).href
  await migrate(url)
  const database = openPool(url, { max: 2, applicationName: 'cairn test' })
  await distribute(database, { shards: 4, say: () => {} }).finally(() => database.close())
  assert.equal(await detectDistribution(url), true)
  return url
}

it('an ordinary role distributes its database, and makes and removes months of the audit trail', {
  skip: withoutCitus,
}, async () => {
  const db = openPool(await madeByRole(), { max: 2, applicationName: 'cairn test', isDistributed: true })
  try {
    await makeAuditPartitions(db, dayOf(-7).getTime())
    const days = [-7, -6, -2].map(months => dayOf(months).toISOString())
    await addEvents(
      db,
      days.map(at => ({ at })),
    )
    await makeAuditPartitions(db, dayOf(-2).getTime())
    assert.deepEqual(await db.query(text('select 1 from cairn.audit_trail_default')), [])
    // Seals of two days confirm the time.
    for (const ageMs of [DAY_MS + 3600_000, 0]) {
      const event = readEvent({ at: dayOf(-2).toISOString() })
      const [eventId = 0] = await addEvents(db, [event])
      const now = () => today.getTime() - ageMs
      assert.ok(await addSeal(db, sealContent([unsealed(eventId, event)]), await findHead(db), { sign, now }))
    }
    const { held } = await removeOldEvents({ db, now: Date.now, months: 2, sign })
    assert.equal(held, undefined)
    const left = await db.query(text<{ at: Date }>('select at from cairn.audit_trail order by at'))
    const kept = dayOf(-2).toISOString().slice(0, 10)
    assert.deepEqual(
      left.map(({ at }) => at.toISOString().slice(0, 10)),
      [kept, kept, kept, new Date().toISOString().slice(0, 10)],
    )
    for (const table of GUARDED)
      for (const change of [`delete from cairn.${table}`, `truncate cairn.${table}`])
        await assert.rejects(db.execute(text(change)), { code: '42501' }, change)
    await assert.rejects(db.execute(text('delete from cairn.audit_seal')), { code: 'P0001' })
  } finally {
    await db.close()
  }
})
