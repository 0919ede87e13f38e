/** A researcher sees no text that somebody typed, in no answer, and finds nobody by one (decision 0082). */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { exampleOf, randomInstance } from '@cairn-ehr/openehr/template'
import fc from 'fast-check'
import { settled } from '../audit/trail.ts'
import { adminCall } from '../people/people.ts'
import { newEhr } from '../records.ts'
import { testServer } from '../server.ts'
import { addPersonWith, openTokens } from './tokens.ts'
import {
  NOTE,
  planted,
  TYPED,
  TYPED_OPT,
  TYPED_TEMPLATE,
  typedFolder,
  typedStatus,
  withOpenTexts,
  withStrangeNodes,
} from './typed-records.ts'

const SEED = Number(process.env['CAIRN_SEED'] ?? Date.now() % 2 ** 31)
const server = await testServer()

/** A word that is nowhere else, and may stand in ids and addresses. */
const [MARKER = ''] = fc.sample(
  fc.string({ unit: fc.constantFrom(...'bcdfghjklmnpqrstvwxz'), minLength: 12, maxLength: 12 }),
  { seed: SEED, numRuns: 1 },
)

const JSON_BODY = { 'Content-Type': 'application/json' }
const WRITER = 'api.read api.write api.lenient'

const send = async (request: string, body: unknown, headers: Record<string, string> = {}) => {
  const answer = await server.call(request, {
    scopes: WRITER,
    headers: { ...JSON_BODY, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  assert.ok(answer.status < 300, `${request} ${answer.text}`)
  return answer
}

const DATAMAP = {
  template: TYPED_TEMPLATE,
  paths: [
    { add: 'text', path: `/content[${NOTE}]/data[at0001]/items[at0002]/value` },
    { add: 'name', path: `/content[${NOTE}]/data[at0001]/items[at0002]/name` },
    { add: 'position', path: `/content[${NOTE}]/data[at0001]/items[at0003]/value` },
    { add: 'code', path: `/content[${NOTE}]/data[at0001]/items[at0004]/value` },
    { add: 'quantity', path: `/content[${NOTE}]/data[at0001]/items[at0005]/value` },
    { add: 'identifier', path: `/content[${NOTE}]/data[at0001]/items[at0006]/value` },
    { add: 'file', path: `/content[${NOTE}]/data[at0001]/items[at0010]/value` },
    { add: 'location', path: '/context/location' },
    { add: 'composer', path: '/composer' },
    { add: 'title', path: '/name' },
  ],
}

let ehrId = ''
let headers: Record<string, string> = {}
const RECORDS = 6

function randomFrom(seed: number): () => number {
  const numbers = fc.sample(fc.double({ min: 0, max: 0.999, noNaN: true }), { seed, numRuns: 2000 })
  let at = 0
  return () => numbers[at++ % numbers.length] ?? 0
}

before(async () => {
  await send('POST /openehr/v1/definition/template/adl1.4', TYPED_OPT, { 'Content-Type': 'application/xml' })
  ehrId = await newEhr(server, typedStatus(MARKER))
  await send(`POST /openehr/v1/ehr/${ehrId}/directory`, typedFolder(MARKER))
  for (let at = 0; at < RECORDS; at++) {
    // The first has every node, so that each condition finds something.
    const made =
      at === 0
        ? withStrangeNodes(exampleOf(TYPED, { detail: 'medium', now: '2024-05-17T10:30:00Z' }), MARKER)
        : randomInstance(TYPED, randomFrom(SEED + at))
    const instance = planted(made, MARKER)
    await send(`POST /openehr/v1/ehr/${ehrId}/composition`, withOpenTexts(instance, MARKER), {
      Prefer: 'handling=lenient',
      'openehr-audit-details': `description.value="${MARKER}",committer.name="${MARKER}"`,
      'openehr-item-tag': `key="${MARKER}",value="${MARKER}"`,
    })
  }
  await send('PUT /extra/v1/definition/datamap/typed', DATAMAP)
  await addPersonWith(server, 'rita', { roles: ['researcher'] })
  const token = await (await openTokens(server))({ scope: 'api.read', person: 'rita' })
  headers = { Authorization: `Bearer ${token}` }
})

const get = async (path: string, more: Record<string, string> = {}) => {
  const answer = await server.call(`GET ${path}`, { headers: { ...headers, ...more } })
  assert.equal(answer.status, 200, `${path} ${answer.text}`)
  return answer
}

const aqlPath = (q: string, more: Record<string, string> = {}) =>
  `/openehr/v1/query/aql?${new URLSearchParams({ q, ...more })}`

const rowsOf = async (q: string): Promise<unknown[][]> => (await get(aqlPath(q))).json().rows

/** The same for a client that sees the records as they are. */
const rowsWithIdentity = async (q: string): Promise<unknown[][]> => {
  const answer = await server.call(`GET ${aqlPath(q)}`, { scopes: 'api.read' })
  assert.equal(answer.status, 200, `${q} ${answer.text}`)
  return answer.json().rows
}

const hides = (text: string, what: string) =>
  assert.ok(!text.toLowerCase().includes(MARKER), `${what}: ${text.slice(0, 2000)}`)

const FORMATS = [
  'application/json',
  'text/csv',
  'application/x-ndjson',
  'application/vnd.apache.parquet',
  'application/vnd.apache.arrow.stream',
]

const EVERYTHING = [
  'SELECT e, e/ehr_status, e/directory, e/compositions, e/contributions, e/folders FROM EHR e',
  'SELECT v, v/commit_audit, v/contribution, v/data FROM EHR e CONTAINS VERSION v[ALL_VERSIONS]',
  'SELECT v/commit_audit/description/value, v/commit_audit/committer/name FROM VERSION v CONTAINS COMPOSITION c',
  'SELECT c, c/name, c/composer, c/context, c/links, c/feeder_audit FROM COMPOSITION c',
  'SELECT s, s/name/value, s/other_details, s/subject FROM EHR_STATUS s',
  'SELECT f, f/name/value, f/details, f/archetype_node_id FROM FOLDER f',
  'SELECT l, l/name/value, l/archetype_node_id FROM LOCATABLE l',
  'SELECT x, x/name/value, x/value, x/value/value, x/value/mappings, x/value/units FROM ELEMENT x',
  'SELECT DISTINCT l/name/value, COUNT(*), MAX(l/name/value), MIN(l/archetype_node_id) FROM LOCATABLE l',
  'SELECT MAX(x/value/value), MIN(x/value/units), MAX(x/value/defining_code/code_string) FROM ELEMENT x',
]

/** Conditions that the marker meets, each in a query that finds something for those who see it. */
const asked = (marker: string): string[] => [
  `SELECT f FROM FOLDER f WHERE f/name/value = '${marker}'`,
  `SELECT f FROM FOLDER f WHERE f/name/value LIKE '*${marker.slice(2)}'`,
  `SELECT f FROM FOLDER f[openEHR-EHR-FOLDER.${marker}.v1]`,
  `SELECT f FROM FOLDER f[openEHR-EHR-FOLDER.generic.v1, '${marker}']`,
  `SELECT f FROM FOLDER f CONTAINS ELEMENT x[at0002, '${marker}']`,
  `SELECT s FROM EHR_STATUS s WHERE s/name/value MATCHES {'${marker}', 'other'}`,
  `SELECT s FROM EHR_STATUS s WHERE s/other_details/items/name/value = '${marker}'`,
  `SELECT s FROM EHR_STATUS s WHERE s/other_details/items[at0002, '${marker}']/value/value = '${marker}'`,
  `SELECT e/ehr_id/value FROM EHR e WHERE e/directory/name/value = '${marker}'`,
  `SELECT e/ehr_id/value FROM EHR e WHERE e/ehr_status/name/value = '${marker}'`,
  `SELECT c FROM COMPOSITION c WHERE c/name/value = '${marker}'`,
  `SELECT c FROM COMPOSITION c CONTAINS CLUSTER k[openEHR-EHR-CLUSTER.${marker}.v1]`,
  `SELECT c FROM COMPOSITION c[openEHR-EHR-COMPOSITION.typed.v1 and name/value='${marker}']`,
  `SELECT c FROM COMPOSITION c WHERE NOT c/name/value != '${marker}' AND EXISTS c/name/value`,
  `SELECT c FROM COMPOSITION c WHERE c/context/location = '${marker}'`,
  `SELECT c FROM COMPOSITION c WHERE CONCAT(c/name/value, '!') = '${marker}!'`,
  `SELECT c FROM COMPOSITION c WHERE LENGTH(c/name/value) = ${marker.length}`,
  `SELECT x FROM ELEMENT x[at0002, '${marker}']`,
  `SELECT x FROM ELEMENT x WHERE x/value/value = '${marker}'`,
  `SELECT x FROM ELEMENT x[at0003] WHERE x/value/value > '${marker.slice(0, -1)}' AND x/value/value <= '${marker}'`,
  `SELECT x FROM ELEMENT x WHERE x/value/defining_code/code_string = '${marker}'`,
  `SELECT x FROM ELEMENT x WHERE x/value/mappings/target/code_string = '${marker}'`,
  `SELECT x FROM ELEMENT x WHERE x/value/units = '${marker}'`,
  `SELECT x FROM ELEMENT x WHERE x/value/id = '${marker}'`,
  `SELECT v FROM VERSION v[commit_audit/description/value = '${marker}'] CONTAINS COMPOSITION c`,
  `SELECT v/uid/value FROM VERSION v CONTAINS COMPOSITION c WHERE v/commit_audit/committer/name = '${marker}'`,
]

describe(`typed text in records without identity (seed ${SEED})`, () => {
  it('is in the records that others see', async () => {
    for (const q of EVERYTHING) assert.ok(JSON.stringify(await rowsWithIdentity(q)).includes(MARKER), q)
  })

  for (const format of FORMATS)
    it(`is in no result of AQL as ${format}`, async () => {
      for (const q of EVERYTHING) hides((await get(aqlPath(q), { Accept: format })).text, q)
    })

  for (const format of FORMATS)
    it(`is in no list of a datamap as ${format}`, async () => {
      const { text } = await get('/extra/v1/datamap/typed', { Accept: format })
      hides(text, format)
    })

  it('is not in the export', async () => {
    const { text } = await get('/admin/v1/export')
    assert.equal(text.split('\n').filter(line => line.startsWith('{"record":"version"')).length, RECORDS + 2)
    hides(text, 'export')
  })

  it('finds nobody by a condition on it', async () => {
    for (const q of asked(MARKER)) {
      assert.notEqual((await rowsWithIdentity(q)).length, 0, q)
      assert.deepEqual(await rowsOf(q), [], q)
    }
  })

  it('orders nothing', async () => {
    const q = 'SELECT x/name/value FROM ELEMENT x[at0004] ORDER BY x/name/value, x/value/value DESC'
    assert.deepEqual(new Set((await rowsOf(q)).flat()), new Set(['Any code']))
    const byName = (await get('/extra/v1/datamap/typed?order_by=-text,title')).json()
    assert.equal(byName.totalCount, RECORDS)
  })

  it('finds nobody by a filter of a list', async () => {
    for (const label of ['text', 'position', 'code', 'location'])
      for (const filter of [`${label}=${MARKER}`, `${label}[contains]=${MARKER.slice(1)}`]) {
        const path = `/extra/v1/datamap/typed?${encodeURI(filter)}`
        const { data, totalCount } = (await get(path)).json()
        assert.deepEqual([data, totalCount], [[], 0], filter)
        const others = await server.call(`GET ${path}`, { scopes: 'api.read' })
        assert.notEqual(others.json().totalCount, 0, filter)
      }
  })

  it('gives way to the text of the template and of the terminology', async () => {
    const [[name, position, code, weight, category] = []] = await rowsOf(
      `SELECT c/name/value, n/data[at0001]/items[at0003]/value/value, n/data[at0001]/items[at0003]/value/defining_code/code_string,
         n/data[at0001]/items[at0018]/value/units, c/category/value
       FROM COMPOSITION c CONTAINS EVALUATION n[${NOTE}]`,
    )
    assert.equal(name, 'Typed')
    assert.equal(position, { at0050: 'Sitting', at0051: 'Lying' }[String(code)])
    assert.deepEqual([weight, category], ['kg', 'event'])
    const renamed = await rowsOf(`SELECT x FROM EVALUATION n[${NOTE}] CONTAINS ELEMENT x[at0003, 'Position']`)
    assert.equal(
      renamed.length,
      (await rowsWithIdentity(`SELECT x FROM EVALUATION n[${NOTE}] CONTAINS ELEMENT x[at0003]`)).length,
    )
  })

  it('is no number of findings of an EHR that is asked for by its own id', async () => {
    const known = (await get(aqlPath('SELECT c FROM COMPOSITION c', { ehr_id: ehrId }))).json()
    const nobody = (
      await get(aqlPath('SELECT c FROM COMPOSITION c', { ehr_id: '0195f1f2-3333-7444-8555-666677778888' }))
    ).json()
    const others = await server.call(`GET ${aqlPath('SELECT c FROM COMPOSITION c', { ehr_id: ehrId })}`, {
      scopes: 'api.read',
    })
    assert.equal(others.json().meta['cairn.findings'], 1)
    assert.deepEqual(known.rows, [])
    assert.equal(known.meta['cairn.findings'], undefined)
    assert.deepEqual(Object.keys(known.meta).sort(), Object.keys(nobody.meta).sort())
  })

  it('the audit trail has the EHR that was asked for by its replaced id', async () => {
    const [[replaced] = []] = await rowsOf('SELECT e/ehr_id/value FROM EHR e CONTAINS COMPOSITION c')
    const { rows } = (
      await get(aqlPath('SELECT c/uid/value FROM COMPOSITION c', { ehr_id: String(replaced) }))
    ).json()
    assert.equal(rows.length, RECORDS)
    await settled(server)
    const { events } = (await adminCall(server, `GET /admin/v1/audit?person=rita&limit=1000`)).json()
    assert.ok(events.every((event: { ehr_id?: string }) => event.ehr_id !== replaced))
  })
})
