/** The demo hospital, exported and imported into an empty server: the same bytes, and the same answers. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { QUERIES } from '../../packages/cli/src/demo/definitions.ts'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { cairnIn, settingsOf, testFolder } from '../cli/program.ts'
import { loadHospital } from '../console/hospital.ts'
import { record } from '../hard-use/report.ts'
import { type RunningServer, testServer } from '../server.ts'
import { compareExports } from './same-export.ts'
import { ALL } from './world.ts'

/** As many as `cairn demo` makes. */
const PATIENTS = 200

const folder = testFolder()
const cairn = (server: RunningServer) => cairnIn(folder, { ...settingsOf(server), CAIRN_SCOPE: ALL })

const VERSIONS = `SELECT e/ehr_id/value, v/uid/value FROM EHR e CONTAINS VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c`

/** The body of an answer, byte for byte. */
async function bodyOf(server: RunningServer, path: string): Promise<string> {
  const answer = await server.call(`GET ${path}`, { scopes: ALL })
  assert.equal(answer.status, 200, `${path}: ${answer.text}`)
  return answer.text
}

const queryPath = (q: string) => `/openehr/v1/query/aql?fetch=100000&q=${encodeURIComponent(q)}`

it('every version of every composition is the same, byte by byte, and queries have the same rows', async t => {
  const source = await testServer()
  await loadHospital(source, PATIENTS)
  const exported = await cairn(source)(['export', 'hospital'])
  assert.equal(exported.code, 0, exported.err)

  const target = await testServer()
  const began = performance.now()
  const imported = await cairn(target)(['import', 'hospital'])
  const seconds = (performance.now() - began) / 1000
  assert.equal(imported.code, 0, imported.err)
  assert.match(imported.out, / 0 were there already, 0 rejected/)

  const versions: [string, string][] = JSON.parse(await bodyOf(source, queryPath(VERSIONS))).rows
  assert.ok(versions.length > 5000)
  for (const [ehrId, uid] of versions) {
    const path = `/openehr/v1/ehr/${ehrId}/composition/${uid}`
    assert.ok((await bodyOf(source, path)) === (await bodyOf(target, path)), path)
  }
  const again = await cairn(target)(['export', 'again'])
  assert.equal(again.code, 0, again.err)
  const lines = await compareExports(join(folder, 'hospital'), join(folder, 'again'))
  t.diagnostic(`${versions.length} versions and ${lines} lines of the export are the same`)

  for (const { name, q } of QUERIES.filter(each => !each.q.includes('$'))) {
    const [here, there] = [await bodyOf(source, queryPath(q)), await bodyOf(target, queryPath(q))]
    assert.deepEqual(JSON.parse(there).rows, JSON.parse(here).rows, name)
  }
  assert.deepEqual((await verifyRecords(target.db)).faults, [])
  record({
    check: '6',
    subject: 'Import into an empty database',
    method: `cairn import of ${PATIENTS} patients into a server in the process of the test; "npm run bench import" has the rate of a server of its own, in docs/figures/import.txt`,
    figure: `${versions.length} versions in ${seconds.toFixed(1)} s, ${Math.round(versions.length / seconds)} a second; exported again, ${lines} lines are the same`,
  })
})
