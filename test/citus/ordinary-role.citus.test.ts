/** A distributed database of a role that is no superuser: it is made, kept and guarded by that role alone. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, it } from 'node:test'
import { detectDistribution, distribute, migrate, openPool, sql } from '../../packages/server/src/db/index.ts'
import { removeOldEvents } from '../../packages/server/src/observe/audit-retention.ts'
import { makeAuditPartitions } from '../../packages/server/src/observe/index.ts'
import { addEvents } from '../audit/trail.ts'
import { CITUS_VARIABLE } from '../postgres.ts'
import { withoutCitus } from './cluster.ts'

const address = process.env[CITUS_VARIABLE] ?? ''
const name = `cairn_test_${randomBytes(6).toString('hex')}`
const password = randomBytes(6).toString('hex')

/** Made by the migration, and since. */
const GUARDED = [
  'audit_trail',
  'audit_trail_default',
  'audit_trail_2031_06',
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
    await makeAuditPartitions(db, Date.parse('2031-01-10'))
    await addEvents(
      db,
      ['2031-01-11', '2031-02-11', '2031-06-11'].map(day => ({ at: `${day}T00:00:00.000Z` })),
    )
    await makeAuditPartitions(db, Date.parse('2031-06-10'))
    assert.deepEqual(await db.query(text('select 1 from cairn.audit_trail_default')), [])
    const removed = await removeOldEvents({
      db,
      now: () => Date.parse('2031-08-10'),
      months: 2,
      sign: () => 'signature',
    })
    assert.ok(removed)
    const left = await db.query(text<{ at: Date }>('select at from cairn.audit_trail order by at'))
    assert.deepEqual(
      left.map(({ at }) => at.toISOString().slice(0, 10)),
      ['2031-06-11', '2031-08-10'],
    )
    for (const table of GUARDED)
      for (const change of [`delete from cairn.${table}`, `truncate cairn.${table}`])
        await assert.rejects(db.execute(text(change)), { code: '42501' }, change)
    await assert.rejects(db.execute(text('delete from cairn.audit_seal')), { code: 'P0001' })
  } finally {
    await db.close()
  }
})
