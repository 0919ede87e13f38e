/** The dictionary of paths: nobody can fill it, and what no record has any more goes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { data } from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import {
  openDictionarySweep,
  openPathDictionary,
  retireAllUnused,
} from '../../packages/server/src/roots/index.ts'
import { rootsOf } from '../../packages/server/src/roots/writing/index.ts'
import { eventually } from '../eventually.ts'
import { runProgram } from '../http/program.ts'
import { freePort, SECRET_KEY, testServer } from '../server.ts'
import { readMetrics } from '../watch/prometheus.ts'
import { objectOf, openRecords, status } from './records.ts'

const QUOTA = 400
const adminPort = String(await freePort())
const server = await testServer({
  env: { CAIRN_PATHS_PER_TEMPLATE: String(QUOTA), CAIRN_ADMIN_PORT: adminPort },
})
const { db } = server
const records = await openRecords(server)

const texts = sql<{ text: string }>({
  name: 'test.dictionary',
  text: 'select path as text from cairn.path union all select archetype_id from cairn.archetype',
})
const isInDictionary = async (text: string): Promise<boolean> =>
  (await db.query(texts)).some(row => row.text.includes(text))

/** A status with an element for each node id. */
const withNodes = (ids: readonly string[], archetype = 'at0001') =>
  status({
    other_details: data.locatable('ITEM_TREE', archetype, {
      items: ids.map(id => data.element(id, { _type: 'DV_TEXT', value: 'x' })),
    }),
  })
const madeUp = (count: number, from = 1) => Array.from({ length: count }, (_, at) => `at9${from + at}`)

/** The second sweep of a process removes the entries that were retired before its first. */
const sweepAfterGrace = async () => {
  const sweep = openDictionarySweep(db, 0)
  await sweep()
  return sweep()
}

const refreshes = async (): Promise<number> => {
  const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
  return readMetrics(metrics).sampleOf('cairn_job_runs_total{job="refresh",outcome="ok"}') ?? Number.NaN
}

/** Waits until the server has read the dictionary again. The first run of two may have begun before. */
async function untilNoticed(): Promise<void> {
  const before = await refreshes()
  await eventually('two refreshes', async () => (await refreshes()) >= before + 2)
}

const post = (body: unknown) => records.call('POST /ehr', body)
const newestEhr = async (body: unknown): Promise<string> => records.ehr(body as never)

describe('made-up node ids', () => {
  it('are taken up to a quota, then refused with a sentence, and nothing is stored', async () => {
    const before = await db.query(texts)
    const refused = await post(withNodes(madeUp(QUOTA)))
    assert.equal(refused.status, 422, refused.text)
    assert.equal(JSON.parse(refused.text).code, 'data.too_many_paths')
    assert.match(JSON.parse(refused.text).message, /no template.*400 are allowed: check the node ids/)
    assert.deepEqual(await db.query(texts), before)
    assert.equal((await post(withNodes(madeUp(20)))).status, 201)
    let last = 201
    for (let round = 1; round < 100 && last === 201; round++)
      last = (await post(withNodes(madeUp(20, 20 * round)))).status
    assert.equal(last, 422)
  })

  it('keep nobody from what is known already, nor from templates of their own', async () => {
    assert.equal((await post(withNodes(madeUp(20)))).status, 201)
    assert.equal((await post(status())).status, 201)
    const ehrId = await newestEhr(status())
    await records.composition(ehrId, 'fine')
  })

  it('that are too long to be kept are refused, not a fault', async () => {
    const long = `at${Array.from({ length: 3000 }, (_, at) => (at * 7919) % 10).join('')}`
    const refused = await post(withNodes([long]))
    assert.equal(refused.status, 422, refused.text)
    assert.match(JSON.parse(refused.text).message, /at most 2000/)
  })
})

