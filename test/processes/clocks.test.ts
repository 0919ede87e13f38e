/** The clock of the database was wrong for a while: nothing is lost, and nothing is taken for old or new that is not. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { data } from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { earlierTime, sql } from '../../packages/server/src/db/index.ts'
import { openDelays } from '../../packages/server/src/people/sessions/delays.ts'
import { status } from '../admin/records.ts'
import { testServer } from '../server.ts'

const here = await testServer()
const there = await testServer({ beside: here })

/** Columns of the dictionary with a time, as if everything so far had been written while the clock was ahead. */
const TIMES = `select format('update cairn.%I set %I = %I + interval ''1 hour''', table_name, column_name, column_name) as text
  from information_schema.columns where table_schema = 'cairn' and data_type = 'timestamp with time zone'
    and table_name in ('archetype', 'archetype_path')`

async function setClockBack(): Promise<void> {
  const found = await here.db.query(sql<{ text: string }>({ name: 'test.times', text: TIMES }))
  for (const { text } of found) await here.db.execute(sql({ name: 'test.shift', text, prepare: false }))
}

const postEhr = async (node: string): Promise<void> => {
  const body = status({
    other_details: data.locatable('ITEM_TREE', 'at0001', {
      items: [data.element(node, { _type: 'DV_TEXT', value: 'x' })],
    }),
  })
  const answer = await here.call('POST /openehr/v1/ehr', {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(answer.status, 201, answer.text)
}

const rowsOf = async (server: typeof here, node: string): Promise<unknown> => {
  const q = `SELECT s/other_details/items[${node}]/value/value FROM EHR e CONTAINS EHR_STATUS s
    WHERE s/other_details/items[${node}]/value/value = 'x'`
  const answer = await server.call(`GET /openehr/v1/query/aql?${new URLSearchParams({ q })}`, {
    scopes: 'api.read',
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.json().rows
}

/** A process reads the dictionary again every two seconds. */
const REFRESHED_MS = 3000

describe('after the clock of the database was set back by an hour', () => {
  it('a query finds in every process what one process commits', async () => {
    await postEhr('at9001')
    await setClockBack()
    assert.deepEqual(await rowsOf(there, 'at9001'), [['x']])
    await sleep(REFRESHED_MS)
    await postEhr('at9002')
    assert.deepEqual(await rowsOf(here, 'at9002'), [['x']])
    assert.deepEqual(await rowsOf(there, 'at9002'), [['x']])
  })
})

describe('a clock of the server that was ahead by an hour', () => {
  const HOUR = 3_600_000

  it('deletes nothing as expired that is not by the clock of the database', async () => {
    const ahead = Date.now() + HOUR
    assert.ok((await earlierTime(here.db, ahead)) < ahead - HOUR / 2)
    const behind = Date.now() - HOUR
    assert.equal(await earlierTime(here.db, behind), behind)
  })

  it('keeps nobody waiting for an hour after a wrong password', () => {
    const clock = { now: Date.now() + HOUR }
    const delays = openDelays(() => clock.now)
    for (let tries = 0; tries < 10; tries++) delays.failed('ann', '192.0.2.1')
    const before = delays.wait('ann', '192.0.2.1')
    clock.now -= HOUR
    assert.ok(before !== undefined && before > 0)
    assert.equal(delays.wait('ann', '192.0.2.1'), before)
  })
})
