/**
 * Killing the server or the database at any moment loses no acknowledged commit nor its audit event, and keeps no unacknowledged half. Whoever has the
 * whole of an answer is in the audit trail.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Mortal, mortalServer } from './crash.ts'
import { eventually } from './eventually.ts'
import { bloodPressure, bloodPressureOpt } from './records.ts'

/** More rounds with `npm run test:long`. */
const ROUNDS = Number(process.env['CAIRN_TEST_ROUNDS'] ?? 2)
const WRITERS = 4

const server = await mortalServer()
after(() => server.end())
await server.start()

const call = async (request: string, body?: string, headers: Record<string, string> = {}) => {
  const [method = '', path = ''] = request.split(' ')
  return fetch(`${server.url}/openehr/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${await server.token()}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
}
const idIn = (answer: Response) => (answer.headers.get('etag') ?? '').replaceAll('"', '')

const opt = await call('POST /definition/template/adl1.4', bloodPressureOpt(), {
  'Content-Type': 'application/xml',
})
assert.equal(opt.status, 201)

/** Acknowledged commits: version uid → systolic value. */
type Acknowledged = Map<string, number>

/** Creates and updates until the server is gone; what it was told is committed is what it remembers. */
async function writer(ehrId: string, acknowledged: Acknowledged): Promise<void> {
  for (let systolic = 1; ; systolic++) {
    try {
      const created = await call(
        `POST /ehr/${ehrId}/composition`,
        JSON.stringify(bloodPressure([{ systolic }])),
      )
      if (created.status !== 201) return
      const uid = idIn(created)
      acknowledged.set(uid, systolic)
      const updated = await call(
        `PUT /ehr/${ehrId}/composition/${uid.split('::')[0]}`,
        JSON.stringify(bloodPressure([{ systolic: systolic + 500 }])),
        { 'If-Match': uid },
      )
      if (updated.status !== 204) return
      acknowledged.set(idIn(updated), systolic + 500)
    } catch {
      return
    }
  }
}

async function everythingIsThere(ehrId: string, acknowledged: Acknowledged): Promise<void> {
  for (const [uid, systolic] of acknowledged) {
    const [object] = uid.split('::')
    const answer = await call(`GET /ehr/${ehrId}/versioned_composition/${object}/version/${uid}`)
    assert.equal(answer.status, 200, uid)
    const version = (await answer.json()) as ReturnType<typeof JSON.parse>
    assert.equal(version.data.content[0].data.events[0].data.items[0].value.magnitude, systolic)
    const { id } = version.contribution
    const contribution = await call(`GET /ehr/${ehrId}/contribution/${id.value}`)
    assert.equal(contribution.status, 200)
    const { versions } = (await contribution.json()) as { versions: { id: { value: string } }[] }
    assert.deepEqual(
      versions.map(each => each.id.value),
      [uid],
    )
  }
}

interface TrailEvent {
  readonly request_id: string
  readonly ehr_id: string | null
  readonly contribution_id: string | null
}

/** All events of an EHR, those of queries that showed it included. */
async function* eventsOf(ehrId: string): AsyncGenerator<TrailEvent> {
  let next: string | undefined = `/admin/v1/audit?ehr_id=${ehrId}&outcome=success&limit=1000`
  while (next !== undefined) {
    const answer: Response = await fetch(`${server.url}${next}`, {
      headers: { Authorization: `Bearer ${await server.token()}` },
    })
    assert.equal(answer.status, 200)
    yield* ((await answer.json()) as { events: TrailEvent[] }).events
    const link = /<([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    next = link && new URL(link).pathname + new URL(link).search
  }
}

/** The audit trail has an event for every acknowledged commit, and it names the contribution. */
async function trailIsWhole(ehrId: string, acknowledged: Acknowledged): Promise<void> {
  const contributions = new Set<string>()
  for await (const { contribution_id } of eventsOf(ehrId))
    if (contribution_id !== null) contributions.add(contribution_id)
  for (const uid of acknowledged.keys()) {
    const [object] = uid.split('::')
    const answer = await call(`GET /ehr/${ehrId}/versioned_composition/${object}/version/${uid}`)
    const { contribution } = (await answer.json()) as { contribution: { id: { value: string } } }
    assert.ok(contributions.has(contribution.id.value), `${uid} has no event`)
  }
}

/** Versions that were never acknowledged may be there, but then whole: a chain without gaps. */
async function chainsAreWhole(ehrId: string, acknowledged: Acknowledged): Promise<void> {
  const objects = new Set([...acknowledged.keys()].map(uid => uid.split('::')[0] ?? ''))
  for (const object of objects) {
    const answer = await call(`GET /ehr/${ehrId}/versioned_composition/${object}/revision_history`)
    const { items } = (await answer.json()) as { items: { version_id: { value: string } }[] }
    assert.deepEqual(
      items.map(item => Number(item.version_id.value.split('::')[2])),
      items.map((_, at) => at + 1),
    )
  }
}

const DEATHS: [what: string, die: (mortal: Mortal) => Promise<void>][] = [
  ['the server', mortal => mortal.kill()],
  [
    'the database',
    async mortal => {
      await mortal.killDatabase()
      await sleep(200)
      await mortal.kill()
    },
  ],
]
for (const [what, die] of DEATHS)
  test(`killing ${what} while ${WRITERS} clients write, ${ROUNDS} times`, async () => {
    let count = 0
    for (let round = 0; round < ROUNDS; round++) {
      const ehrId = idIn(await call('POST /ehr'))
      const acknowledged: Acknowledged = new Map()
      const writers = Array.from({ length: WRITERS }, () => writer(ehrId, acknowledged))
      await eventually('something is acknowledged', async () => acknowledged.size > 0)
      await sleep(300 + Math.random() * 700)
      await die(server)
      await Promise.all(writers)
      await server.start()
      await everythingIsThere(ehrId, acknowledged)
      await chainsAreWhole(ehrId, acknowledged)
      await trailIsWhole(ehrId, acknowledged)
      count += acknowledged.size
    }
    assert.ok(count > 0, 'something was acknowledged')
  })

const READERS = 4

/** Reads until the server is gone. Remembers the requests whose answers it has to their ends. */
async function reader(path: string, accept: string, answered: Set<string>): Promise<void> {
  for (;;) {
    const id = randomUUID()
    try {
      const answer = await call(`GET ${path}`, undefined, { 'X-Request-Id': id, Accept: accept })
      if (answer.status !== 200) return
      await answer.text()
      answered.add(id)
    } catch {
      return
    }
  }
}

for (const [what, die] of DEATHS)
  test(`killing ${what} while ${2 * READERS} clients read, ${ROUNDS} times`, async () => {
    const lost = { inPieces: 0, inOne: 0 }
    let count = 0
    for (let round = 0; round < ROUNDS; round++) {
      const ehrId = idIn(await call('POST /ehr'))
      const composition = JSON.stringify(bloodPressure([{ systolic: 120 }]))
      assert.equal((await call(`POST /ehr/${ehrId}/composition`, composition)).status, 201)
      const q = `SELECT c FROM EHR e CONTAINS COMPOSITION c WHERE e/ehr_id/value MATCHES {'${ehrId}'}`
      const [inPieces, inOne] = [new Set<string>(), new Set<string>()]
      const readers = Array.from({ length: READERS }, () => [
        reader(`/query/aql?${new URLSearchParams({ q })}`, 'text/csv', inPieces),
        reader(`/ehr/${ehrId}`, 'application/json', inOne),
      ])
      await eventually('something is read', async () => Math.min(inPieces.size, inOne.size) > 0)
      await sleep(300 + Math.random() * 700)
      await die(server)
      await Promise.all(readers.flat())
      await server.start()
      const recorded = new Set<string>()
      for await (const { request_id } of eventsOf(ehrId)) recorded.add(request_id)
      lost.inPieces += [...inPieces].filter(id => !recorded.has(id)).length
      lost.inOne += [...inOne].filter(id => !recorded.has(id)).length
      count += Math.min(inPieces.size, inOne.size)
    }
    assert.ok(count > 0, 'something was read')
    assert.deepEqual(lost, { inPieces: 0, inOne: 0 }, 'answers without the event that names the EHR')
  })
