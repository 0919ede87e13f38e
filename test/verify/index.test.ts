/** Everything that repeats a document, for queries and look-ups, is compared with it, and the query index can be made anew. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openIndexCheck } from '../../packages/server/src/admin/index.ts'
import { type Fault, rebuildIndex, verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { aboutSubject, folder, objectOf, status } from '../admin/records.ts'
import { behindItsBack } from '../audit/trail.ts'
import { runProgram } from '../http/program.ts'
import { bloodPressure, idOf, postComposition } from '../records.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { makeVersions } from './tampering.ts'

const server = await testServer()
const { db } = server
const { records, ehrId, first, third } = await makeVersions(server)
const { call, callAt } = records

const [ana, ben] = [
  await records.ehr(status(aboutSubject('ana'))),
  await records.ehr(status(aboutSubject('ben'))),
]
const several = [{ systolic: 120 }, { systolic: 135 }, { systolic: 120 }]
const repeating = idOf(await postComposition(server, ana, bloodPressure(several)))
const directory = objectOf(idOf(await call(`POST /ehr/${ana}/directory`, folder('root'))))
const second = await call(`POST /ehr/${ben}/directory`, folder('root'))
assert.equal(second.status, 201, second.text)
const made = await callAt(`POST /extra/v1/ehr/${ana}/episode`, {
  name: 'Stroke',
  startsAt: '2026-01-02T03:04:05Z',
})
assert.equal(made.status, 201, made.text)
const episode: string = made.json().uid

async function check(): Promise<readonly Fault[]> {
  const faults: Fault[] = []
  const { faults: ofRecords } = await verifyRecords(
    db,
    undefined,
    openIndexCheck(db, found => faults.push(...found)),
  )
  assert.deepEqual(ofRecords, [])
  return faults
}

const SYSTOLIC =
  'SELECT c/uid/value, o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude FROM COMPOSITION c CONTAINS OBSERVATION o ORDER BY c/uid/value'

const rowsOf = async (): Promise<unknown> => {
  const answer = await call(`GET /query/aql?q=${encodeURIComponent(SYSTOLIC)}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json().rows
}

const commitOf = (uid: string) =>
  `(select commit_number from cairn.version where object_id = '${objectOf(uid)}' and version = ${uid.split('::')[2]})`

const asIt = await rowsOf()

describe('what nobody touched', () => {
  it('agrees with the documents', async () => assert.deepEqual(await check(), []))
})

const VALUES = 'has other values in the query index than in its document'
const ROWS = 'has other rows in the query index than its document'

interface Change {
  readonly what: string
  readonly statements: readonly string[]
  readonly faults: readonly (readonly [uid: string, what: RegExp | string])[]
}

const ofIndex: readonly Change[] = [
  {
    what: 'a value',
    statements: [
      `update cairn.root set leaves = replace(leaves::text, '135', '155')::jsonb where commit_number = ${commitOf(repeating)}`,
    ],
    faults: [[repeating, VALUES]],
  },
  {
    what: 'a row that is missing',
    statements: [`delete from cairn.root where commit_number = ${commitOf(third)} and num = 1`],
    faults: [[third, ROWS]],
  },
  {
    what: 'all rows of a version',
    statements: [`delete from cairn.root where commit_number = ${commitOf(third)}`],
    faults: [[third, 'has no rows in the query index']],
  },
  {
    what: 'the time of the latest event',
    statements: [
      `update cairn.root set event_time = event_time + 1 where commit_number = ${commitOf(third)} and num = 1`,
    ],
    faults: [[third, ROWS]],
  },
  {
    what: 'the path of the event times',
    statements: [
      `update cairn.root set event_path = event_path + 1 where commit_number = ${commitOf(third)} and num = 1`,
    ],
    faults: [[third, ROWS]],
  },
  {
    what: 'the latest version marked as an older one',
    statements: [`update cairn.root set latest = false where commit_number = ${commitOf(third)}`],
    faults: [[third, /is the latest version/]],
  },
  {
    what: 'an older version marked as the latest',
    statements: [`update cairn.root set latest = true where commit_number = ${commitOf(first)}`],
    faults: [[first, /is not the latest version/]],
  },
  {
    what: 'rows of no version',
    statements: [
      `insert into cairn.root (ehr_id, commit_number, num, cap, archetype_key, latest, leaves)
       select ehr_id, 999999, num, cap, archetype_key, latest, leaves from cairn.root
       where commit_number = ${commitOf(third)} and num = 0`,
    ],
    faults: [['commit 999999', /no version/]],
  },
]

const ofRows: readonly Change[] = [
  {
    what: 'the subjects of two EHRs swapped',
    statements: [
      `update cairn.ehr_subject set ehr_id = case ehr_id when '${ana}' then '${ben}'::uuid else '${ana}'::uuid end`,
    ],
    faults: [ana, ben].sort().map(id => [id, /another subject/]),
  },
  {
    what: 'is_queryable',
    statements: [`update cairn.ehr set is_queryable = false where ehr_id = '${ana}'`],
    faults: [[ana, 'is_queryable is false, and true in its EHR_STATUS']],
  },
  {
    what: 'is_modifiable',
    statements: [`update cairn.ehr set is_modifiable = false where ehr_id = '${ana}'`],
    faults: [[ana, 'is_modifiable is false, and true in its EHR_STATUS']],
  },
  {
    what: 'the directory',
    statements: [`update cairn.ehr set directory_id = null where directory_id = '${directory}'`],
    faults: [[ana, /another directory/]],
  },
  {
    what: 'an episode',
    statements: [`update cairn.episode set active = not active where episode_id = '${episode}'`],
    faults: [[episode, /episode whose row differs/]],
  },
  {
    what: 'a default episode that was never changed',
    statements: [
      `update cairn.episode set name = 'Other' where episode_id = (select default_episode_id from cairn.ehr where ehr_id = '${ben}')`,
    ],
    faults: [[await defaultEpisodeOf(ben), /episode whose row differs/]],
  },
]

async function defaultEpisodeOf(id: string): Promise<string> {
  const all = (await callAt(`GET /extra/v1/ehr/${id}/episode`)).json()
  return all.find((each: { default?: boolean }) => each.default).uid
}

function assertFaults(found: readonly Fault[], expected: Change['faults']): void {
  assert.deepEqual(
    found.map(({ uid }) => uid),
    expected.map(([uid]) => uid),
    JSON.stringify(found),
  )
  for (const [at, [, what]] of expected.entries()) {
    const said = found[at]?.what ?? ''
    if (typeof what === 'string') assert.equal(said, what)
    else assert.match(said, what)
  }
}

const KEPT = ['root', 'ehr', 'ehr_subject', 'episode', 'path', 'archetype_path']

/** Undoes all changes by rolling them back. */
const whileChanged = async (statements: readonly string[], look: () => Promise<void>): Promise<void> => {
  await behindItsBack(db, ...KEPT.map(table => `create table cairn.kept_${table} as table cairn.${table}`))
  try {
    await behindItsBack(db, ...statements)
    await look()
  } finally {
    await behindItsBack(
      db,
      ...KEPT.flatMap(table => [
        `delete from cairn.${table}`,
        `insert into cairn.${table} overriding system value table cairn.kept_${table}`,
        `drop table cairn.kept_${table}`,
      ]),
    )
  }
}

