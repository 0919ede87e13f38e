/** Roots on a real database: written beside their version in one statement, found again, superseded. */

import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { testDatabase } from '../../../../test/database.ts'
import { instances, leaf, leafNumber, leafText, sameNode } from '../../../../test/hand-written-sql.ts'
import { guarded, insertInto, seen } from '../access/index.ts'
import { sql } from '../db/index.ts'
import { openPathDictionary, type PathDictionary } from './index.ts'
import { insertRoots, type RootDraft, rootLists, rootsOf, rowsFor, supersedeRoots } from './writing/index.ts'

const { database } = await testDatabase()
const ehr = randomUUID()
const contribution = randomUUID()

const run = (text: string) => database.execute(sql({ name: 'test.run', text, prepare: false }))
await run(
  `insert into cairn.ehr values ('${ehr}', 'test', now(), '${randomUUID()}', '${randomUUID()}', null, true, true, '${randomUUID()}')`,
)
await run(`insert into cairn.contribution values ('${ehr}', '${contribution}', now(), '{}')`)

/** Document, roots, and what they supersede: the shape of the statement that commits. */
const commit = sql<
  never,
  [ehr: string, contribution: string, object: string, version: number, data: string, ...roots: unknown[]]
>({
  name: 'test.commit',
  text: guarded`
    with old_root as (
      ${supersedeRoots(guarded`select ehr_id, commit_number from ${seen.version()}
        where ehr_id = $1 and object_id = $3::uuid and version = $4::integer - 1`)}
    ), new_version as (
      ${insertInto.version}
        (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, change_type, lifecycle, envelope, data)
      values ($1, $3, $4, 'COMPOSITION', 'test', $2, now(), 249, 532, '{}', $5)
      returning ehr_id, commit_number, 1 as place
    )
    ${insertRoots({ versions: 'new_version', first: 6 })}`,
})

const rootsNow = sql<
  {
    rm_type: string
    archetype_id: string
    num: number
    cap: number
    parent: number
    via: string
    at: string
    leaves: Record<string, unknown>
  },
  [object: string, version: number]
>({
  name: 'test.roots',
  text: `
    select rm_type, archetype_id, num, cap, parent, path as via, at,
      (select json_object_agg(p.path, l.value) from jsonb_each(leaves) l join cairn.path p on p.path_key = l.key::int) as leaves
    from cairn.version join cairn.root using (ehr_id, commit_number)
    join cairn.archetype using (archetype_key) left join cairn.path on path_key = via
    where object_id = $1 and version = $2 and latest order by num`,
})

const dictionary = openPathDictionary(database)

async function store(data: RmObject, object: string, version: number): Promise<readonly RootDraft[]> {
  const roots = rootsOf(data, 'COMPOSITION')
  await dictionary.learn([{ roots }])
  if (version === 1)
    await run(
      `insert into cairn.versioned_object values ('${ehr}', '${object}', 'COMPOSITION', default, now())`,
    )
  const rows = rootLists.values(rowsFor(dictionary, [{ place: 1, roots }]))
  const values = [ehr, contribution, object, version, JSON.stringify(data), ...rows] as const
  assert.equal(await database.execute(commit, [...values]), roots.length)
  return roots
}

const text = (value: string): RmObject => ({ _type: 'DV_TEXT', value })
const pulse = (rates: readonly number[]): RmObject => ({
  _type: 'COMPOSITION',
  name: text('Visit'),
  archetype_node_id: 'openEHR-EHR-COMPOSITION.encounter.v1',
  content: [
    {
      _type: 'OBSERVATION',
      name: text('Pulse \0 \ud800'),
      archetype_node_id: 'openEHR-EHR-OBSERVATION.pulse.v2',
      data: {
        name: text('History'),
        archetype_node_id: 'at0002',
        origin: { value: '2026-11-15T10:00:00.25+01:00' },
        events: rates.map((rate, at) => ({
          _type: 'POINT_EVENT',
          name: text(`Event ${at}`),
          archetype_node_id: 'at0003',
          data: {
            _type: 'ITEM_TREE',
            name: text('Tree'),
            archetype_node_id: 'at0001',
            items: [
              {
                _type: 'ELEMENT',
                name: text('Rate'),
                archetype_node_id: 'at0004',
                value: { _type: 'DV_QUANTITY', magnitude: rate, units: '/min' },
              },
            ],
          },
        })),
      },
    },
  ],
})

