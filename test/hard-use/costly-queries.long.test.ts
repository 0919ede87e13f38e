/** Queries made to cost much: each is answered or ended by a limit, and the server keeps its memory. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../database.ts'
import { notBuilt } from '../http/program.ts'
import { idIn, programServer } from '../program-server.ts'
import { bloodPressure, bloodPressureOpt } from '../records.ts'
import { residentMegabytes } from './hospital.ts'
import { record } from './report.ts'

const EHRS = 20
const COMPOSITIONS = 25

const contains = Array.from({ length: 10 }, (_, at) => `OBSERVATION o${at}`).join(' AND ')
const wildcards = `%${'a%'.repeat(2000)}`
const many = Array.from({ length: 100_000 }, (_, at) => at).join(', ')
const MAGNITUDE = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'

const COSTLY: Readonly<Record<string, string>> = {
  'ten entries side by side': `SELECT c/uid/value FROM COMPOSITION c CONTAINS (${contains})`,
  'ten compositions of one EHR': `SELECT COUNT(*) FROM EHR e CONTAINS (${Array.from({ length: 10 }, (_, at) => `COMPOSITION c${at}`).join(' AND ')})`,
  'a pattern of 2,000 wildcards': `SELECT c/uid/value FROM COMPOSITION c WHERE c/name/value LIKE '${wildcards}'`,
  'LIMIT of a billion': 'SELECT c/uid/value FROM COMPOSITION c LIMIT 1000000000',
  'OFFSET of a billion': 'SELECT c/uid/value FROM COMPOSITION c LIMIT 10 OFFSET 1000000000',
  'a list of 100,000 values': `SELECT c/uid/value FROM COMPOSITION c CONTAINS OBSERVATION o WHERE ${MAGNITUDE} matches {${many}}`,
  'all versions of everything as objects':
    'SELECT v, c FROM EHR e CONTAINS VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c',
}

/** Answered, refused, ended by the time limit before or after the first byte, or told to come back. */
const ENDS: readonly (number | string)[] = [200, 400, 408, 413, 503, 'broken off']

test('costly queries one after the other and together', { skip: notBuilt, timeout: 600_000 }, async t => {
  const { url: databaseUrl } = await testDatabase()
  const server = await programServer(
    { CAIRN_DATABASE_URL: databaseUrl, CAIRN_QUERY_TIMEOUT_MS: '10000' },
    { built: true },
  )
  const opt = await server.call('POST /openehr/v1/definition/template/adl1.4', {
    body: bloodPressureOpt(),
    headers: { 'Content-Type': 'application/xml' },
  })
  assert.equal(opt.status, 201)
  for (let ehr = 0; ehr < EHRS; ehr++) {
    const ehrId = idIn(await server.call('POST /openehr/v1/ehr'))
    const body = JSON.stringify(bloodPressure([{ systolic: 100 + ehr }]))
    for (let at = 0; at < COMPOSITIONS; at++)
      assert.equal((await server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, { body })).status, 201)
  }
  /** The status of an answer; one that began and reached the time limit is broken off. */
  const ask = async (q: string): Promise<number | 'broken off'> => {
    const answer = await server.call('POST /openehr/v1/query/aql', { body: JSON.stringify({ q }) })
    const isWhole = await answer.text().then(
      () => true,
      () => false,
    )
    return isWhole ? answer.status : 'broken off'
  }
  const light = 'SELECT c/uid/value FROM COMPOSITION c LIMIT 10'
  for (let at = 0; at < 50; at++) assert.equal(await ask(light), 200)
  const pid = server.program.child.pid ?? 0
  const before = residentMegabytes(pid)
  const told: string[] = []
  let most = before
  const look = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid))
  }, 50)
  t.after(() => clearInterval(look))
  for (const [what, q] of Object.entries(COSTLY)) {
    const status = await ask(q)
    assert.ok(ENDS.includes(status), `${what}: ${status}`)
    told.push(`${what} ${status}`)
  }
  const together = await Promise.all(Object.values(COSTLY).map(ask))
  assert.ok(
    together.every(status => ENDS.includes(status)),
    together.join(),
  )
  assert.equal(await ask(light), 200)
  record({
    check: '37',
    subject: 'Costly queries',
    method: `${EHRS * COMPOSITIONS} compositions in ${EHRS} EHRs, a time limit of 10 s for a query; ${told.length} costly queries one after the other, then all at once`,
    figure: `${told.join(', ')}; together ${together.join(', ')}; memory ${Math.round(before)} MB before, ${Math.round(most)} MB at most`,
  })
})
