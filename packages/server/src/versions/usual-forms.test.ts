/** The short statements for commits and new EHRs of the usual form, against a real database: they write what the general ones write. */
import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { leftOutOnCitus } from '../../../../test/citus/left-out.ts'
import { commitOf, ehrOf, newEhrOf, versionRow } from '../../../../test/commit-samples.ts'
import { testDatabase } from '../../../../test/database.ts'
import { eventually } from '../../../../test/eventually.ts'
import { type Database, openPool, sql } from '../db/index.ts'
import { type EhrId, newEhrId, newObjectId, type ObjectId } from '../ids/index.ts'
import {
  type CommitRows,
  type NewEhr,
  type UsualCommit,
  usualCommit,
  usualEhr,
  usualParty,
  type VersionRow,
} from './commit-rows.ts'
import { insertAnyEhr, insertCommit, insertNewEhr, openCommitWriter, openNewEhrDoor } from './commit-store.ts'
import { writeUsual, writeUsualEhrs, writeUsualParties } from './dialect/single.ts'
import { openEhrLane } from './ehr-lane.ts'
import { exclusiveLock } from './ehr-lock.ts'
import { ATTESTATION, recordOfParty } from './model.ts'
import type { PersonEntryRow } from './parties/person-entry.ts'

const { database, url, beforeDrop } = await testDatabase()
/** Written by the general statements, with the same ids. */
const { database: general } = await testDatabase()

const addTemplate = sql<{ template_key: number }, [templateId: string, version: number, artefact: number]>({
  name: 'test.addTemplate',
  text: `insert into cairn.template (template_id, version, concept, archetype_id, opt, artefact_id)
    values ($1, $2, 'c', 'a', '', $3) returning template_key`,
})
async function templateOf(templateId: string, version: number, artefact: number): Promise<number> {
  await general.query(addTemplate, [templateId, version, artefact])
  return (await database.query(addTemplate, [templateId, version, artefact]))[0]?.template_key ?? 0
}

const outdated = await templateOf('replaced', 1, 7)
await templateOf('replaced', 2, 7)
const [pressure, pulse] = [await templateOf('pressure', 1, 8), await templateOf('pulse', 1, 9)]

async function newEhr(isModifiable = true): Promise<EhrId> {
  const ehr = ehrOf({ isModifiable })
  await insertNewEhr(database, ehr)
  return ehr.rows.ehrId
}

const composition = (over: Partial<VersionRow> = {}): VersionRow =>
  versionRow({ templateKey: pressure, data: null, packed: Buffer.from([1, 0, 255]), presetId: 3, ...over })

const usualOf = (ehrId: EhrId, over: Partial<VersionRow> = {}, superseded: readonly number[] = []) =>
  commitOf(ehrId, [composition(over)], { audit: '', superseded })

function formOf(rows: CommitRows): UsualCommit {
  const form = usualCommit(rows)
  assert.ok(form, 'this commit has not the usual form')
  return form
}

const numberOf = sql<{ commit_number: number }, [objectId: string]>({
  name: 'test.numberOf',
  text: 'select commit_number from cairn.version where object_id = $1 order by version desc limit 1',
})
const latestNumber = async (objectId: ObjectId): Promise<number> =>
  (await database.query(numberOf, [objectId]))[0]?.commit_number ?? 0

const TABLES = [
  'ehr',
  'episode',
  'ehr_subject',
  'contribution',
  'versioned_object',
  'version',
  'root',
  'audit_trail',
]

const PARTY_TABLES = ['ehr', 'contribution', 'versioned_object', 'version', 'root', 'person_entry'].map(
  table => `cairn_party.${table}`,
)

/** All rows of the tables that a commit writes, numbers of sequences included. */
async function allRows(
  db: Database,
  tables = TABLES.map(table => `cairn.${table}`),
): Promise<Record<string, readonly object[]>> {
  const found: Record<string, readonly object[]> = {}
  for (const table of tables) {
    const rows = sql<{ row: object }>({
      name: `test.rows.${table}`,
      prepare: false,
      text: `select to_jsonb(t) - 'changed_in' as row from ${table} t order by (to_jsonb(t) - 'changed_in')::text`,
    })
    found[table] = (await db.query(rows)).map(({ row }) => row)
  }
  return found
}

