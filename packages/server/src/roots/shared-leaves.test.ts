/** Shared leaves have values of closed lists, and nothing else. */
import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { testDatabase } from '../../../../test/database.ts'
import { sql } from '../db/index.ts'
import { openPathDictionary } from './index.ts'
import { rootsOf, rowsFor } from './writing/index.ts'

const { database } = await testDatabase()

const code = (terminology: string, code_string: string): RmObject => ({
  _type: 'CODE_PHRASE',
  terminology_id: { _type: 'TERMINOLOGY_ID', value: terminology },
  code_string,
})
const coded = (value: string, code_string: string, terminology = 'openehr'): RmObject => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: code(terminology, code_string),
})
const composition = (more: Readonly<Record<string, unknown>> = {}): RmObject => ({
  _type: 'COMPOSITION',
  archetype_node_id: 'openEHR-EHR-COMPOSITION.encounter.v1',
  archetype_details: {
    _type: 'ARCHETYPED',
    archetype_id: { _type: 'ARCHETYPE_ID', value: 'openEHR-EHR-COMPOSITION.encounter.v1' },
    rm_version: '1.1.0',
  },
  name: { _type: 'DV_TEXT', value: 'en' },
  language: code('ISO_639-1', 'en'),
  territory: code('ISO_3166-1', 'UY'),
  category: coded('event', '433'),
  context: { _type: 'EVENT_CONTEXT', setting: coded('other care', '238') },
  ...more,
})

const sharedLeaves = sql<{ leaves: Record<string, unknown> }, [key: number]>({
  name: 'test.shared',
  text: `select (select json_object_agg(p.path, l.value) from jsonb_each(s.leaves) l
      join cairn.path p on p.path_key = l.key::integer) as leaves
    from cairn.shared_leaves s where s.shared_key = $1`,
})

const dictionary = openPathDictionary(database)

/** The row of the outermost root, and the values of all leaves that it shares. */
async function stored(data: RmObject) {
  const roots = rootsOf(data, 'COMPOSITION')
  await dictionary.learn([{ roots }])
  const [row] = rowsFor(dictionary, [{ place: 1, roots }])
  const [shared] = row?.sharedKey === undefined ? [] : await database.query(sharedLeaves, [row.sharedKey])
  const own = JSON.parse(row?.leaves ?? '{}') as Record<string, unknown>
  return { key: row?.sharedKey, own: Object.values(own), shared: shared?.leaves ?? {} }
}

test('leaves of closed lists are shared, all others are not', async () => {
  const { own, shared } = await stored(composition())
  assert.deepEqual(own, ['en'])
  assert.deepEqual(shared, {
    'archetype_details|ARCHETYPED/archetype_id|ARCHETYPE_ID/value': true,
    'archetype_details|ARCHETYPED/rm_version': '1.1.0',
    'language|CODE_PHRASE/terminology_id|TERMINOLOGY_ID/value': 'ISO_639-1',
    'language|CODE_PHRASE/code_string': 'en',
    'territory|CODE_PHRASE/terminology_id|TERMINOLOGY_ID/value': 'ISO_3166-1',
    'territory|CODE_PHRASE/code_string': 'UY',
    'category|DV_CODED_TEXT/value': 'event',
    'category|DV_CODED_TEXT/defining_code|CODE_PHRASE/terminology_id|TERMINOLOGY_ID/value': 'openehr',
    'category|DV_CODED_TEXT/defining_code|CODE_PHRASE/code_string': '433',
    'context|EVENT_CONTEXT/setting|DV_CODED_TEXT/value': 'other care',
    'context|EVENT_CONTEXT/setting|DV_CODED_TEXT/defining_code|CODE_PHRASE/terminology_id|TERMINOLOGY_ID/value':
      'openehr',
    'context|EVENT_CONTEXT/setting|DV_CODED_TEXT/defining_code|CODE_PHRASE/code_string': '238',
  })
})

test('documents with the same values share them, in whichever order they have them', async () => {
  const { language, ...rest } = composition()
  const [first, second, third] = [
    await stored(composition()),
    await stored({ language, ...rest }),
    await stored(composition({ language: code('ISO_639-1', 'de') })),
  ]
  assert.equal(second.key, first.key)
  assert.notEqual(third.key, first.key)
})

test('a text that is of no list stays with its root', async () => {
  const text = 'Ana Suárez, born 1931'
  const { own, shared } = await stored(
    composition({
      archetype_details: { _type: 'ARCHETYPED', rm_version: text },
      language: code(text, text),
      territory: code(text, text),
      category: coded(text, text, text),
      context: { _type: 'EVENT_CONTEXT', setting: coded(text, text, text) },
    }),
  )
  assert.deepEqual([...own].sort(), ['en', ...new Array<string>(11).fill(text)].sort())
  assert.deepEqual(shared, {})
})

test('a root keeps all of its leaves where too many different ones are shared already', async () => {
  await database.execute(
    sql({
      name: 'test.fill',
      prepare: false,
      text: `insert into cairn.shared_leaves (leaves) select jsonb_build_object('0', n) from generate_series(1, 1000) n`,
    }),
  )
  const { key, own } = await stored(composition({ language: code('ISO_639-1', 'fr') }))
  assert.equal(key, undefined)
  assert.ok(own.includes('fr') && own.includes('UY'))
  assert.notEqual((await stored(composition())).key, undefined)
})
