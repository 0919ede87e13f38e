/** A database that takes no writes, as a standby before its promotion: 503 with Retry-After, readiness says so, and afterwards all is as before. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { testDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { programServer } from '../program-server.ts'

const { url, database } = await testDatabase()
const server = await programServer({ CAIRN_DATABASE_URL: url })
const run = (text: string) => database.execute(sql({ name: 'test.readOnly', text, prepare: false }))
const name = new URL(url).pathname.slice(1)

/** New sessions have the setting; those that are open are ended, as they are by a failover. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  await run(`begin read write; alter database ${name} set default_transaction_read_only = ${value}; commit`)
  await run(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'cairn test'`,
  )
}

it('refuses what it cannot store, and serves again when the database takes writes', async () => {
  assert.equal((await server.call('POST /openehr/v1/ehr')).status, 201)
  await setReadOnly('on')
  await eventually(
    'readiness says so',
    async () => (await server.ready()).reason === 'The database takes no writes.',
  )
  for (let times = 0; times < 10; times++) {
    const answer = await server.call('POST /openehr/v1/ehr')
    assert.equal(answer.status, 503, await answer.text())
    assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  }
  assert.equal(
    (await server.ready()).reason,
    'The database takes no writes.',
    'the cause, not that audit events wait',
  )
  await setReadOnly('off')
  await eventually('it serves', async () => (await server.call('POST /openehr/v1/ehr')).status === 201)
  await eventually('it is ready', async () => (await server.ready()).status === 200)
})