describe('a change in the database is found:', () => {
  for (const { what, statements, faults } of [...ofIndex, ...ofRows])
    it(what, () => whileChanged(statements, async () => assertFaults(await check(), faults)))

  it('a path of the dictionary', () =>
    whileChanged(
      [
        `update cairn.path set path = 'swapped' where path_key = (select min(path_key) from cairn.path where path like '%magnitude%')`,
      ],
      async () => {
        const found = await check()
        assert.ok(found.some(({ uid }) => uid === repeating))
        assert.ok(found.every(({ what }) => what === 'has paths that the path dictionary lacks'))
      },
    ))
})

describe('a rebuild', () => {
  for (const { what, statements } of ofIndex)
    it(`mends ${what}`, () =>
      whileChanged(statements, async () => {
        const { rebuilt, removed, skipped } = await rebuildIndex(db, () => {})
        assert.deepEqual([rebuilt + removed > 0, skipped], [true, 0])
        assert.deepEqual(await check(), [])
        assert.deepEqual(await rowsOf(), asIt)
      }))

  it('gives rows from before event paths theirs, which are right without', () =>
    whileChanged(['update cairn.root set event_path = 0, event_time = null'], async () => {
      assert.deepEqual(await check(), [])
      assert.ok((await rebuildIndex(db, () => {})).rebuilt > 0)
      assert.equal((await rebuildIndex(db, () => {})).rebuilt, 0)
      assert.deepEqual(await rowsOf(), asIt)
    }))

  it('changes nothing where nothing differs', async () => {
    const { rebuilt, removed } = await rebuildIndex(db, () => {})
    assert.deepEqual([rebuilt, removed], [0, 0])
  })
})

describe('the commands', () => {
  const run = (args: readonly string[]) =>
    runProgram(args, { CAIRN_DATABASE_URL: server.databaseUrl, CAIRN_SECRET_KEY: SECRET_KEY }).ended

  it('check and rebuild, and end with 1 while the index differs', () =>
    whileChanged([`delete from cairn.root where commit_number = ${commitOf(third)}`], async () => {
      const checked = await run(['index', 'check'])
      assert.equal(checked.code, 1)
      assert.match(checked.stdout, new RegExp(`^${third}  has no rows in the query index  EHR ${ehrId}\n`))
      assert.match(checked.stderr, /run "cairn index rebuild"/)
      const verified = await run(['verify', '--json'])
      assert.equal(verified.code, 1)
      assert.equal(JSON.parse(verified.stdout).index_faults[0].uid, third)
      const rebuilt = await run(['index', 'rebuild', '--json'])
      assert.equal(JSON.parse(rebuilt.stdout).rebuilt, 1, rebuilt.stderr)
      assert.equal((await run(['index', 'check'])).code, 0)
    }))
})