const RATE =
  'data[at0002]|HISTORY/events*[at0003]|POINT_EVENT/data[at0001]|ITEM_TREE/items*[at0004]|ELEMENT/value|DV_QUANTITY/magnitude'

const EVENT_NAME = 'data[at0002]|HISTORY/events*[at0003]|POINT_EVENT/name|DV_TEXT/value'

test('roots are written with their version, and a new version takes their place', async () => {
  const object = randomUUID()
  await store(pulse([60]), object, 1)
  const [, before] = await database.query(rootsNow, [object, 1])
  assert.equal(before?.leaves[RATE], 60)
  await store(pulse([70, 72, 74]), object, 2)
  assert.deepEqual(await database.query(rootsNow, [object, 1]), [])
  const [composition, observation] = await database.query(rootsNow, [object, 2])
  assert.deepEqual(
    { ...composition, leaves: undefined },
    {
      rm_type: 'COMPOSITION',
      archetype_id: 'openEHR-EHR-COMPOSITION.encounter.v1',
      num: 0,
      cap: 1,
      parent: null,
      via: null,
      at: null,
      leaves: undefined,
    },
  )
  assert.deepEqual(observation, {
    rm_type: 'OBSERVATION',
    archetype_id: 'openEHR-EHR-OBSERVATION.pulse.v2',
    num: 1,
    cap: 1,
    parent: 0,
    via: 'content*[openEHR-EHR-OBSERVATION.pulse.v2]|OBSERVATION',
    at: null,
    leaves: {
      'name|DV_TEXT/value': 'Pulse \ufffd \ufffd',
      'data[at0002]|HISTORY/name|DV_TEXT/value': 'History',
      'data[at0002]|HISTORY/origin|DV_DATE_TIME/value': '2026-11-15T10:00:00.25+01:00',
      'data[at0002]|HISTORY/origin|DV_DATE_TIME/#': 63961952400.25,
      'data[at0002]|HISTORY/events*[at0003]|POINT_EVENT/name|DV_TEXT/value': [
        'Event 0',
        'Event 1',
        'Event 2',
      ],
      'data[at0002]|HISTORY/events*[at0003]|POINT_EVENT/data[at0001]|ITEM_TREE/name|DV_TEXT/value':
        three('Tree'),
      'data[at0002]|HISTORY/events*[at0003]|POINT_EVENT/data[at0001]|ITEM_TREE/items*[at0004]|ELEMENT/name|DV_TEXT/value':
        three('Rate'),
      'data[at0002]|HISTORY/events*[at0003]|POINT_EVENT/data[at0001]|ITEM_TREE/items*[at0004]|ELEMENT/value|DV_QUANTITY/units':
        three('/min'),
      [RATE]: [70, 72, 74],
    },
  })
})

/** A value that is the same three times. */
const three = (value: string) => [value, null, null]

test('leaves of one event come together in SQL, be there one event or several', async () => {
  const [one, several] = [randomUUID(), randomUUID()]
  await store(pulse([60]), one, 1)
  await store(pulse([70, 72]), several, 1)
  const entry = (text: string) => dictionary.path(text) ?? { key: 0, repeats: 0 }
  const pairs = sql<{ name: string; rate: number }, [objects: readonly string[]]>({
    name: 'test.pairs',
    text: `
      select name.value as name, rate.value as rate
      from cairn.version join cairn.root r using (ehr_id, commit_number)
      cross join lateral ${instances('r', entry(RATE))} rate
      left join lateral ${instances('r', entry(EVENT_NAME))} name on ${sameNode('rate.at', 'name.at', 1)}
      where object_id = any($1) and latest order by rate.value`,
  })
  assert.deepEqual(await database.query(pairs, [[one, several]]), [
    { name: 'Event 0', rate: 60 },
    { name: 'Event 0', rate: 70 },
    { name: 'Event 1', rate: 72 },
  ])
})

