/** `cairn index`: made, used, listed and dropped while the server works; rows that a query reads do not grow with the table. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { bindParameters, parseAql } from '@cairn-ehr/openehr/aql'
import { sql } from '../../packages/server/src/db/index.ts'
import { openKnownIndexes, storedIndexes } from '../../packages/server/src/indexes/index.ts'
import { planCache } from '../../packages/server/src/query/plan/cache.ts'
import { QueryForm } from '../../packages/server/src/query/query-form.ts'
import { valuesFor } from '../../packages/server/src/relation/index.ts'
import { openPathDictionary } from '../../packages/server/src/roots/index.ts'
import { rootsOf } from '../../packages/server/src/roots/writing/index.ts'
import { eventually } from '../eventually.ts'
import { runProgram } from '../http/program.ts'
import { bloodPressure, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { SECRET_KEY, testServer } from '../server.ts'

const server = await testServer()
const { db } = server

const ARCHETYPE = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'
const IN_OBSERVATION = '/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'
const PATH = `/content[${ARCHETYPE}]${IN_OBSERVATION}`
const SYSTOLIC = `o${IN_OBSERVATION}`
const FROM = `FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${ARCHETYPE}]`
const ORDERED = `SELECT e/ehr_id/value, ${SYSTOLIC} ${FROM} ORDER BY ${SYSTOLIC} DESC LIMIT 10`

const QUERIES = [
  ORDERED,
  `SELECT ${SYSTOLIC} ${FROM} ORDER BY ${SYSTOLIC} LIMIT 7 OFFSET 3`,
  `SELECT ${SYSTOLIC} ${FROM} WHERE ${SYSTOLIC} > 120 ORDER BY ${SYSTOLIC} DESC LIMIT 5`,
  `SELECT ${SYSTOLIC} ${FROM} WHERE ${SYSTOLIC} < 90`,
  `SELECT ${SYSTOLIC} ${FROM} WHERE ${SYSTOLIC} = 117`,
  `SELECT ${SYSTOLIC} ${FROM} WHERE ${SYSTOLIC} matches {117, 80}`,
  `SELECT MIN(${SYSTOLIC}), MAX(${SYSTOLIC}) ${FROM}`,
]

const index = (...args: readonly string[]) =>
  runProgram(['index', ...args], { CAIRN_DATABASE_URL: server.databaseUrl, CAIRN_SECRET_KEY: SECRET_KEY })
    .ended

async function ask(q: string, explain = false): Promise<string> {
  const answer = await server.call(
    `GET /openehr/v1/query/aql?explain=${explain}&q=${encodeURIComponent(q)}`,
    {
      scopes: 'api.read api.admin',
    },
  )
  assert.equal(answer.status, 200, answer.text)
  return explain ? answer.text : JSON.stringify(answer.json().rows)
}

const answers = () => Promise.all(QUERIES.map(q => ask(q)))

before(async () => {
  await uploadTemplate(server)
  const ehr = await newEhr(server)
  for (let at = 0; at < 40; at++)
    await postComposition(
      server,
      ehr,
      bloodPressure([{ systolic: 80 + ((at * 37) % 60) }, { systolic: 70 + at }]),
    )
})

it('is made once, changes no answer, is used within seconds, and is dropped', async () => {
  const expected = await answers()
  const made = await index('add', PATH)
  assert.deepEqual([made.code, made.stderr], [0, ''])
  assert.match(made.stdout, /^The index of \/data\S+ of openEHR-EHR-OBSERVATION\S+ was made/)
  assert.match((await index('add', IN_OBSERVATION, '--archetype', ARCHETYPE)).stdout, /was there already/)
  for (const q of QUERIES)
    await eventually(`a plan with it: ${q}`, async () =>
      /-- indexes\nroot_value_[0-9a-f]{24}: \w+ of \/data/.test(await ask(q, true)),
    )
  assert.deepEqual(await answers(), expected)
  const listed = JSON.parse((await index('list', '--json')).stdout)
  assert.deepEqual(
    listed.map(({ state, about }: { state: string; about: unknown }) => ({ state, about })),
    ['greatest', 'least', 'lacking', 'equal'].map(part => ({
      state: 'valid',
      about: { archetype: ARCHETYPE, path: IN_OBSERVATION, part },
    })),
  )
  assert.match((await index('list')).stdout, /greatest +valid +\d+ KB +root_value_/)
  assert.match((await index('drop', PATH)).stdout, /was dropped/)
  assert.match((await index('drop', PATH)).stdout, /did not exist/)
  assert.deepEqual(await storedIndexes(db), [])
  await eventually('a plan without it', async () => !(await ask(ORDERED, true)).includes('root_value_'))
})

it('can be for one use alone, and starts at the archetype of a template where the path names none', async () => {
  const name = ['add', '/name/value', '--template', 'Blood pressure.v1', '--for', 'equality', '--json']
  const { made, archetype } = JSON.parse((await index(...name)).stdout)
  assert.deepEqual([made, archetype], [['equal'], 'openEHR-EHR-COMPOSITION.encounter.v1'])
  assert.match((await index('drop', '/name/value', '--template', 'Blood pressure.v1')).stdout, /was dropped/)
})

it('is made anew where a command left it half made', async () => {
  await index('add', PATH, '--for', 'order')
  const [first] = await storedIndexes(db)
  const spoil = sql<never, [name: string]>({
    name: 'test.spoil',
    text: 'update pg_index set indisvalid = false where indexrelid = $1::text::regclass',
  })
  await db.execute(spoil, [`cairn.${first?.name}`])
  assert.match((await index('list')).stdout, /half made/)
  const { made } = JSON.parse((await index('add', PATH, '--for', 'order', '--json')).stdout)
  assert.equal(made.length, 1)
  assert.ok((await storedIndexes(db)).every(({ state }) => state === 'valid'))
})

const more = sql<never, [from: number, count: number]>({
  name: 'test.moreRoots',
  text: `insert into cairn.root (ehr_id, commit_number, num, cap, parent, via, at, archetype_key, latest, leaves)
    select r.ehr_id, 1000000 * $1::bigint + 1000 * g + r.commit_number, r.num, r.cap, r.parent, r.via, r.at, r.archetype_key, r.latest, r.leaves
    from cairn.root r cross join generate_series(1, $2) g where r.commit_number < 1000000`,
})

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly PlanNode[]
}

/** Rows of `cairn.root` that a node and those below it read. */
function rowsRead(node: PlanNode): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  const below = (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0)
  return node['Relation Name'] === 'root' ? own + below : below
}

