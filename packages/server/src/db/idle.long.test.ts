/** Connections outlast a pause: to open them and to prepare their statements again would make the next burst of requests dear. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '../../../../test/database.ts'
import { openPool, sql } from './index.ts'

/** The driver's pool closes connections after ten seconds by default. */
const PAUSE_MS = 11_000
const CONNECTIONS = 3

const backend = sql<{ pid: number }>({
  name: 'test.backend',
  text: 'select pg_backend_pid() as pid, pg_sleep(0.1)',
})

it('connections that nobody uses for a while are kept', async () => {
  const { url, beforeDrop } = await testDatabase()
  const pool = openPool(url, { max: CONNECTIONS, applicationName: 'cairn test' })
  beforeDrop(pool.close)
  const backends = async () => {
    const rows = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.query(backend)))
    return new Set(rows.flat().map(({ pid }) => pid))
  }
  const before = await backends()
  assert.equal(before.size, CONNECTIONS)
  await sleep(PAUSE_MS)
  assert.deepEqual(await backends(), before)
})
