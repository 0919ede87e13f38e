/** Receivers that fail: what is tried again, what waits, and when a subscription is paused. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { eventually } from '../eventually.ts'
import { idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { freePort, testServer } from '../server.ts'
import {
  callSubscription,
  deliveriesOf,
  getSubscription,
  LOCAL,
  openReceiver,
  subscribe,
} from './receiver.ts'

const adminPort = await freePort()
const env = { ...LOCAL, CAIRN_ADMIN_PORT: String(adminPort) }
const server = await testServer({ env, jobPace: 10 })
await uploadTemplate(server)
const COMPOSITIONS = { filter: { type: ['composition'] } }

const commit = async (ehrId: string): Promise<string> => idOf(await postComposition(server, ehrId))

/** Lets the time of failures begin days ago. */
const ageFailures = sql<never, [id: string]>({
  name: 'test.ageFailures',
  text: `with lanes as (update cairn.subscription_lane set failing_since = now() - interval '73 hours', next_at = now()
           where subscription_id = $1)
         update cairn.subscription set failing_since = case when attempts > 0 then now() - interval '73 hours' end,
           next_at = now(), holder = null where subscription_id = $1`,
})

describe('a receiver that does not take an event', () => {
  it('gets it again with the same id, and the events of the EHR wait for it, while others go on', async () => {
    const [bad, good] = [await newEhr(server), await newEhr(server)]
    const receiver = await openReceiver()
    let isBroken = true
    receiver.answer = ({ events }) =>
      isBroken && events[0]?.data.ehr_id === bad ? { status: 500, body: 'no room' } : { status: 200 }
    const { id } = await subscribe(server, receiver.url, COMPOSITIONS)
    const wanted = { bad: [await commit(bad), await commit(bad)], good: [await commit(good)] }
    await eventually('the event of the other EHR', () => receiver.taken().length === 1)
    await eventually('a second attempt', () => receiver.received.length >= 3)
    wanted.good.push(await commit(good))
    wanted.bad.push(await commit(bad))
    await eventually('the next event of the other EHR', () => receiver.taken().length === 2)
    assert.equal((await getSubscription(server, id)).waiting_ehrs, 1)
    const failed = receiver.received.filter(({ status }) => status === 500)
    assert.deepEqual([...new Set(failed.map(each => each.headers['webhook-id']))].length, 1)
    assert.deepEqual([...new Set(failed.map(each => each.events[0]?.subject))], [wanted.bad[0]])
    const attempts = (await deliveriesOf(server, id)).filter(({ status }) => status === 500)
    assert.deepEqual([attempts.at(-1).attempt, attempts.at(-2).attempt], [1, 2])
    assert.equal(attempts[0].answer, 'no room')
    isBroken = false
    await callSubscription(server, `POST /${id}/resume`)
    await eventually('all events', () => receiver.taken().length === 5)
    const order = (ehrId: string) =>
      receiver
        .taken()
        .filter(each => each.data.ehr_id === ehrId)
        .map(each => each.subject)
    assert.deepEqual({ bad: order(bad), good: order(good) }, wanted)
    await eventually('nothing waits', async () => (await getSubscription(server, id)).waiting_ehrs === 0)
    await callSubscription(server, `DELETE /${id}`)
  })

  it('gets a batch again, and the next one waits for it', async () => {
    const ehrId = await newEhr(server)
    const receiver = await openReceiver()
    receiver.answer = () => ({ status: receiver.received.length < 1 ? 503 : 200 })
    const { id } = await subscribe(server, receiver.url, { ...COMPOSITIONS, batch_size: 10 })
    const uids = [await commit(ehrId), await commit(ehrId)]
    await eventually('both events', () => receiver.taken().length === 2)
    assert.deepEqual(
      receiver.taken().map(each => each.subject),
      uids,
    )
    await callSubscription(server, `DELETE /${id}`)
  })

  it('loses the subscription after three days, which the log and the metrics tell', async () => {
    const receiver = await openReceiver()
    receiver.answer = () => ({ status: 500 })
    const { id } = await subscribe(server, receiver.url, COMPOSITIONS)
    await commit(await newEhr(server))
    await eventually('an attempt', async () => (await getSubscription(server, id)).waiting_ehrs === 1)
    await server.db.execute(ageFailures, [id])
    await eventually('a pause', async () => !(await getSubscription(server, id)).active)
    assert.match((await getSubscription(server, id)).pause_reason, /three days/)
    await eventually('the log', () =>
      server.logged.some(line => line.includes('webhook paused') && line.includes(id)),
    )
    const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
    assert.match(metrics, /cairn_webhook_subscriptions\{state="paused"\} 1/)
    assert.match(metrics, /cairn_webhook_deliveries_total\{result="refused"\} [1-9]/)
    receiver.answer = () => ({ status: 204 })
    await callSubscription(server, `POST /${id}/resume`)
    await eventually('the event', () => receiver.taken().length === 1)
    await callSubscription(server, `DELETE /${id}`)
  })

  it('loses it at once if it answers 410', async () => {
    const receiver = await openReceiver()
    receiver.answer = () => ({ status: 410 })
    const { id } = await subscribe(server, receiver.url, COMPOSITIONS)
    await commit(await newEhr(server))
    await eventually('a pause', async () => !(await getSubscription(server, id)).active)
    assert.match((await getSubscription(server, id)).pause_reason, /410/)
    assert.equal(receiver.received.length, 1)
    await callSubscription(server, `DELETE /${id}`)
  })

  it('is not followed to another address', async () => {
    const [receiver, other] = [await openReceiver(), await openReceiver()]
    receiver.answer = () => ({ status: 307, headers: { Location: other.url } })
    const { id } = await subscribe(server, receiver.url)
    const pinged = (await callSubscription(server, `POST /${id}/ping`)).json()
    assert.equal(pinged.taken, false)
    assert.match(pinged.answer, /redirect/)
    assert.equal(other.received.length, 0)
    await callSubscription(server, `DELETE /${id}`)
  })
})

