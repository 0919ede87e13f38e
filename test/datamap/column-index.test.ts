/** `cairn datamap index`: the index of a column, made, used and dropped while the server works. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { guarded } from '../../packages/server/src/access/index.ts'
import { changeColumnIndex, openDatamapShelf } from '../../packages/server/src/datamap/index.ts'
import { keysOf, topOf } from '../../packages/server/src/datamap/list/list.ts'
import { pageIn, pageOf } from '../../packages/server/src/datamap/list/page.ts'
import { pageStatement } from '../../packages/server/src/datamap/list/statement.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { openTemplateShelf } from '../../packages/server/src/definitions/index.ts'
import { openPathDictionary } from '../../packages/server/src/roots/index.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { runProgram } from '../http/program.ts'
import { bloodPressure, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { SECRET_KEY, testServer } from '../server.ts'

const server = await testServer()

const EVENT = '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]'
const DEFINITION = `<datamap template="Blood pressure.v1">
  <paths add="systolic" path="${EVENT}/data[at0003]/items[at0004]/value"/>
  <paths add="composer" path="/composer/name"/>
  <paths add="facility" path="/context/health_care_facility/name"/>
  <paths add="readings._root" path="${EVENT}"/>
  <paths add="readings.time" path="/time"/>
</datamap>`

const index = (...args: readonly string[]) =>
  runProgram(['datamap', 'index', ...args], {
    CAIRN_DATABASE_URL: server.databaseUrl,
    CAIRN_SECRET_KEY: SECRET_KEY,
  }).ended

const indexes = sql<{ name: string }>({
  name: 'test.columnIndexes',
  text: `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'cairn' and c.relkind = 'i' and c.relname like 'root\\_column\\_%'`,
})

async function systolics(query: string): Promise<readonly number[]> {
  const answer = await server.call(`GET /extra/v1/datamap/pressures?${query}`, { scopes: 'api.read' })
  assert.equal(answer.status, 200, answer.text)
  return answer.json().data.map(({ systolic }: { systolic: number }) => systolic)
}

before(async () => {
  await uploadTemplate(server)
  const ehr = await newEhr(server)
  for (let at = 0; at < 40; at++)
    await postComposition(server, ehr, bloodPressure([{ systolic: 80 + ((at * 37) % 60) }, { systolic: 1 }]))
  const saved = await server.call('PUT /extra/v1/definition/datamap/pressures', {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/xml' },
    body: DEFINITION,
  })
  assert.equal(saved.status, 201, saved.text)
})

it('is made once, changes no answer, serves the list, and is dropped', async () => {
  const queries = ['order_by=systolic', 'order_by=-systolic&limit=7', 'systolic[gte]=100&order_by=systolic']
  const expected = await Promise.all(queries.map(systolics))
  const made = await index('pressures', 'systolic')
  assert.deepEqual([made.code, made.stderr], [0, ''])
  assert.match(made.stdout, /^The index of systolic in pressures was made/)
  assert.match((await index('pressures', 'systolic')).stdout, /was there already/)
  assert.equal((await server.db.query(indexes)).length, 1)
  assert.deepEqual(await Promise.all(queries.map(systolics)), expected)
  assert.match((await index('pressures', 'systolic', '--drop')).stdout, /was dropped/)
  assert.match((await index('pressures', 'systolic', '--drop')).stdout, /did not exist/)
  assert.deepEqual(await server.db.query(indexes), [])
})

function needs() {
  const { db } = server
  const datamaps = openDatamapShelf({ db, shelf: openTemplateShelf(db) })
  return { db, datamaps, dictionary: openPathDictionary(db) }
}

/** As if there were too many records to sort. */
async function planOf(query: string): Promise<string> {
  const { db, datamaps, dictionary } = needs()
  await dictionary.refresh()
  const ready = await datamaps.named('pressures')
  const page = pageOf(ready.datamap, pageIn({ query: new URLSearchParams(query) }))
  const fields = [...page.order, ...page.filters].map(({ field }) => field)
  const keys = keysOf({ dictionary }, topOf({ dictionary }, ready), fields)
  const { sql: listed, values } = pageStatement(page, ready.template.artefactId, keys, false)
  const lines = await db.transaction(async queries => {
    for (const setting of ['seqscan', 'sort', 'bitmapscan'])
      await queries.execute(
        sql({ name: 'test.set', prepare: false, text: `set local enable_${setting} = off` }),
      )
    const explain = sql<{ 'QUERY PLAN': string }, readonly unknown[]>({
      name: 'test.explain',
      prepare: false,
      text: guarded`explain ${listed}`,
    })
    return queries.query(explain, values)
  })
  return lines.map(line => line['QUERY PLAN']).join('\n')
}

for (const query of ['order_by=systolic', 'order_by=-systolic', 'systolic[gte]=139&order_by=systolic'])
  it(`is what the list by ${query} is read from`, {
    skip: leftOutOnCitus('the plan of a list'),
  }, async () => {
    await changeColumnIndex(needs(), 'pressures', 'systolic', 'made')
    const [{ name = '' } = {}] = await server.db.query(indexes)
    assert.match(await planOf(query), new RegExp(`Scan(?: Backward)? using ${name} on root`))
  })

for (const [name, column, says] of [
  ['nothing', 'systolic', /no datamap "nothing"/],
  ['pressures', 'sistolic', /Did you mean "systolic"\?/],
  ['pressures', 'uid', /a field of every record/],
  ['pressures', 'readings', /is a group/],
  ['pressures', 'facility', /No record has a value in "facility" yet/],
] as const)
  it(`says why there is none for ${column} of ${name}`, async () => {
    await assert.rejects(changeColumnIndex(needs(), name, column, 'made'), says)
  })

it('says what it takes', async () => {
  const { code, stderr } = await index('pressures')
  assert.equal(code, 1)
  assert.match(stderr, /cairn datamap index NAME COLUMN/)
})
