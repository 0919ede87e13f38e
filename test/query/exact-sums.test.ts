/** SUM and AVG add decimals without rounding: the result does not depend on the order of the rows, or on the nodes that have them. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bloodPressure, bloodPressureOpt, newEhr, postComposition } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const uploaded = await server.call('POST /openehr/v1/definition/template/adl1.4', {
  scopes: 'api.write',
  headers: { 'Content-Type': 'application/xml' },
  body: bloodPressureOpt(),
})
assert.equal(uploaded.status, 201, uploaded.text)

const SYSTOLIC = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'
const AGGREGATES = `SELECT SUM(${SYSTOLIC}) AS sum, AVG(${SYSTOLIC}) AS mean
  FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]`

async function aggregatesOf(where: string): Promise<unknown> {
  const answer = await server.call(
    `GET /openehr/v1/query/aql?${new URLSearchParams({ q: `${AGGREGATES} ${where}` })}`,
    {
      scopes: 'api.read',
    },
  )
  assert.equal(answer.status, 200, answer.text)
  return answer.json().rows
}

it('ten times 100.1 is 1001, in one EHR and over all', async () => {
  const ehrs = [await newEhr(server), await newEhr(server), await newEhr(server)]
  for (let count = 0; count < 10; count++) {
    const posted = await postComposition(server, ehrs[count % 2] ?? '', bloodPressure([{ systolic: 100.1 }]))
    assert.equal(posted.status, 201, posted.text)
  }
  assert.notEqual(
    [...Array(10)].reduce(sum => sum + 100.1, 0),
    1001,
  )
  assert.deepEqual(await aggregatesOf(''), [[1001, 100.1]])
  assert.deepEqual(await aggregatesOf(`WHERE e/ehr_id/value = '${ehrs[0]}'`), [[500.5, 100.1]])
  assert.deepEqual(await aggregatesOf(`WHERE e/ehr_id/value = '${ehrs[2]}'`), [[null, null]])
})