describe('deliveries', () => {
  it('are listed by pages, with a cut answer', async () => {
    const receiver = await openReceiver()
    receiver.answer = () => ({ status: 200, body: 'x'.repeat(5000) })
    const { id } = await subscribe(server, receiver.url)
    for (const _ of [1, 2, 3]) await callSubscription(server, `POST /${id}/ping`)
    const first = (await callSubscription(server, `GET /${id}/delivery?limit=2`)).json()
    assert.deepEqual([first.deliveries.length, first.deliveries[0].answer.length], [2, 500])
    const second = (await callSubscription(server, `GET /${id}/delivery?limit=2&before=${first.next}`)).json()
    assert.deepEqual([second.deliveries.length, second.next], [1, undefined])
    await callSubscription(server, `DELETE /${id}`)
  })

  it('can be sent again, one or all from a place or a time', async () => {
    const receiver = await openReceiver()
    const { id } = await subscribe(server, receiver.url, COMPOSITIONS)
    const ehrId = await newEhr(server)
    const uids = [await commit(ehrId), await commit(ehrId)]
    await eventually('both events', () => receiver.taken().length === 2)
    await eventually('both attempts', async () => (await deliveriesOf(server, id)).length === 2)
    const [latest, first] = await deliveriesOf(server, id)
    const again = (await callSubscription(server, `POST /${id}/delivery/${first.id}/resend`)).json()
    assert.deepEqual([again.taken, again.webhook_id, again.attempt], [true, first.webhook_id, 2])
    assert.equal(receiver.taken().at(-1)?.subject, uids[0])
    const moved = await callSubscription(server, `POST /${id}/resend`, { after: first.webhook_id })
    assert.equal(moved.status, 200, moved.text)
    await eventually('the second event', () => receiver.taken().length === 4)
    assert.equal(receiver.received.at(-1)?.headers['webhook-id'], latest.webhook_id)
    const since = receiver.taken()[0]?.time
    await callSubscription(server, `POST /${id}/resend`, { since })
    await eventually('both events again', () => {
      const subjects = receiver
        .taken()
        .slice(4)
        .map(each => each.subject)
      return uids.every(uid => subjects.includes(uid))
    })
    await callSubscription(server, `DELETE /${id}`)
  })
})

describe('OAuth towards the receiver', () => {
  it('gets a token by client credentials, once, and again after a 401', async () => {
    const [receiver, issuer] = [await openReceiver(), await openReceiver()]
    let token = 'one'
    issuer.answer = () => ({ status: 200, body: JSON.stringify({ access_token: token, expires_in: 3600 }) })
    receiver.answer = ({ headers }) => ({ status: headers.authorization === `Bearer ${token}` ? 204 : 401 })
    const { id, authorization } = await subscribe(server, receiver.url, {
      authorization: {
        type: 'client_credentials',
        token_url: issuer.url,
        client_id: 'cairn',
        client_secret: 's3cret',
        scope: 'hooks',
      },
    })
    assert.deepEqual(authorization, {
      type: 'client_credentials',
      token_url: issuer.url,
      client_id: 'cairn',
      scope: 'hooks',
    })
    const pings = async () => (await callSubscription(server, `POST /${id}/ping`)).json().status
    assert.deepEqual([await pings(), await pings()], [204, 204])
    assert.equal(issuer.received.length, 1)
    assert.equal(issuer.received[0]?.body, 'grant_type=client_credentials&scope=hooks')
    token = 'two'
    assert.deepEqual([await pings(), await pings()], [401, 204])
    await callSubscription(server, `PUT /${id}`, { authorization: { type: 'bearer', token: 'two' } })
    assert.equal(await pings(), 204)
    assert.equal(issuer.received.length, 2)
    await callSubscription(server, `DELETE /${id}`)
  })
})
