/** `CAIRN_WIRE_PROFILE=openehr`: where openEHR REST and its suites differ from the interface, each case beside the answer of the interface. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { note, openRecords, status } from '../admin/records.ts'
import { idOf } from '../records.ts'
import { type Answer, testServer } from '../server.ts'

type Records = Awaited<ReturnType<typeof openRecords>>

/** The part of an answer that a case is about. */
type Seen = (answer: Answer) => unknown

const statusOf: Seen = answer => answer.status

interface Case {
  readonly id: string
  readonly request: (records: Records) => Promise<Answer>
  readonly seen: Seen
  readonly expected: { readonly openehr: unknown; readonly spec: unknown }
}

const Q = 'SELECT e/ehr_id/value AS id, count(c) AS number FROM EHR e CONTAINS COMPOSITION c'
const aql = (q: string) => `/query/aql?q=${encodeURIComponent(q)}`

async function prepared({ ehr, composition }: Records) {
  const ehrId = await ehr()
  return { ehrId, uid: await composition(ehrId, 'first') }
}

/** Stores a query under a name of its own and runs it. */
async function runStored({ call }: Records): Promise<Answer> {
  const name = `org.example::q${randomUUID().slice(0, 8)}`
  const stored = await call(`PUT /definition/query/${name}/1.2.0`, { q: 'SELECT e/ehr_id/value FROM EHR e' })
  assert.equal(stored.status, 200, stored.text)
  return call(`GET /query/${name}`)
}

/** Commits a second version of the status, and then a third with another uid in its body. */
async function putStatus({ call, ehr }: Records, uidFor: (latest: string) => string): Promise<Answer> {
  const ehrId = await ehr()
  const first = idOf(await call(`GET /ehr/${ehrId}/ehr_status`))
  const second = idOf(await call(`PUT /ehr/${ehrId}/ehr_status`, status(), { 'If-Match': first }))
  const uid = uidFor(second)
  const body = status({
    uid: { _type: uid.includes('::') ? 'OBJECT_VERSION_ID' : 'HIER_OBJECT_ID', value: uid },
  })
  return call(`PUT /ehr/${ehrId}/ehr_status`, body, { 'If-Match': second })
}

