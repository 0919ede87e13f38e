/** Leases of subscriptions, while they are changed. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { eventually } from '../eventually.ts'
import { testServer } from '../server.ts'
import { callSubscription, LOCAL, openReceiver, subscribe } from './receiver.ts'

const server = await testServer({ env: LOCAL, jobPace: 10 })

const free = sql<never, [id: string]>({
  name: 'test.freeLease',
  text: 'update cairn.subscription set holder = null, held_until = null where subscription_id = $1',
})
const findHolder = sql<{ holder: string | null }, [id: string]>({
  name: 'test.findHolder',
  text: 'select holder from cairn.subscription where subscription_id = $1',
})

const isHeld = async (id: string): Promise<boolean> => {
  const [row] = await server.db.query(findHolder, [id])
  assert.ok(row)
  return row.holder !== null
}

it('a subscription that was changed is free until the process that delivers it has heard of the change', async () => {
  const { url } = await openReceiver()
  const { id } = await subscribe(server, url)
  await eventually('the lease', () => isHeld(id))
  // A change frees the lease first, and is announced then.
  await server.db.execute(free, [id])
  const other = await subscribe(server, url)
  await eventually('the lease of another', () => isHeld(other.id))
  assert.equal(await isHeld(id), false)
  const changed = await callSubscription(server, `PUT /${id}`, { name: 'Changed' })
  assert.equal(changed.status, 200, changed.text)
  await eventually('the lease after the change', () => isHeld(id))
})
