/** An upgrade from every earlier schema, with records in it: all of them are there afterwards, and the server goes on with its work. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openIndexCheck } from '../../packages/server/src/admin/index.ts'
import { verifyTrail } from '../../packages/server/src/audit/index.ts'
import { migrate, sql } from '../../packages/server/src/db/index.ts'
import { openVerifier } from '../../packages/server/src/versions/index.ts'
import { type Fault, rebuildIndex, verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { note } from '../admin/records.ts'
import { settled } from '../audit/trail.ts'
import { askToken } from '../auth/token-request.ts'
import { eventually } from '../eventually.ts'
import { bloodPressure, idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { type RunningServer, testServer } from '../server.ts'
import { ALL, makeWorld } from '../transfer/world.ts'
import { oldDatabase, SCHEMAS } from './old-schema.ts'

const source = await testServer()
const world = await makeWorld(source)
const [first = '', second = '', fifth = ''] = world.ehrs

const three = [120, 130, 120].map(systolic => ({ systolic }))
const repeating = await postComposition(source, fifth, bloodPressure(three))
assert.equal(repeating.status, 201, repeating.text)

/** Values that repeat, and codes that roots share: stored in several forms (decision 0065). */
const VALUES =
  'SELECT c/uid/value AS uid, c/language/code_string AS language, c/category AS category, v/name/value AS name, ' +
  'v/data[at0003]/items[at0004]/value/magnitude AS systolic FROM COMPOSITION c CONTAINS OBSERVATION o CONTAINS POINT_EVENT v ' +
  'ORDER BY c/uid/value, v/data[at0003]/items[at0004]/value/magnitude'

const AQL =
  'SELECT c/uid/value AS uid, c/composer/name AS composer FROM EHR e CONTAINS COMPOSITION c ORDER BY c/uid/value'

const get = async (server: RunningServer, path: string, pick: (body: unknown) => unknown = body => body) => {
  const answer = await server.call(`GET ${path}`, { scopes: ALL })
  assert.equal(answer.status, 200, `${path}: ${answer.text}`)
  return pick(answer.json())
}

/** Every version of every composition of an EHR, with its envelope and its signature. */
async function versionsOf(server: RunningServer, ehrId: string): Promise<unknown> {
  const q = `SELECT c/uid/value AS uid FROM EHR e CONTAINS VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c ORDER BY c/uid/value`
  const list = `/openehr/v1/query/aql?ehr_id=${ehrId}&q=${encodeURIComponent(q)}`
  // Which versions there are is asked of today's server: an old one may not have had queries.
  const uids = (await get(source, list, body => (body as { rows: string[][] }).rows)) as string[][]
  return Promise.all(
    uids.map(([uid = '']) => {
      const object = uid.split('::')[0]
      return get(server, `/openehr/v1/ehr/${ehrId}/versioned_composition/${object}/version/${uid}`)
    }),
  )
}

const rows = (body: unknown) => (body as { rows: unknown }).rows

interface Look {
  readonly name: string
  /** The first schema that had it. */
  readonly since: number
  readonly look: (server: RunningServer) => Promise<unknown>
}

const query = `/openehr/v1/query/aql?q=${encodeURIComponent(AQL)}`

const lists = sql({ name: 'test.lists', text: 'select 1 from cairn.audit_trail_event where is_list' })
/** An event lists EHRs in the form of today once its words have numbers. */
await eventually('the audit trail has a list of EHRs', async () => {
  await get(source, query)
  await settled(source)
  return (await source.db.query(lists)).length > 0
})

/** Later events are those of the tests. */
const made = new Date().toISOString()

const LOOKS: readonly Look[] = [
  {
    name: 'the secret of a client',
    since: 1,
    look: async server => (await askToken({ ...server, client: source.client })).status,
  },
  { name: 'templates', since: 2, look: server => get(server, '/openehr/v1/definition/template/adl1.4') },
  {
    name: 'stored queries',
    since: 2,
    look: server => get(server, '/openehr/v1/definition/query/test::all/1.0.0'),
  },
  { name: 'EHRs', since: 3, look: server => get(server, `/openehr/v1/ehr/${fifth}`) },
  {
    name: 'EHRs by their subject',
    since: 3,
    look: server => get(server, '/openehr/v1/ehr?subject_id=p-1&subject_namespace=hospital'),
  },
  { name: 'versions of compositions', since: 3, look: server => versionsOf(server, first) },
  { name: 'directories', since: 3, look: server => get(server, `/openehr/v1/ehr/${first}/directory`) },
  { name: 'tags', since: 3, look: server => get(server, `/openehr/v1/ehr/${first}/tags`) },
  { name: 'results of queries', since: 4, look: server => get(server, query, rows) },
  {
    name: 'values that repeat',
    since: 4,
    look: async server => {
      const found = await get(server, `/openehr/v1/query/aql?q=${encodeURIComponent(VALUES)}`, rows)
      assert.ok((found as unknown[]).length > 3)
      return found
    },
  },
  { name: 'merged records', since: 5, look: server => versionsOf(server, second) },
  { name: 'episodes', since: 8, look: server => get(server, `/extra/v1/ehr/${second}/episode`) },
  { name: 'datamaps', since: 9, look: server => get(server, `/extra/v1/datamap/pressure?ehrUid=${fifth}`) },
  {
    name: 'audit events',
    since: 13,
    look: server =>
      get(server, `/admin/v1/audit?ehr_id=${first}&limit=1000&to=${made}`, body =>
        (body as { events: unknown[] }).events.length > 0 ? body : 'no events',
      ),
  },
  { name: 'findings', since: 14, look: server => get(server, '/extra/v1/findings') },
]

const expected = new Map(
  await Promise.all(LOOKS.map(async ({ name, look }) => [name, await look(source)] as const)),
)

async function upgraded(schema: number): Promise<RunningServer> {
  const old = await oldDatabase(source.db, schema)
  assert.equal(await migrate(old.url), SCHEMAS - schema)
  return testServer({ beside: { databaseUrl: old.url, beforeDrop: old.beforeDrop } })
}

describe('an upgrade from the schema', () => {
  for (let schema = 1; schema < SCHEMAS; schema++)
    it(`of migration ${schema}`, async () => {
      const server = await upgraded(schema)
      for (const { name, since, look } of LOOKS)
        if (since <= schema) assert.deepEqual(await look(server), expected.get(name), name)
      // Contributions of before episodes lack what their signatures cover here: the versions of episodes.
      if (schema >= 8) {
        // Migration 10 marked objects that came with a merge as latest; a rebuild mends that.
        if (schema < 10) assert.equal((await rebuildIndex(server.db, () => {})).rebuilt, 1)
        const differing: Fault[] = []
        const check = openIndexCheck(server.db, faults => differing.push(...faults))
        assert.deepEqual((await verifyRecords(server.db, undefined, check)).faults, [])
        assert.deepEqual(differing, [], 'the query index agrees with the documents')
      }

      if (schema >= 13) {
        const { isSigned } = await openVerifier(server.db)
        const { faults, older, events } = await verifyTrail(server.db, { isSigned })
        assert.deepEqual([faults, older], [[], 0])
        assert.ok(events > 10)
      }

      if (schema < 2) await uploadTemplate(server)
      const ehrId = await newEhr(server)
      const uid = idOf(await postComposition(server, ehrId, note('after the upgrade')))
      const found = (await get(server, `${query}&ehr_id=${ehrId}`, rows)) as string[][]
      assert.deepEqual(found, [[uid, 'after the upgrade']])
    })
})