test('a leaf that never repeats is taken as it is: as a value, a text, a number', async () => {
  const object = randomUUID()
  await store(pulse([60]), object, 1)
  const name = dictionary.path('name|DV_TEXT/value') ?? { key: 0 }
  const origin = dictionary.path('data[at0002]|HISTORY/origin|DV_DATE_TIME/#') ?? { key: 0 }
  const values = sql<{ name: string; text: string; number: number }, [object: string]>({
    name: 'test.values',
    text: `
      select ${leaf('r', name)} as name, ${leafText('r', name)} as text, ${leafNumber('r', origin)} as number
      from cairn.version join cairn.root r using (ehr_id, commit_number)
      where object_id = $1 order by num desc limit 1`,
  })
  const pulseName = 'Pulse \ufffd \ufffd'
  assert.deepEqual(await database.query(values, [object]), [
    { name: pulseName, text: pulseName, number: 63961952400.25 },
  ])
})

test('several processes learn the same at once, and agree', async () => {
  const drafts = (paths: readonly string[]): readonly RootDraft[] =>
    rootsOf(
      {
        archetype_node_id: 'openEHR-EHR-EHR_STATUS.race.v1',
        ...Object.fromEntries(paths.map(path => [path, 1])),
      },
      'EHR_STATUS',
    )
  const paths = Array.from({ length: 200 }, (_, at) => `race${at}`)
  const others = Array.from({ length: 8 }, () => openPathDictionary(database))
  await Promise.all(
    others.map((other, at) => other.learn([{ roots: drafts(at % 2 ? paths : paths.toReversed()) }])),
  )
  const keys = new Set(others.map(other => paths.map(path => other.path(path)?.key).join()))
  assert.equal(keys.size, 1)
  assert.ok(![...keys][0]?.includes(',,'))
  await dictionary.refresh()
  assert.equal(dictionary.archetype('EHR_STATUS', 'openEHR-EHR-EHR_STATUS.race.v1')?.paths.size, 200)
  const before = dictionary.generation
  await dictionary.refresh()
  await dictionary.learn([{ roots: drafts(paths) }])
  assert.equal(dictionary.generation, before)
})

test('two dictionaries that learn the same documents in turns each know their own numbers', async () => {
  const other = await testDatabase()
  const theirs = openPathDictionary(other.database)
  await theirs.learn([
    { roots: rootsOf({ archetype_node_id: 'openEHR-EHR-EHR_STATUS.first.v1', a: 1 }, 'EHR_STATUS') },
  ])
  const keysOf = async (known: PathDictionary, rates: readonly number[]) => {
    const roots = rootsOf(pulse(rates), 'COMPOSITION')
    await known.learn([{ roots }])
    return rowsFor(known, [{ place: 1, roots }]).map(({ leaves, ...row }) => [row, JSON.parse(leaves)])
  }
  const [ours, others] = [await keysOf(dictionary, [60]), await keysOf(theirs, [60])]
  assert.notDeepEqual(ours, others)
  assert.deepEqual(await keysOf(openPathDictionary(database), [60]), ours)
  assert.deepEqual(await keysOf(openPathDictionary(other.database), [60]), others)
  assert.deepEqual(await keysOf(dictionary, [60]), ours)
  assert.deepEqual(await keysOf(theirs, [60]), others)
  // What occurred once there and now occurs twice is learned once more.
  const several = (known: PathDictionary) => {
    const observation = known.archetype('OBSERVATION', 'openEHR-EHR-OBSERVATION.pulse.v2')
    const rate = known.path(RATE)
    return rate && observation?.paths.get(rate)
  }
  assert.equal(several(theirs), false)
  await keysOf(theirs, [70, 72])
  assert.equal(several(theirs), true)
  const reader = openPathDictionary(other.database)
  await reader.refresh()
  assert.equal(several(reader), true)
})

test('a path that several documents bring together counts once for the quota', async () => {
  const small = openPathDictionary(database, 30)
  const document = (): RmObject => ({
    _type: 'COMPOSITION',
    archetype_node_id: 'openEHR-EHR-COMPOSITION.quota.v1',
    name: { _type: 'DV_TEXT', value: 'quota' },
    language: { _type: 'CODE_PHRASE', code_string: 'en' },
  })
  const documents = Array.from({ length: 40 }, () => ({
    roots: rootsOf(document(), 'COMPOSITION', small.trees),
    templateKey: 77,
  }))
  await small.learn(documents)
  assert.ok(small.archetype('COMPOSITION', 'openEHR-EHR-COMPOSITION.quota.v1'))
})
