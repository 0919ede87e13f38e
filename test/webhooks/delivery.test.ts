/** Events reach the address of a subscription, signed by the rules of Standard Webhooks. */
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { describe, it } from 'node:test'
import { CloudEvent } from 'cloudevents'
import { Webhook } from 'standardwebhooks'
import { readAll } from '../events/feed-calls.ts'
import { eventually } from '../eventually.ts'
import { idOf, newEhr, postComposition, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { callSubscription, LOCAL, openReceiver, type Received, subscribe } from './receiver.ts'

const server = await testServer({ env: LOCAL, jobPace: 10 })
await uploadTemplate(server)
const ehrId = await newEhr(server)

const headersOf = ({ headers }: Received): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

const PUBLIC_HEADER = Buffer.from('302a300506032b6570032100', 'hex')

/** `v1a`, which the package does not know. */
function verifyEd25519(publicKey: string, received: Received): boolean {
  const {
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': signatures = '',
  } = headersOf(received)
  const key = createPublicKey({
    key: Buffer.concat([PUBLIC_HEADER, Buffer.from(publicKey.replace('whpk_', ''), 'base64')]),
    format: 'der',
    type: 'spki',
  })
  return signatures
    .split(' ')
    .some(
      each =>
        each.startsWith('v1a,') &&
        verify(null, Buffer.from(`${id}.${at}.${received.body}`), key, Buffer.from(each.slice(4), 'base64')),
    )
}

describe('a subscription', () => {
  it('gets the events of the feed that pass its filter, each as a CloudEvent', async () => {
    const receiver = await openReceiver()
    const { id } = await subscribe(server, receiver.url, { filter: { type: ['composition.created'] } })
    const uid = idOf(await postComposition(server, ehrId))
    await newEhr(server)
    await eventually('the event', () => receiver.received.length > 0)
    const [event] = receiver.taken()
    const feed = await readAll(server, 'start', 'type=composition.created')
    assert.deepEqual(event, feed.at(-1))
    assert.equal(event?.subject, uid)
    assert.equal(event?.data.content, undefined)
    const parsed = new CloudEvent(event as object)
    assert.equal(parsed.validate(), true)
    assert.deepEqual([parsed.type, parsed.subject], ['composition.created', uid])
    assert.equal(receiver.received[0]?.headers['content-type'], 'application/cloudevents+json')
    assert.equal(receiver.received.length, 1)
    await callSubscription(server, `DELETE /${id}`)
  })

  it('is signed so that the package of Standard Webhooks verifies it', async () => {
    const receiver = await openReceiver()
    const { id, secret } = await subscribe(server, receiver.url, { include: 'data' })
    await postComposition(server, ehrId)
    await eventually('the events', () => receiver.taken().some(each => each.type === 'composition.created'))
    for (const received of receiver.received) {
      const verified = new Webhook(secret).verify(received.body, headersOf(received))
      assert.deepEqual(verified, received.events[0])
      assert.throws(() => new Webhook(secret).verify(`${received.body} `, headersOf(received)))
      assert.equal(received.headers['webhook-id'], received.events[0]?.id)
    }
    const content = receiver.taken().find(each => each.type === 'composition.created')?.data.content
    assert.equal(content.archetype_details.template_id.value, TEMPLATE_ID)
    await callSubscription(server, `DELETE /${id}`)
  })

  it('has a secret of its owner, and after a rotation both secrets verify until the old one ends', async () => {
    const receiver = await openReceiver()
    const first = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const { id, secret } = await subscribe(server, receiver.url, { secret: first })
    assert.equal(secret, first)
    const rotated = (await callSubscription(server, `POST /${id}/secret`, { overlap_seconds: 3600 })).json()
    assert.match(rotated.secret, /^whsec_/)
    assert.ok(rotated.previous_secret_until)
    const pinged = (await callSubscription(server, `POST /${id}/ping`)).json()
    assert.equal(pinged.taken, true)
    const [both] = receiver.received as [Received]
    for (const each of [first, rotated.secret]) new Webhook(each).verify(both.body, headersOf(both))
    const again = (await callSubscription(server, `POST /${id}/secret`, { overlap_seconds: 0 })).json()
    await callSubscription(server, `POST /${id}/ping`)
    const last = receiver.received.at(-1) as Received
    new Webhook(again.secret).verify(last.body, headersOf(last))
    for (const each of [first, rotated.secret])
      assert.throws(() => new Webhook(each).verify(last.body, headersOf(last)))
    const read = (await callSubscription(server, `GET /${id}`)).json()
    assert.equal(read.secret, undefined)
    await callSubscription(server, `DELETE /${id}`)
  })

  it('is signed with Ed25519 if it asks for it, and nobody gets the private key', async () => {
    const receiver = await openReceiver()
    const made = await subscribe(server, receiver.url, { signing: 'ed25519' })
    assert.match(made.secret, /^whpk_/)
    await callSubscription(server, `POST /${made.id}/ping`)
    const rotated = (await callSubscription(server, `POST /${made.id}/secret`)).json()
    await callSubscription(server, `POST /${made.id}/ping`)
    const [first, second] = receiver.received as [Received, Received]
    assert.equal(verifyEd25519(made.secret, first), true)
    assert.equal(verifyEd25519(made.public_key, second), true)
    assert.equal(verifyEd25519(rotated.public_key, second), true)
    assert.equal(verifyEd25519(rotated.public_key, first), false)
    await callSubscription(server, `DELETE /${made.id}`)
  })

  it('sends batches in the order of the feed', async () => {
    const receiver = await openReceiver()
    const { id } = await subscribe(server, receiver.url, { batch_size: 3, after: 'start' })
    const feed = await readAll(server)
    await eventually('all events', () => receiver.taken().length >= feed.length)
    assert.deepEqual(
      receiver.taken().map(each => each.id),
      feed.map(each => each.id),
    )
    assert.ok(receiver.received.every(({ events }) => events.length <= 3))
    assert.ok(receiver.received.length < feed.length)
    assert.equal(receiver.received[0]?.headers['content-type'], 'application/cloudevents-batch+json')
    await callSubscription(server, `DELETE /${id}`)
  })

  it('sends nothing while it is paused, and goes on where it was', async () => {
    const receiver = await openReceiver()
    const { id } = await subscribe(server, receiver.url, { filter: { type: ['composition'] } })
    const paused = (await callSubscription(server, `POST /${id}/pause`)).json()
    assert.deepEqual([paused.active, paused.pause_reason], [false, 'Paused by hand.'])
    const uid = idOf(await postComposition(server, ehrId))
    const other = await openReceiver()
    const watch = await subscribe(server, other.url, { filter: { type: ['composition'] }, after: 'start' })
    await eventually('the other', () => other.taken().some(each => each.subject === uid))
    assert.equal(receiver.received.length, 0)
    assert.equal((await callSubscription(server, `POST /${id}/resume`)).json().active, true)
    await eventually('the event', () => receiver.received.length > 0)
    assert.equal(receiver.taken()[0]?.subject, uid)
    for (const each of [id, watch.id]) await callSubscription(server, `DELETE /${each}`)
  })
})
