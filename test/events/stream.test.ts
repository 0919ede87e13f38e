/** Readers that wait: the long poll and the stream of Server-Sent Events. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeJwt } from 'jose'
import { newClient } from '../auth/new-client.ts'
import { backendToken } from '../demographic/parties.ts'
import { eventually } from '../eventually.ts'
import { adminCall } from '../people/people.ts'
import { idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { addPersonWith, openTokens } from '../rights/tokens.ts'
import { testServer } from '../server.ts'
import { now, openEvents, readFeed } from './feed-calls.ts'

const server = await testServer()
await uploadTemplate(server)
const ehrId = await newEhr(server)

const disable = async (token: string): Promise<void> => {
  const answer = await adminCall(server, `POST /admin/v1/client/${decodeJwt(token)['client_id']}/disable`)
  assert.ok(answer.status < 300, answer.text)
}

describe('a long poll', () => {
  it('answers with the event when it is committed', async () => {
    const after = await now(server)
    const waiting = readFeed(server, `after=${after}&wait=60&type=composition`)
    await sleep(300)
    const uid = idOf(await postComposition(server, ehrId))
    assert.deepEqual(
      (await waiting).changes.map(({ subject }) => subject),
      [uid],
    )
  })

  it('answers with nothing, and with the place to go on at, when its time is over', async () => {
    const after = await now(server)
    assert.deepEqual(await readFeed(server, `after=${after}&wait=1`), {
      changes: [],
      next: after,
      more: false,
    })
  })

  it('at the end of the feed ends with the rights of the client, without a commit', async () => {
    const token = await newClient(server, 'api.read')
    const headers = { Authorization: `Bearer ${token}` }
    const waiting = server.call('GET /extra/v1/changes?after=now&wait=60', { headers })
    await sleep(300)
    await disable(token)
    const answer = await waiting
    assert.deepEqual([answer.status, answer.json().code], [401, 'auth.token_invalid'])
  })

  it('ends when the client goes', async () => {
    const stop = new AbortController()
    const waiting = fetch(`${server.url}/extra/v1/changes?after=now&wait=60`, {
      signal: stop.signal,
      headers: { Authorization: `Bearer ${await server.token('api.read')}` },
    })
    await sleep(200)
    stop.abort()
    await assert.rejects(waiting)
  })
})

describe('a stream', () => {
  it('has events as they are committed, and goes on after the last one that the client has', async () => {
    const after = await now(server)
    const stream = await openEvents(server, `after=${after}&type=composition`)
    assert.equal(stream.status, 200)
    const uids: string[] = []
    for (let count = 0; count < 3; count++) uids.push(idOf(await postComposition(server, ehrId)))
    const events = [await stream.next(), await stream.next(), await stream.next()]
    assert.deepEqual(
      events.map(event => event?.data.subject),
      uids,
    )
    assert.deepEqual(
      events.map(event => event?.id),
      events.map(event => event?.data.id),
    )
    await stream.close()
    const again = await openEvents(server, 'type=composition', { lastId: events[0]?.id ?? '' })
    assert.equal((await again.next())?.data.subject, uids[1])
    await again.close()
  })

  it('of another process has them too', async () => {
    const beside = await testServer({ beside: server })
    const stream = await openEvents(beside, 'after=now&type=composition')
    const uid = idOf(await postComposition(server, ehrId))
    assert.equal((await stream.next())?.data.subject, uid)
    await stream.close()
  })

  it('ends with the client that reads it, and says so', async () => {
    const token = await newClient(server, 'api.read')
    const stream = await openEvents(server, 'after=now', { token })
    assert.equal(stream.status, 200)
    await postComposition(server, ehrId)
    assert.equal((await stream.next())?.data.type, 'contribution.committed')
    assert.equal((await stream.next())?.data.type, 'composition.created')
    await disable(token)
    await postComposition(server, ehrId)
    const last = await stream.next()
    assert.equal(last?.event, 'end')
    assert.match(JSON.stringify(last?.data), /"code":"auth.token_invalid"/)
    assert.equal(await stream.next(), undefined)
  })

  it('at the end of the feed ends with the rights of its reader, without a commit', async () => {
    const token = await newClient(server, 'api.read')
    const stream = await openEvents(server, 'after=now', { token })
    assert.equal(stream.status, 200)
    await disable(token)
    const last = await stream.next()
    assert.equal(last?.event, 'end')
    assert.match(JSON.stringify(last?.data), /"code":"auth.token_invalid"/)
    assert.equal(await stream.next(), undefined)
  })

  it('is refused beyond the number of readers that one client may have; another client has its own', async () => {
    const env = { CAIRN_CHANGE_READERS_PER_CLIENT: '1', CAIRN_MAX_CHANGE_READERS: '2' }
    const small = await testServer({ beside: server, env })
    const first = await openEvents(small, 'after=now')
    const refused = await small.call('GET /extra/v1/changes?wait=1&after=now', { scopes: 'api.read' })
    assert.deepEqual([first.status, refused.status, refused.json().code], [200, 429, 'changes.too_many'])
    assert.equal(refused.headers.get('retry-after'), '5')
    const other = await openEvents(small, 'after=now', {
      token: await backendToken(small, 'system/composition-*.rs'),
    })
    assert.equal(other.status, 200)
    await first.close()
    await eventually('the place of the stream that was closed', async () => {
      const again = await openEvents(small, 'after=now')
      await again.close()
      return again.status === 200
    })
    await other.close()
  })

  it('counts people who share a client one by one', async () => {
    const small = await testServer({ beside: server, env: { CAIRN_CHANGE_READERS_PER_CLIENT: '1' } })
    const makeToken = await openTokens(small)
    const open = async (person: string) =>
      openEvents(small, 'after=now', { token: await makeToken({ scope: 'api.read', person }) })
    for (const person of ['ann', 'bob']) await addPersonWith(small, person, { roles: ['clinician'] })
    const streams = [await open('ann'), await open('bob'), await open('ann')]
    assert.deepEqual(
      streams.map(({ status }) => status),
      [200, 200, 429],
    )
    for (const stream of streams) await stream.close()
  })

  it('is refused beyond the number of readers that is allowed', async () => {
    const small = await testServer({ beside: server, env: { CAIRN_MAX_CHANGE_READERS: '1' } })
    const first = await openEvents(small, 'after=now')
    const second = await openEvents(small, 'after=now')
    assert.deepEqual([first.status, second.status], [200, 503])
    await first.close()
    await second.close()
  })
})
