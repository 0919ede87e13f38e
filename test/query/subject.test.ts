/** Queries of one patient by the subject of the EHR_STATUS: the EHR is looked up first, and answers are those of a query over all. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asking, ehrStatus, newEhr, record } from './queries.ts'

const asked = await asking()
const { rows, send } = asked

const about = (id: string, namespace = 'hospital') => ({
  subject: {
    _type: 'PARTY_SELF',
    external_ref: {
      _type: 'PARTY_REF',
      id: { _type: 'GENERIC_ID', value: id, scheme: 'mrn' },
      namespace,
      type: 'PERSON',
    },
  },
})

async function ehrOf(rest: Parameters<typeof ehrStatus>[0]): Promise<string> {
  const ehrId = await newEhr(asked.server, ehrStatus(rest))
  await record(asked, ehrId)
  return ehrId
}

const ana = await ehrOf(about('ana'))
const otherAna = await ehrOf(about('ana', 'clinic'))
const ben = await ehrOf(about('ben'))
await ehrOf({ ...about('hidden'), is_queryable: false })
const nobody = await newEhr(asked.server)
await record(asked, nobody)

const SUBJECT = 'e/ehr_status/subject/external_ref'
const of = (id: string, more = '') =>
  rows(`SELECT e/ehr_id/value FROM EHR e CONTAINS COMPOSITION c WHERE ${SUBJECT}/id/value = $id ${more}`, {
    id,
  })

it('finds the records of the one subject with an id', async () => {
  assert.deepEqual(await of('ben'), [[ben]])
  assert.deepEqual(await of('ben', 'ORDER BY c/name/value LIMIT 5'), [[ben]])
  const counted = `SELECT COUNT(*) FROM EHR e CONTAINS COMPOSITION c WHERE ${SUBJECT}/id/value = 'ben'`
  assert.deepEqual(await rows(counted), [[1]])
})

it('finds those of all subjects with an id, or of the one in a namespace', async () => {
  assert.deepEqual((await of('ana')).sort(), [[ana], [otherAna]].sort())
  assert.deepEqual(await of('ana', `AND ${SUBJECT}/namespace = 'clinic'`), [[otherAna]])
})

it('finds nothing for a subject that is not there, or whose EHR is not queryable', async () => {
  assert.deepEqual(await of('nobody'), [])
  assert.deepEqual(await of('hidden'), [])
  assert.deepEqual(await of('ben', `AND ${SUBJECT}/namespace = 'clinic'`), [])
})

it('leaves other conditions as they are', async () => {
  assert.deepEqual(await of('ben', `AND e/ehr_id/value = '${ana}'`), [])
  const either = (await of('ben', `OR e/ehr_id/value = '${nobody}'`)).sort()
  assert.deepEqual(either, [[ben], [nobody]].sort())
})

it('follows the status as it is now', async () => {
  const status = await send(`GET /openehr/v1/ehr/${ben}/ehr_status`)
  const answer = await asked.server.call(`PUT /openehr/v1/ehr/${ben}/ehr_status`, {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/json', 'If-Match': status.headers.get('etag') ?? '' },
    body: JSON.stringify({ ...status.json(), ...about('dora') }),
  })
  assert.ok(answer.status < 300, answer.text)
  assert.deepEqual([await of('ben'), await of('dora')], [[], [[ben]]])
})
