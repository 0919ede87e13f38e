/** Random records of the corpus' templates: every value can be read with the type of its column, and groups have all their rows. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { randomInstance } from '@cairn-ehr/openehr/template'
import { corpusFile, corpusMissing } from '../../../packages/openehr/fixtures/corpus.ts'
import { type Checked, satisfiable } from '../../../packages/openehr/test/random-instances.ts'
import { seeded } from '../../../packages/openehr/test/seeded.ts'
import { checkDatamap } from '../../../packages/server/src/datamap/definition/compile.ts'
import { suggestDefinition } from '../../../packages/server/src/datamap/definition/suggest.ts'
import { printDefinitionXml } from '../../../packages/server/src/datamap/definition/xml.ts'
import type { Column } from '../../../packages/server/src/datamap/model.ts'
import { sql } from '../../../packages/server/src/db/index.ts'
import { leftOutOnCitus } from '../../citus/left-out.ts'
import { newEhr } from '../../records.ts'
import { testServer } from '../../server.ts'
import { openReader, type Row } from './reader.ts'

const SEED = Number(process.env['CAIRN_SEED'] ?? 20261118)
const TEMPLATES = Number(process.env['CAIRN_TEMPLATES'] ?? 5)
const RECORDS = 8

const server = await testServer()
const skip = corpusMissing || leftOutOnCitus('a database of one server')

async function send(request: string, type: string, body: string): Promise<void> {
  const answer = await server.call(request, {
    scopes: 'api.write',
    headers: { 'Content-Type': type },
    body,
  })
  assert.ok([200, 201, 204, 409].includes(answer.status), answer.text)
}

/** One of each template id, in an order that the seed decides. */
function drawn(): readonly Checked[] {
  const random = seeded(SEED)
  const byId = new Map(satisfiable(150_000).map(each => [each.template.templateId, each]))
  return [...byId.values()]
    .filter(({ template }) => template.definition.rmType === 'COMPOSITION')
    .map(each => ({ each, draw: random() }))
    .toSorted((a, b) => a.draw - b.draw)
    .map(({ each }) => each)
    .slice(0, TEMPLATES)
}

const published = sql<{ views: string[] }, [datamap: string, withoutIdentity: boolean]>({
  name: 'test.publishedViews',
  text: 'select views from cairn.published_datamap where datamap = $1 and without_identity = $2',
})

const viewsOf = async (name: string, withoutIdentity: boolean): Promise<readonly string[]> =>
  (await server.db.query(published, [name, withoutIdentity]))[0]?.views ?? []

/** The number of rows of each group, as views are made for them. */
function countRows(columns: readonly Column[], rows: readonly Row[]): readonly number[] {
  return columns.flatMap(column => {
    if (column.kind !== 'group') return []
    const inner = rows.flatMap(row => (row[column.label] ?? []) as Row[])
    return [inner.length, ...countRows(column.columns, inner)]
  })
}

if (skip) it('published random records', { skip })
for (const [at, { file, template }] of (skip ? [] : drawn()).entries())
  it(`records of ${file} can be read as SQL (seed ${SEED})`, async () => {
    await send('POST /openehr/v1/definition/template/adl1.4', 'application/xml', corpusFile(file))
    const definition = suggestDefinition(template)
    const name = `random${at}`
    await send(`PUT /extra/v1/definition/datamap/${name}`, 'application/xml', printDefinitionXml(definition))
    const ehrId = await newEhr(server)
    const random = seeded(SEED)
    for (let made = 0; made < RECORDS; made++)
      await send(
        `POST /openehr/v1/ehr/${ehrId}/composition`,
        'application/json',
        JSON.stringify(randomInstance(template, random)),
      )
    const listed = await server.call(`GET /extra/v1/datamap/${name}`, { scopes: 'api.read' })
    const records: Row[] = listed.json().data
    assert.equal(records.length, RECORDS)
    const { columns } = checkDatamap(definition, template).datamap
    for (const withoutIdentity of [false, true]) {
      const reader = await openReader(server, name, { withoutIdentity })
      const schema = withoutIdentity ? 'cairn_datamap_research' : 'cairn_datamap'
      const counts: number[] = []
      for (const view of await viewsOf(name, withoutIdentity))
        counts.push((await reader.query(`select * from ${schema}."${view}"`)).length)
      // Without identity, nodes that the template does not have are left out.
      const compared = withoutIdentity ? 1 : undefined
      assert.deepEqual(
        counts.slice(0, compared),
        [RECORDS, ...countRows(columns, records)].slice(0, compared),
      )
    }
  })
