/** The clock of the database was ahead and was set back: deliveries do not wait for the times that were written meanwhile. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { openPool, sql } from '../../packages/server/src/db/index.ts'
import { findLanes, LEASE_S, takeLeases } from '../../packages/server/src/webhooks/delivery-store.ts'
import { testDatabase } from '../database.ts'

const { url, beforeDrop } = await testDatabase()
const db = openPool(url, { max: 2, applicationName: 'cairn test' })
beforeDrop(() => db.close())

interface Times {
  readonly holder?: string
  readonly heldFor?: string
  readonly nextIn?: string
  readonly attempts?: number
}

/** A subscription whose times are as far from now as the clock was. */
async function subscription({ holder, heldFor, nextIn = '0', attempts = 0 }: Times): Promise<string> {
  const id = randomUUID()
  const text = `insert into cairn.subscription (subscription_id, name, url, client_id, filter, with_content, batch_size, signing, secret,
      holder, held_until, next_at, attempts)
    values ($1, 'copy', 'https://copy.example.org', 'app', '{}', false, 1, 'hmac', '\\x00', $2, now() + $3::interval, now() + $4::interval, $5)`
  const add = sql<never, [string, string | null, string | null, string, number]>({ name: 'test.add', text })
  await db.execute(add, [id, holder ?? null, heldFor ?? null, nextIn, attempts])
  return id
}

const taken = async (holder: string, id: string) =>
  (await takeLeases(db, holder, 100, [])).find(row => row.subscription_id === id)

const leaseOf = async (id: string): Promise<{ holder: string; seconds: number }> => {
  const text = `select holder, extract(epoch from held_until - now())::float8 as seconds from cairn.subscription where subscription_id = $1`
  const [row] = await db.query(
    sql<{ holder: string; seconds: number }, [string]>({ name: 'test.lease', text }),
    [id],
  )
  assert.ok(row)
  return row
}

describe('after the clock of the database was set back', () => {
  it('a lease of before ends within the time of a lease, and until then nobody else takes it', async () => {
    const [dead, other] = [randomUUID(), randomUUID()]
    const id = await subscription({ holder: dead, heldFor: '1 day' })
    assert.equal(await taken(other, id), undefined)
    const { holder, seconds } = await leaseOf(id)
    assert.equal(holder, dead)
    assert.ok(seconds > 0 && seconds <= LEASE_S, String(seconds))
  })

  it('the process that delivers keeps its lease', async () => {
    const own = randomUUID()
    const id = await subscription({ holder: own, heldFor: '1 day' })
    await taken(own, id)
    const { holder, seconds } = await leaseOf(id)
    assert.deepEqual([holder, seconds <= LEASE_S], [own, true])
    assert.equal(await taken(randomUUID(), id), undefined)
  })

  it('a subscription without a failure is due, and one with failures waits no longer than its own pause', async () => {
    const fine = await subscription({ nextIn: '1 day' })
    const failing = await subscription({ nextIn: '1 day', attempts: 3 })
    const waiting = await subscription({ nextIn: '10 seconds', attempts: 3 })
    const due = new Map(
      (await takeLeases(db, randomUUID(), 100, [])).map(row => [row.subscription_id, row.due_in]),
    )
    assert.equal(due.get(fine), 0)
    assert.equal(due.get(failing), 25)
    assert.ok(Math.abs((due.get(waiting) ?? 0) - 10) < 5)
  })

  it('the next event of an EHR that waits is due', async () => {
    const id = await subscription({})
    const text = `with changed as (insert into cairn.change (position, source_id, is_note, is_party)
        select n, gen_random_uuid(), true, false from generate_series(1, 3) n)
      insert into cairn.subscription_lane (subscription_id, position, part, attempts, failing_since, next_at)
      values ($1, 1, 0, 0, now(), now() + interval '1 day'), ($1, 2, 0, 2, now(), now() + interval '1 day'),
        ($1, 3, 0, 9, now(), now() + interval '3 hours')`
    await db.execute(sql<never, [string]>({ name: 'test.lanes', text }), [id])
    const lanes = await findLanes(db, id)
    assert.deepEqual(
      lanes.map(lane => lane.is_due),
      [true, true, false],
    )
  })
})