describe('node ids that only an erased record had', () => {
  const own = 'openEHR-EHR-ITEM_TREE.of_john_smith.v1'
  const body = withNodes(['at0002', 'at0003'], own)
  // Known before, so that the quota that was used up above is no matter.
  it('are in the dictionary while the record is there', async () => {
    await db.execute(sql({ name: 'test.free', text: 'update cairn.archetype_path set template_key = null' }))
    const ehrId = await newestEhr(body)
    assert.ok(await isInDictionary(own))
    assert.equal(await retireAllUnused(db), 0)
    assert.equal((await records.call(`DELETE /admin/ehr/${ehrId}`)).status, 204)
  })

  it('are found unused, and go a while later; what others have stays', async () => {
    const sweep = openDictionarySweep(db)
    const { retired } = await sweep()
    assert.ok(retired > 0)
    assert.ok(await isInDictionary(own))
    assert.deepEqual(await sweep(), { retired: 0, removed: 0 })
    await untilNoticed()
    assert.deepEqual(await sweepAfterGrace(), { retired: 0, removed: retired })
    assert.ok(!(await isInDictionary(own)))
    assert.ok(await isInDictionary('openEHR-EHR-EHR_STATUS.generic.v1'))
  })

  it('come back with the next record that has them, and queries find it', async () => {
    const ehrId = await newestEhr(body)
    assert.ok(await isInDictionary(own))
    const q = `SELECT s/other_details[${own}]/items[at0002]/value/value FROM EHR e CONTAINS EHR_STATUS s WHERE e/ehr_id/value = '${ehrId}'`
    const answer = await server.call('POST /openehr/v1/query/aql', {
      scopes: 'api.read',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ q }),
    })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.json().rows, [['x']])
  })

  it('stay when they are used again before they are gone', async () => {
    const only = withNodes(['at0002'], 'openEHR-EHR-ITEM_TREE.of_jane.v1')
    const ehrId = await newestEhr(only)
    assert.equal((await records.call(`DELETE /admin/ehr/${ehrId}`)).status, 204)
    assert.ok((await openDictionarySweep(db)()).retired > 0)
    await untilNoticed()
    await newestEhr(only)
    assert.equal((await sweepAfterGrace()).removed, 0)
    assert.ok(await isInDictionary('of_jane'))
  })

  it('stay where somebody wrote them without knowing, and go with a single object as well', async () => {
    const ehrId = await newestEhr(status())
    const composition = await records.composition(ehrId, 'mistaken')
    assert.equal(
      (await records.call(`DELETE /admin/ehr/${ehrId}/composition/${objectOf(composition)}`)).status,
      204,
    )
    const suspects = sql<{ n: number }>({
      name: 'test.suspects',
      text: 'select count(*)::int as n from cairn.dictionary_suspect',
    })
    assert.ok(((await db.query(suspects))[0]?.n ?? 0) > 0)
    const retireAll = sql({
      name: 'test.retire',
      text: "update cairn.archetype_path set retired_at = now() - interval '1 hour'",
    })
    await db.execute(retireAll)
    const before = await db.query(texts)
    assert.equal((await sweepAfterGrace()).removed, 0)
    assert.deepEqual(
      new Set((await db.query(texts)).map(({ text }) => text)),
      new Set(before.map(({ text }) => text)),
    )
  })
})

it('cairn dictionary sweep says what it did', async () => {
  const ehrId = await newestEhr(withNodes(['at0002'], 'openEHR-EHR-ITEM_TREE.of_nobody.v1'))
  assert.equal((await records.call(`DELETE /admin/ehr/${ehrId}`)).status, 204)
  const settings = { CAIRN_DATABASE_URL: server.databaseUrl, CAIRN_SECRET_KEY: SECRET_KEY }
  const { code, stdout, stderr } = await runProgram(['dictionary', 'sweep'], settings).ended
  assert.equal(code, 0, stderr)
  assert.match(
    stdout,
    // The server beside it may have found them before.
    /^(?:0 entries found unused|\d+ entr(?:y|ies) found unused; a running server removes them in a minute or two)\.\n$/,
  )
  const refused = await runProgram(['dictionary'], settings).ended
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /cairn dictionary sweep/)
})

describe('new paths', () => {
  it('count once where documents that come together bring them', async () => {
    const roots = rootsOf(withNodes(madeUp(100, 5000), 'at0777') as RmObject, 'EHR_STATUS')
    const documents = Array.from({ length: 3 }, () => ({ roots, templateKey: 99 }))
    await openPathDictionary(db, QUOTA).learn(documents)
  })
})
