/** Lists of random records of the corpus' templates against a simple model: documents in memory, filtered and sorted. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isRmObject, magnitudeOf, type RmObject } from '@cairn-ehr/openehr/rm'
import { randomInstance, type Template } from '@cairn-ehr/openehr/template'
import { corpusFile, corpusMissing } from '../../packages/openehr/fixtures/corpus.ts'
import { type Checked, satisfiable } from '../../packages/openehr/test/random-instances.ts'
import { seeded } from '../../packages/openehr/test/seeded.ts'
import { checkDatamap } from '../../packages/server/src/datamap/definition/compile.ts'
import { suggestDefinition } from '../../packages/server/src/datamap/definition/suggest.ts'
import { printDefinitionXml } from '../../packages/server/src/datamap/definition/xml.ts'
import { keyKindOf } from '../../packages/server/src/datamap/list/column-key.ts'
import type {
  CellObject,
  Datamap,
  Definition,
  LabelledPath,
  ValueColumn,
} from '../../packages/server/src/datamap/model.ts'
import { firstAt, recordOf } from '../../packages/server/src/datamap/record.ts'
import { newEhr } from '../records.ts'
import { testServer } from '../server.ts'

const SEED = Number(process.env['CAIRN_SEED'] ?? 20261115)
const RECORDS = 12
const TEMPLATES = Number(process.env['CAIRN_TEMPLATES'] ?? 6)
const COLUMNS = 12

const server = await testServer()

interface Stored {
  readonly uid: string
  readonly document: RmObject
}

type Key = number | string | boolean

/** The key that a value is compared by: its size, else its text. */
function keyOf(column: ValueColumn, document: RmObject): Key | undefined {
  const value = firstAt(document, column.steps)
  if (!isRmObject(value)) return value as Key | undefined
  const type = value._type ?? ''
  if (keyKindOf(column) === 'number') {
    if (type === 'DV_ORDINAL' || type === 'DV_SCALE') return value['value'] as number
    return magnitudeOf(value, type) as number | undefined
  }
  return (value['value'] ?? value['name'] ?? value['id'] ?? value['code_string']) as Key | undefined
}

const byKey = (a: Key, b: Key): number => {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return Number(a) - Number(b)
}

/** Records without a value last, equal ones by uid. */
function ordered(stored: readonly Stored[], column: ValueColumn, descending: boolean): readonly string[] {
  const keyed = stored.map(({ uid, document }) => ({ uid, key: keyOf(column, document) }))
  return keyed
    .toSorted((a, b) => {
      if (a.key === undefined || b.key === undefined)
        return Number(a.key === undefined) - Number(b.key === undefined) || (a.uid < b.uid ? -1 : 1)
      return (descending ? -1 : 1) * byKey(a.key, b.key) || (a.uid < b.uid ? -1 : 1)
    })
    .map(({ uid }) => uid)
}

async function furnish(template: Template, file: string, random: () => number): Promise<readonly Stored[]> {
  const uploaded = await server.call('POST /openehr/v1/definition/template/adl1.4', {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/xml' },
    body: corpusFile(file),
  })
  assert.ok([201, 409].includes(uploaded.status), uploaded.text)
  const ehr = await newEhr(server)
  const stored: Stored[] = []
  for (let at = 0; at < RECORDS; at++) {
    const instance = randomInstance(template, random)
    const answer = await server.call(`POST /openehr/v1/ehr/${ehr}/composition`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
      body: JSON.stringify(instance),
    })
    assert.equal(answer.status, 201, answer.text)
    const document = answer.json() as RmObject
    const uid = String((document['uid'] as RmObject)['value']).split('::')[0] ?? ''
    stored.push({ uid, document })
  }
  return stored
}

async function list(definition: string, query: Record<string, string>): Promise<readonly CellObject[]> {
  const answer = await server.call(`POST /extra/v1/datamap?${new URLSearchParams(query)}`, {
    scopes: 'api.read',
    headers: { 'Content-Type': 'application/xml' },
    body: definition,
  })
  assert.equal(answer.status, 200, answer.text)
  const { data, totalCount } = answer.json() as { data: CellObject[]; totalCount: number }
  if (!query['limit']) assert.equal(totalCount, data.length)
  return data
}

/** The same paths without their groups: each shows what is first. */
function flattened({ template, paths }: Definition): Definition {
  const groups = new Map<string, string>()
  const flat: LabelledPath[] = []
  for (const { add, path } of paths) {
    const of = [...groups.keys()]
      .filter(group => add.startsWith(`${group}.`))
      .toSorted((a, b) => b.length - a.length)
    const whole = `${of[0] === undefined ? '' : groups.get(of[0])}${path}`
    if (add.endsWith('._root')) groups.set(add.slice(0, -'._root'.length), whole)
    else flat.push({ add: `c${flat.length}`, path: whole })
  }
  return { template, paths: flat }
}

const columnsOf = (record: CellObject, { columns }: Datamap): CellObject =>
  Object.fromEntries(columns.map(({ label }) => [label, record[label] ?? null]))

/** One of each template id, in an order that the seed decides. */
function drawn(): readonly Checked[] {
  const random = seeded(SEED)
  const byId = new Map(satisfiable(150_000).map(each => [each.template.templateId, each]))
  return [...byId.values()]
    .filter(({ template }) => template.definition.rmType === 'COMPOSITION')
    .map(each => ({ each, draw: random() }))
    .toSorted((a, b) => a.draw - b.draw)
    .map(({ each }) => each)
}

if (corpusMissing) it('lists of random records', { skip: corpusMissing })
for (const { file, template } of corpusMissing ? [] : drawn().slice(0, TEMPLATES))
  it(`records of ${file} are listed as their documents say (seed ${SEED})`, async () => {
    const stored = await furnish(template, file, seeded(SEED))
    const suggested = suggestDefinition(template)
    await agree(stored, template, suggested)
    await agree(stored, template, flattened(suggested))
  })

const uidsOf = (records: readonly CellObject[]) => records.map(({ uid }) => uid)

async function agree(stored: readonly Stored[], template: Template, wanted: Definition): Promise<void> {
  const { datamap, findings } = checkDatamap(wanted, template)
  assert.deepEqual(findings, [])
  const definition = printDefinitionXml(wanted)
  const records = await list(definition, {})
  assert.deepEqual(
    uidsOf(records),
    stored.map(({ uid }) => uid),
    'in the order that they were made',
  )
  for (const [at, record] of records.entries())
    assert.deepEqual(columnsOf(record, datamap), recordOf(datamap.columns, stored[at]?.document))
  const orderable = datamap.columns.filter(
    (column): column is ValueColumn => column.kind === 'value' && keyKindOf(column) !== undefined,
  )
  for (const column of orderable.slice(0, COLUMNS)) {
    for (const descending of [false, true]) {
      const order_by = `${column.label}${descending ? ' desc' : ''}`
      const found = uidsOf(await list(definition, { order_by }))
      assert.deepEqual(found, ordered(stored, column, descending), `${order_by} (${column.path})`)
      const page = await list(definition, { order_by, limit: '5', offset: '4' })
      assert.deepEqual(uidsOf(page), found.slice(3, 8), `page of ${order_by}`)
    }
    const isPresent = ({ document }: Stored): boolean => keyOf(column, document) !== undefined
    for (const exists of [true, false]) {
      const found = await list(definition, { [`${column.label}[exists]`]: String(exists) })
      const expected = stored.filter(each => isPresent(each) === exists).map(({ uid }) => uid)
      assert.deepEqual(uidsOf(found), expected, `${column.label}[exists]=${exists}`)
    }
  }
}