const CASES: readonly Case[] = [
  {
    id: 'columns of a function have no path',
    request: ({ call }) => call(`GET ${aql(Q)}`),
    seen: answer => answer.json().columns,
    expected: {
      openehr: [{ name: 'id', path: 'e/ehr_id/value' }, { name: 'number' }],
      spec: [
        { name: 'id', path: 'e/ehr_id/value' },
        { name: 'number', path: '' },
      ],
    },
  },
  {
    id: 'the name of a stored query has its version',
    request: runStored,
    seen: answer => answer.json().name.replace(/q[0-9a-f]{8}/, 'q'),
    expected: { openehr: 'org.example::q/1.2.0', spec: 'org.example::q' },
  },
  {
    id: 'ehr_id of header and query string that differ',
    request: async ({ call, ehr }) =>
      call(`GET ${aql(Q)}&ehr_id=${await ehr()}`, undefined, { 'openehr-ehr-id': await ehr() }),
    seen: statusOf,
    expected: { openehr: 409, spec: 400 },
  },
  {
    id: 'ehr_id of header and query string, one of which is no id',
    request: async ({ call, ehr }) =>
      call(`GET ${aql(Q)}&ehr_id=unknown`, undefined, { 'openehr-ehr-id': await ehr() }),
    seen: statusOf,
    expected: { openehr: 409, spec: 400 },
  },
  {
    id: 'ehr_id of header and body that differ',
    request: async ({ call, ehr }) =>
      call(
        'POST /query/aql',
        { q: Q, query_parameters: { ehr_id: await ehr() } },
        { 'openehr-ehr-id': await ehr() },
      ),
    seen: statusOf,
    expected: { openehr: 409, spec: 400 },
  },
  {
    id: 'PUT of an EHR_STATUS with the uid of an earlier version',
    request: records => putStatus(records, latest => latest.replace(/2$/, '1')),
    seen: answer => [answer.status, idOf(answer).replace(/^.*::/, '')],
    expected: { openehr: [412, '2'], spec: [204, '3'] },
  },
  {
    id: 'PUT of an EHR_STATUS with the uid of another object',
    request: records => putStatus(records, () => randomUUID()),
    seen: statusOf,
    expected: { openehr: 412, spec: 400 },
  },
  {
    id: 'PUT of an EHR_STATUS with the id of its object',
    request: records => putStatus(records, latest => latest.replace(/::.*/, '')),
    seen: statusOf,
    expected: { openehr: 204, spec: 204 },
  },
  {
    id: 'PUT of an EHR_STATUS with If-Match of an earlier version',
    request: async ({ call, ehr }) => {
      const ehrId = await ehr()
      const headers = { 'If-Match': idOf(await call(`GET /ehr/${ehrId}/ehr_status`)) }
      await call(`PUT /ehr/${ehrId}/ehr_status`, status(), headers)
      return call(`PUT /ehr/${ehrId}/ehr_status`, status(), headers)
    },
    seen: statusOf,
    expected: { openehr: 412, spec: 412 },
  },
  {
    id: 'PUT of a composition with the uid of another object',
    request: async records => {
      const { ehrId, uid } = await prepared(records)
      const body = { ...note('next'), uid: { _type: 'HIER_OBJECT_ID', value: randomUUID() } }
      return records.call(`PUT /ehr/${ehrId}/composition/${uid.split('::')[0]}`, body, { 'If-Match': uid })
    },
    seen: answer => [answer.status, answer.headers.has('etag')],
    expected: { openehr: [412, true], spec: [400, false] },
  },
  {
    id: 'a composition that is deleted twice',
    request: async records => {
      const { ehrId, uid } = await prepared(records)
      const deleted = await records.call(`DELETE /ehr/${ehrId}/composition/${uid}`)
      assert.equal(deleted.status, 204)
      return records.call(`DELETE /ehr/${ehrId}/composition/${idOf(deleted)}`)
    },
    seen: statusOf,
    expected: { openehr: 404, spec: 400 },
  },
  ...[
    ['an EHR', (ehrId: string) => `/ehr/${ehrId}`],
    ['an EHR_STATUS', (ehrId: string) => `/ehr/${ehrId}/ehr_status`],
    ['a composition', (ehrId: string, uid: string) => `/ehr/${ehrId}/composition/${uid}`],
    [
      'a VERSION',
      (ehrId: string, uid: string) =>
        `/ehr/${ehrId}/versioned_composition/${uid.split('::')[0]}/version/${uid}`,
    ],
  ].map(
    ([what, path]): Case => ({
      id: `Location on GET of ${what}`,
      request: async records => {
        const { ehrId, uid } = await prepared(records)
        return records.call(`GET ${(path as (...ids: string[]) => string)(ehrId, uid)}`)
      },
      seen: answer => [answer.status, answer.headers.has('location')],
      expected: { openehr: [200, false], spec: [200, true] },
    }),
  ),
  {
    id: 'Location on the answer to a creation',
    request: async ({ call, ehr }) => call(`POST /ehr/${await ehr()}/composition`, note('new')),
    seen: answer => [answer.status, answer.headers.has('location')],
    expected: { openehr: [201, true], spec: [201, true] },
  },
]

for (const profile of ['openehr', 'spec'] as const) {
  const server = await testServer({ env: { CAIRN_WIRE_PROFILE: profile } })
  const records = await openRecords(server)
  await records.composition(await records.ehr(), 'there')
  describe(`CAIRN_WIRE_PROFILE=${profile}`, () => {
    for (const { id, request, seen, expected } of CASES)
      it(id, async () => {
        const answer = await request(records)
        assert.deepEqual(seen(answer), expected[profile], answer.text)
      })
  })
}
