/**
 * Measures the walks of docs/figures/walks.md: the files and functions that a warm request runs. No walk gets longer unnoticed:
 * CAIRN_ACCEPT=1 writes the page, and its diff is to be read.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { leftOutOnCitus } from './citus/left-out.ts'
import { bloodPressure, idOf, newEhr, postComposition, uploadTemplate } from './records.ts'
import { testServer } from './server.ts'
import { functionsOf, measureWalk, type Walk } from './walk-coverage.ts'
import { printWalks, walksIn } from './walk-page.ts'

const PAGE = new URL('../docs/figures/walks.md', import.meta.url)
const ACCEPT = process.env['CAIRN_ACCEPT'] !== undefined

/** Files and functions may be a few more: a job of the server can run beside a request. */
const SLACK = 1.05

const server = await testServer()
const EVENT = '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]'
const DEFINITION = `<datamap template="Blood pressure.v1">
  <paths add="systolic" path="${EVENT}/data[at0003]/items[at0004]/value"/>
</datamap>`

let ehr = ''
let composition = ''

const get = (path: string) => server.call(`GET ${path}`, { scopes: 'api.read' })

/** An alias that no earlier text has makes a new plan. */
const newQuery = (nth: number) => `SELECT c/uid/value AS uid${nth} FROM EHR e CONTAINS COMPOSITION c LIMIT 5`

const WALKS: Readonly<Record<string, (nth: number) => ReturnType<typeof get>>> = {
  'A commit: `POST …/composition`': () => postComposition(server, ehr, bloodPressure()),
  'A read: `GET …/composition/{uid}`': () => get(`/openehr/v1/ehr/${ehr}/composition/${composition}`),
  'A read as of a time: `version_at_time`': () =>
    get(
      `/openehr/v1/ehr/${ehr}/versioned_composition/${composition.split('::')[0]}/version?version_at_time=2030-01-01T00:00:00Z`,
    ),
  'A new AQL text: `GET …/query/aql`': nth =>
    get(`/openehr/v1/query/aql?q=${encodeURIComponent(newQuery(nth))}`),
  'A known AQL text': () => get(`/openehr/v1/query/aql?q=${encodeURIComponent(newQuery(0))}`),
  'A list of a datamap: `order_by`': () => get('/extra/v1/datamap/pressures?order_by=systolic&limit=5'),
}

describe('the walks of a warm request', { skip: leftOutOnCitus('a database of one server') }, () => {
  const written = walksIn(readFileSync(PAGE, 'utf8'))
  const measured = new Map<string, Walk>()

  before(async () => {
    await uploadTemplate(server)
    ehr = await newEhr(server)
    composition = idOf(await postComposition(server, ehr))
    const saved = await server.call('PUT /extra/v1/definition/datamap/pressures', {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/xml' },
      body: DEFINITION,
    })
    assert.equal(saved.status, 201, saved.text)
  })

  after(() => {
    if (ACCEPT) writeFileSync(PAGE, printWalks(measured))
  })

  for (const [name, call] of Object.entries(WALKS))
    it(name, async () => {
      const walk = await measureWalk(async nth => {
        const answer = await call(nth)
        assert.ok(answer.status < 300, answer.text)
      })
      measured.set(name, walk)
      if (ACCEPT) return
      const page = written.get(name)
      assert.ok(page, `docs/figures/walks.md has no "${name}": CAIRN_ACCEPT=1 writes it`)
      const added = [...walk.keys()].filter(file => !page.names.has(file))
      assert.ok(
        walk.size <= page.files * SLACK && functionsOf(walk) <= page.functions * SLACK,
        `${walk.size} files and ${functionsOf(walk)} functions, ${page.files} and ${page.functions} before; new: ${added.join(', ')}`,
      )
    })
})