/** Without the numbers of sequences, which count the other tests too. */
const rowsOfEhr = (all: Record<string, readonly object[]>, ehrId: EhrId): readonly string[] =>
  Object.values(all).flatMap(rows =>
    rows
      .map(row => JSON.stringify({ ...row, commit_number: 0, serial: 0, number: 0, event_id: 0 }))
      .filter(row => row.includes(ehrId))
      .toSorted(),
  )

const onlyPlain = { skip: leftOutOnCitus('commits that are gathered') }

describe('commits of one composition', onlyPlain, () => {
  test('first versions and changes, also to another template, are stored as by the general statement', async () => {
    const ehr = ehrOf()
    const { ehrId } = ehr.rows
    for (const db of [database, general]) await insertNewEhr(db, ehr)
    const write = async (...commits: readonly CommitRows[]) => {
      const outcomes = await writeUsual(database, commits.map(formOf))
      const events: (number | undefined)[] = []
      for (const each of commits) events.push(await insertCommit(general, each))
      assert.deepEqual(
        outcomes.map(({ event_id }) => event_id),
        events,
      )
    }
    const [a, b, c] = [newObjectId(), newObjectId(), newObjectId()]
    const next = async (objectId: ObjectId, over: Partial<VersionRow>) =>
      usualOf(ehrId, { objectId, version: 2, changeType: 251, ...over }, [await latestNumber(objectId)])
    await write(
      usualOf(ehrId, { objectId: a }),
      usualOf(ehrId, { objectId: b, templateKey: pulse }),
      usualOf(ehrId, { objectId: c, lifecycle: 553 }),
    )
    await write(await next(a, { templateKey: pulse }), usualOf(ehrId), await next(b, { templateKey: pulse }))
    await write(await next(c, {}))
    await write(usualOf(ehrId))
    const stored = await allRows(database)
    assert.deepEqual(stored, await allRows(general))
    assert.equal(stored['cairn.version']?.length, 9)
    assert.equal(stored['cairn.root']?.filter(row => 'latest' in row && row.latest === false).length, 6)
  })

  test('a commit that may not be written is left out, and the others are written', async () => {
    const [open, closed] = [await newEhr(), await newEhr(false)]
    const commits = [
      usualOf(open),
      usualOf(closed),
      usualOf(newEhrId()),
      usualOf(open, { templateKey: outdated }),
      usualOf(open),
    ]
    const outcomes = await writeUsual(database, commits.map(formOf))
    assert.deepEqual(
      outcomes.map(({ place }) => place),
      [1, 5],
    )
    const door = openCommitWriter(database, openEhrLane(10_000))
    const answers = await Promise.allSettled(
      commits.map(each => door({ ...each, contributionId: randomUUID(), versions: [composition()] })),
    )
    assert.deepEqual(
      answers.map(each => each.status === 'fulfilled' && each.value !== undefined),
      [true, false, false, true, true],
    )
    await assert.rejects(door(usualOf(open, { templateKey: outdated })), { code: 'template.changed' })
    assert.equal(await door(usualOf(closed)), undefined)
  })

  test('a repeated creation is refused, and its neighbours are written', async () => {
    const ehrId = await newEhr()
    const door = openCommitWriter(database, openEhrLane(10_000))
    const once = usualOf(ehrId)
    await door(once)
    const answers = await Promise.allSettled(
      [usualOf(ehrId), { ...once, contributionId: randomUUID() }, usualOf(ehrId)].map(door),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
  })

  test('a commit whose EHR is locked waits if it is alone, and lets the others go first', async () => {
    const [taken, free] = [await newEhr(), await newEhr()]
    const take = sql<{ taken: string }, [string]>({
      name: 'test.take',
      text: `select ${exclusiveLock('$1::uuid')}::text as taken`,
    })
    const waiting = sql<{ count: number }>({
      name: 'test.waiting',
      text: `select count(*)::integer as count from pg_locks where locktype = 'advisory' and not granted`,
    })
    const door = openCommitWriter(database, openEhrLane(10_000))
    let waited: Promise<number | undefined> | undefined
    await database.transaction(async queries => {
      await queries.query(take, [taken])
      waited = door(usualOf(taken))
      assert.ok(await door(usualOf(free)))
      await eventually('the commit waits', async () => (await database.query(waiting))[0]?.count === 1)
    })
    assert.ok(await waited)
  })

  test('any other form is left to the general statement', async () => {
    const ehrId = await newEhr()
    const others: Record<string, CommitRows> = {
      'two versions': commitOf(ehrId, [composition(), composition()], { audit: '' }),
      'no version': commitOf(ehrId, [], { audit: '' }),
      'another kind': usualOf(ehrId, { kind: 'FOLDER' }),
      'an attestation': usualOf(ehrId, { changeType: ATTESTATION }),
      'no template': usualOf(ehrId, { templateKey: null }),
      'a deletion': usualOf(ehrId, { packed: null, presetId: null }),
      'inputs from elsewhere': usualOf(ehrId, { otherInputs: ['a::b::1'] }),
      'an audit of its own': { ...usualOf(ehrId), audit: '{}' },
      'two superseded versions': usualOf(ehrId, {}, [1, 2]),
    }
    for (const [name, rows] of Object.entries(others)) assert.equal(usualCommit(rows), undefined, name)
    assert.ok(usualCommit(usualOf(ehrId)))
  })
})

describe('new EHRs with one EHR_STATUS, without a template', onlyPlain, () => {
  test('are stored as by the general statement', async () => {
    const given = [
      newEhrOf({ subjectId: 'subject 1', subjectNamespace: 'short' }),
      newEhrOf({ isModifiable: false }, { data: null, packed: Buffer.from([7]), presetId: 1 }),
      newEhrOf({ isQueryable: false, systemId: 'an "odd", {system}' }),
    ]
    const usual = given.map(each => usualEhr(each) ?? assert.fail('this EHR has not the usual form'))
    const outcomes = await writeUsualEhrs(database, usual)
    assert.deepEqual(
      outcomes.map(({ place }) => place),
      [1, 2, 3],
    )
    for (const each of given) await insertAnyEhr(general, each)
    const [stored, expected] = [await allRows(database), await allRows(general)]
    for (const { rows } of given) {
      const found = rowsOfEhr(stored, rows.ehrId)
      assert.ok(found.length > 6, `${found.length} rows`)
      assert.deepEqual(found, rowsOfEhr(expected, rows.ehrId))
    }
  })

  test('any other form is left to the general statement', async () => {
    const { rows, ehr } = newEhrOf()
    const others: Record<string, NewEhr> = {
      'two versions': {
        ehr,
        rows: { ...rows, versions: [...rows.versions, versionRow({ kind: 'EPISODE' })] },
      },
      'no version': { ehr, rows: { ...rows, versions: [] } },
      'another kind': newEhrOf({}, { kind: 'FOLDER' }),
      'another object': newEhrOf({}, { objectId: newObjectId() }),
      'another system': newEhrOf({}, { systemId: 'elsewhere' }),
      'a later version': newEhrOf({}, { version: 2 }),
      'another change': newEhrOf({}, { changeType: 251 }),
      'not complete': newEhrOf({}, { lifecycle: 553 }),
      'a template': newEhrOf({}, { templateKey: pressure }),
      'inputs from elsewhere': newEhrOf({}, { otherInputs: ['a::b::1'] }),
      'an audit of its own': { ehr, rows: { ...rows, audit: '{}' } },
    }
    for (const [name, given] of Object.entries(others)) assert.equal(usualEhr(given), undefined, name)
    assert.ok(usualEhr({ rows, ehr }))
  })

  test('one with a template is written, together with others', async () => {
    const given = [newEhrOf(), newEhrOf({}, { templateKey: pressure }), newEhrOf()]
    const events = await Promise.all(given.map(openNewEhrDoor(database)))
    assert.equal(new Set(events).size, 3)
    const replaced = newEhrOf({}, { templateKey: outdated })
    await assert.rejects(insertNewEhr(database, replaced), { code: 'template.changed' })
  })
})

const entryOf = (personId: ObjectId, over: Partial<PersonEntryRow> = {}): PersonEntryRow => ({
  personId,
  archetypeId: 'openEHR-DEMOGRAPHIC-PERSON.person.v0',
  revision: 1000,
  templateKey: pressure,
  name: 'Ada "Countess" {Lovelace}',
  birthDate: '1815-12',
  sex: null,
  bornFrom: '1815-12-01',
  bornTo: '1815-12-31',
  nameTerms: ['ada', 'lovelace'],
  addressTerms: [],
  identifiers: '[{"value":"1","plain":"1"}]',
  keys: [1, -7],
  ...over,
})

/** The first version of a party; `entry`: of a person. */
function partyOf(
  over: Partial<VersionRow> = {},
  entry: Partial<PersonEntryRow> | undefined = undefined,
): CommitRows {
  const version = composition({ kind: entry ? 'PERSON' : 'ORGANISATION', ...over })
  const { objectId, templateKey } = version
  return commitOf(recordOfParty(objectId), [version], {
    audit: '',
    founds: true,
    entries: entry ? [entryOf(objectId, { templateKey, ...entry })] : [],
  })
}

describe('first versions of parties', onlyPlain, () => {
  const parties = database.ofParties()
  const formOfParty = (rows: CommitRows) => usualParty(rows) ?? assert.fail('not of the usual form')

  test('are stored as by the general statement, people with their entries', async () => {
    const given = [
      partyOf({}, {}),
      partyOf({ lifecycle: 553 }),
      partyOf(
        { templateKey: pulse },
        { birthDate: null, bornFrom: null, bornTo: null, nameTerms: [], keys: [] },
      ),
    ]
    const outcomes = await writeUsualParties(parties, given.map(formOfParty))
    assert.deepEqual(
      outcomes.map(({ place }) => place),
      [1, 2, 3],
    )
    for (const each of given) await insertCommit(general.ofParties(), each)
    const [stored, expected] = [await allRows(database, PARTY_TABLES), await allRows(general, PARTY_TABLES)]
    for (const { ehrId, entries } of given) {
      const found = rowsOfEhr(stored, ehrId)
      assert.equal(found.length, 6 + entries.length)
      assert.deepEqual(found, rowsOfEhr(expected, ehrId))
    }
  })

  test('one whose template was replaced, or whose uid is taken, is refused, and its neighbours are written', async () => {
    const door = openCommitWriter(parties, openEhrLane(10_000))
    const taken = partyOf()
    assert.ok(await door(taken))
    const answers = await Promise.allSettled(
      [
        partyOf({}, {}),
        partyOf({ templateKey: outdated }),
        { ...taken, contributionId: randomUUID() },
        partyOf(),
      ].map(door),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    )
    await assert.rejects(door(partyOf({ templateKey: outdated })), { code: 'template.changed' })
  })

  test('any other form is left to the general statement', async () => {
    const usual = partyOf({}, {})
    const others: Record<string, CommitRows> = {
      'a later version': { ...usual, founds: false },
      'two versions': { ...usual, versions: [...usual.versions, composition()] },
      'two entries': { ...usual, entries: [...usual.entries, ...usual.entries] },
      'another record': { ...usual, ehrId: newEhrId() },
      'no template': partyOf({ templateKey: null }, {}),
      'a document as text': partyOf({ packed: null, data: '{}' }, {}),
      'an entry of another template': partyOf({}, { templateKey: pulse }),
      'an audit of its own': { ...usual, audit: '{}' },
    }
    for (const [name, rows] of Object.entries(others)) assert.equal(usualParty(rows), undefined, name)
    assert.ok(usualParty(usual))
  })
})

test('the plans are kept: PostgreSQL does not make them again for every run', onlyPlain, async () => {
  const pool = openPool(url, { max: 1, applicationName: 'cairn test', genericPlans: true })
  beforeDrop(() => pool.close())
  const ehrId = await newEhr()
  const door = openCommitWriter(pool, openEhrLane(10_000))
  const newEhrs = openNewEhrDoor(pool)
  for (let count = 0; count < 8; count++) {
    await door(usualOf(ehrId))
    await Promise.all([door(usualOf(ehrId)), door(usualOf(ehrId))])
    await newEhrs(newEhrOf())
  }
  const plans = sql<{ custom: number; generic: number }>({
    name: 'test.plans',
    prepare: false,
    text: `select custom_plans::integer as custom, generic_plans::integer as generic from pg_prepared_statements
      where statement like '%insert into cairn.version %'`,
  })
  assert.deepEqual(await pool.query(plans), Array(3).fill({ custom: 0, generic: 8 }))
})
