/** Lists of datamaps as nodes and SQL, written down: a change of the planner shows in the diff. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { printWhole } from '../../packages/server/src/access/index.ts'
import { openDatamapShelf } from '../../packages/server/src/datamap/index.ts'
import { keysOf, topOf } from '../../packages/server/src/datamap/list/list.ts'
import { pageIn, pageOf } from '../../packages/server/src/datamap/list/page.ts'
import { pageStatement, totalStatement } from '../../packages/server/src/datamap/list/statement.ts'
import { openTemplateShelf } from '../../packages/server/src/definitions/index.ts'
import { openPathDictionary } from '../../packages/server/src/roots/index.ts'
import { bloodPressure, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const WRITTEN = new URL('list-plans.sql', import.meta.url)
/** CAIRN_ACCEPT=1 writes the file anew: the diff is to be read. */
const ACCEPT = process.env['CAIRN_ACCEPT'] !== undefined

const server = await testServer()
const { db } = server

const EVENT = '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]'
const DEFINITION = `<datamap template="Blood pressure.v1">
  <paths add="systolic" path="${EVENT}/data[at0003]/items[at0004]/value"/>
  <paths add="composer" path="/composer/name"/>
  <paths add="facility" path="/context/health_care_facility/name"/>
</datamap>`

const LISTS: Readonly<Record<string, string>> = {
  'as they were made': '',
  'of one EHR': 'ehrUid=7d44b88c-4199-4bad-97dc-d78268e01398',
  'by a column': 'order_by=systolic',
  'by a column, then by another, descending': 'order_by=systolic,composer desc',
  'by a column that no record has': 'order_by=facility',
  'by a field of the episode': 'order_by=episode_start',
  'by the state': 'order_by=trunk_lifecycle_state',
  'after a record': `order_by=systolic&after=${Buffer.from(JSON.stringify(['120', '7d44b88c-4199-4bad-97dc-d78268e01398'])).toString('base64url')}`,
  'a filter and its order': 'systolic[gte]=120&order_by=systolic',
  'two filters': 'systolic[gte]=120&composer=x',
  'records without a value': 'systolic[exists]=false',
}

async function planOf(query: string): Promise<string> {
  const dictionary = openPathDictionary(db)
  await dictionary.refresh()
  const ready = await openDatamapShelf({ db, shelf: openTemplateShelf(db) }).named('pressures')
  const page = pageOf(ready.datamap, pageIn({ query: new URLSearchParams(query) }))
  const fields = [...page.order, ...page.filters].map(({ field }) => field)
  const keys = keysOf({ dictionary }, topOf({ dictionary }, ready), fields)
  const { artefactId } = ready.template
  const statements = {
    page: pageStatement(page, artefactId, keys, false),
    total: totalStatement(page, artefactId, keys, false),
  }
  return Object.entries(statements)
    .map(([name, { explain, sql }]) => `--   ${name}\n${comment(explain())}\n${printWhole(sql)};`)
    .join('\n')
}

const comment = (text: string): string =>
  text
    .split('\n')
    .map(line => `--     ${line}`)
    .join('\n')

/** Cases by name: what stands between one name and the next. */
const written = new Map(
  (existsSync(WRITTEN) ? readFileSync(WRITTEN, 'utf8') : '')
    .split(/^-- (?! )/m)
    .slice(1)
    .map(part => [part.slice(0, part.indexOf('\n')), `-- ${part.trim()}`]),
)
const now = new Map<string, string>()

before(async () => {
  await uploadTemplate(server)
  await postComposition(server, await newEhr(server), bloodPressure([{ systolic: 120 }]))
  const saved = await server.call('PUT /extra/v1/definition/datamap/pressures', {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/xml' },
    body: DEFINITION,
  })
  assert.equal(saved.status, 201, saved.text)
})

describe('lists', () => {
  for (const [name, query] of Object.entries(LISTS))
    it(name, async () => {
      const found = `-- ${name}\n--   ${query}\n${await planOf(query)}`
      now.set(name, found)
      if (!ACCEPT) assert.equal(found, written.get(name), 'CAIRN_ACCEPT=1 writes it down')
    })

  it('written down are those that are tested', () => {
    if (ACCEPT) writeFileSync(WRITTEN, `${[...now.values()].join('\n\n')}\n`)
    else assert.deepEqual([...written.keys()], Object.keys(LISTS))
  })
})
