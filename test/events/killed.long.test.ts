/** Kills of server and database under load: a reader of the change feed gets every committed change once, and none that is not there. */
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../packages/client/src/index.ts'
import { mortalServer } from '../crash.ts'
import { bloodPressure, bloodPressureOpt } from '../records.ts'

const KILLS = Number(process.env['CAIRN_TEST_ROUNDS'] ?? 20)
const WRITERS = 4

const server = await mortalServer()
after(() => server.end())
await server.start()

const cairn = createClient({
  baseUrl: server.url,
  clientId: 'crash-test',
  clientSecret: 'a secret for the crash test only',
})
await cairn.templates.upload({ body: bloodPressureOpt() })

const request = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/openehr/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${await server.token()}`,
      'Content-Type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

const idIn = (answer: Response): string => (answer.headers.get('etag') ?? '').replaceAll('"', '')

/** Writes versions to one EHR until it is stopped. Returns the uids that the server acknowledged. */
async function write(ehrId: string, stop: AbortSignal): Promise<readonly string[]> {
  const acknowledged: string[] = []
  let latest = ''
  while (!stop.aborted) {
    const [object] = latest.split('::')
    const isNext = latest !== '' && acknowledged.length % 4 !== 0
    const path = `/ehr/${ehrId}/composition${isNext ? `/${object}` : ''}`
    const headers = isNext ? { 'If-Match': `"${latest}"` } : {}
    const answer = await request(isNext ? 'PUT' : 'POST', path, bloodPressure(), headers).catch(
      () => undefined,
    )
    if (answer && answer.status < 300) {
      latest = idIn(answer)
      acknowledged.push(latest)
    } else {
      // Nobody knows what became of it: the next one is of a new object.
      latest = ''
      await sleep(50)
    }
  }
  return acknowledged
}

it(`after ${KILLS} kills the feed has every commit, in the order of its EHR`, async () => {
  const ehrs = await Promise.all(
    Array.from({ length: WRITERS }, async () => idIn(await request('POST', '/ehr'))),
  )
  const { next: start } = await cairn.changeFeed.list({ after: 'now' })
  const [stopWriting, stopReading] = [new AbortController(), new AbortController()]
  const read: string[] = []
  const reading = (async () => {
    for await (const { subject } of cairn.changes({
      after: start,
      type: ['composition'],
      signal: stopReading.signal,
    }))
      read.push(subject)
  })().catch(() => {})
  const writing = ehrs.map(ehrId => write(ehrId, stopWriting.signal))
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(200 + 50 * (kill % 5))
    if (kill % 2 === 1) await server.killDatabase()
    await server.kill()
    await server.start()
  }
  stopWriting.abort()
  const acknowledged = (await Promise.all(writing)).flat()
  const whole: string[] = []
  for (let after = start; ; ) {
    const page = await cairn.changeFeed.list({ after, type: ['composition'], limit: 500 })
    whole.push(...page.changes.map(({ subject }) => subject))
    after = page.next
    if (!page.more) break
  }
  while (read.length < whole.length) await sleep(100)
  stopReading.abort()
  await reading
  assert.deepEqual(read, whole, 'the reader had another order, or an event twice')
  assert.equal(new Set(whole).size, whole.length)
  const there = new Set(whole)
  assert.deepEqual(
    acknowledged.filter(uid => !there.has(uid)),
    [],
  )
  assert.ok(acknowledged.length > 0)
  const versions = new Map<string, number>()
  for (const uid of whole) {
    const [object = '', , version] = uid.split('::')
    assert.equal(Number(version), (versions.get(object) ?? 0) + 1, uid)
    versions.set(object, Number(version))
  }
  for (const [object, version] of versions) {
    const found = await Promise.all(
      ehrs.map(ehrId => request('GET', `/ehr/${ehrId}/versioned_composition/${object}/version`)),
    )
    const bodies = await Promise.all(
      found.filter(({ ok }) => ok).map(each => each.json() as Promise<{ uid: { value: string } }>),
    )
    assert.equal(bodies.length, 1, 'an event of a version that is not there')
    assert.equal(bodies[0]?.uid.value.split('::')[2], String(version))
  }
})