/** Rows of roots and pages that the statement of a query reads. */
async function reads(q: string): Promise<{ readonly rows: number; readonly pages: number }> {
  const dictionary = openPathDictionary(db)
  await dictionary.refresh()
  const indexes = openKnownIndexes(db)
  await indexes.refresh()
  const form = new QueryForm(bindParameters(parseAql(q), {}))
  const page = { offset: 0, fetch: 11 }
  const { plan } = planCache(dictionary, Date.now, indexes, false)(form, false, page)
  assert.ok('statement' in plan)
  const state = sql<{ generation: number }>({
    name: 'test.generation',
    text: 'select generation from cairn.dictionary_state',
  })
  const [{ generation } = { generation: 0 }] = await db.query(state)
  const given = { literals: form.shape.literals, ehrId: undefined, ...page, now: '', answers: [], generation }
  const explain = sql<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }, readonly unknown[]>({
    name: 'test.explain',
    prepare: false,
    text: `explain (analyze, buffers, timing off, format json) ${plan.statement.text}`,
  })
  const [row] = await db.query(explain, valuesFor(plan.statement, given))
  const top = row?.['QUERY PLAN'][0]?.Plan
  assert.ok(top)
  return { rows: rowsRead(top), pages: top['Shared Hit Blocks'] + top['Shared Read Blocks'] }
}

const LIMITED = [
  ORDERED,
  `SELECT ${SYSTOLIC} ${FROM} ORDER BY ${SYSTOLIC} LIMIT 10`,
  `SELECT ${SYSTOLIC} ${FROM} WHERE ${SYSTOLIC} > 120 ORDER BY ${SYSTOLIC} DESC LIMIT 10`,
  `SELECT MIN(${SYSTOLIC}), MAX(${SYSTOLIC}) ${FROM}`,
]

it('keeps what a query reads the same, however many roots there are', async () => {
  await index('add', PATH)
  const run = (text: string) => db.execute(sql({ name: 'test.run', text, prepare: false }))
  await db.execute(more, [1, 25])
  await run('vacuum analyze cairn.root')
  const few = await Promise.all(LIMITED.map(reads))
  await db.execute(more, [2, 475])
  await run('vacuum analyze cairn.root')
  const many = await Promise.all(LIMITED.map(reads))
  for (const [at, q] of LIMITED.entries()) {
    assert.deepEqual(many[at]?.rows, few[at]?.rows, q)
    assert.ok((few[at]?.rows ?? 0) <= 34, `${few[at]?.rows} rows: ${q}`)
    // A deeper tree is a page or two more.
    assert.ok((many[at]?.pages ?? 0) <= (few[at]?.pages ?? 0) + 20, `${many[at]?.pages} pages: ${q}`)
  }
})

it('is not used, and listed as outdated, once values of another class are there', async () => {
  const [reading] = rootsOf(bloodPressure([{ systolic: 1 }]), 'COMPOSITION')
  assert.ok(reading)
  const counted = JSON.parse(
    JSON.stringify(bloodPressure([{ systolic: 1 }])).replaceAll(
      /\{"_type":"DV_QUANTITY"[^{}]*\}/g,
      '{"_type":"DV_COUNT","magnitude":1}',
    ),
  )
  const dictionary = openPathDictionary(db)
  await dictionary.refresh()
  await dictionary.learn([{ roots: rootsOf(counted, 'COMPOSITION') }])
  assert.match((await index('list')).stdout, /outdated/)
  await eventually('a plan without it', async () => !(await ask(ORDERED, true)).includes('root_value_'))
  assert.equal(JSON.parse((await index('add', PATH, '--json')).stdout).made.length, 4)
  assert.doesNotMatch((await index('list')).stdout, /outdated/)
})

for (const [args, says] of [
  [['add'], /cairn index add PATH/],
  [['add', IN_OBSERVATION], /does not say where it starts/],
  [['add', '/name/value', '--template', 'nothing'], /no template "nothing"/],
  [['add', '/protocol/items/value/value', '--archetype', ARCHETYPE], /nothing to make an index of/],
  [['add', '/nonsense', '--archetype', ARCHETYPE], /has no attribute nonsense/],
  [['add', PATH, '--for', 'fun'], /--for is one of order, equality/],
] as const)
  it(`says what is wrong with ${args.join(' ')}`, async () => {
    const { code, stderr } = await index(...args)
    assert.equal(code, 1)
    assert.match(stderr, says)
  })
