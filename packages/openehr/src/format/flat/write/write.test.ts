import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VITALS } from '../../../../test/flat/vitals.ts'
import { equal, type RmObject } from '../../../rm/index.ts'
import { readFlat, writeFlat } from '../index.ts'

type Json = Record<string, unknown>

const NOW = '2026-11-15T08:00:00Z'
const EVENT = 'vitals/blood_pressure:0/any_event:0'

const base = (): Json =>
  structuredClone(
    readFlat(
      VITALS,
      {
        'ctx/language': 'en',
        'ctx/territory': 'UY',
        'ctx/composer_name': 'A clinician',
        'ctx/time': '2026-01-01T10:00:00Z',
        [`${EVENT}/systolic|magnitude`]: 120,
        [`${EVENT}/note:0`]: 'one',
        [`${EVENT}/note:1`]: 'two',
        'vitals/blood_pressure:0/device': 'cuff',
      },
      { now: NOW },
    ),
  ) as Json

function at(object: unknown, path: string): Json {
  let value = object
  for (const step of path.split('/')) value = (value as Json)[step]
  return value as Json
}

const FIRST = 'content/0/data/events/0'

/** The keys of the changed composition, which must read back as it is. */
function keysOf(change: (composition: Json) => void): Json {
  const composition = base()
  change(composition)
  const before = structuredClone(composition)
  const flat = writeFlat(VITALS, composition)
  assert.deepEqual(composition, before, 'writing changes nothing')
  const again = readFlat(VITALS, JSON.parse(JSON.stringify(flat)) as Json, { now: '1999-01-01T00:00:00Z' })
  assert.ok(equal(again, composition as RmObject, 'COMPOSITION'), JSON.stringify(flat, null, 1))
  return flat
}

test('a composition as the template has it needs no escape: only nodes and the attributes of the specification', () => {
  assert.deepEqual(
    keysOf(() => {}),
    {
      'vitals/language|code': 'en',
      'vitals/language|terminology': 'ISO_639-1',
      'vitals/territory|code': 'UY',
      'vitals/territory|terminology': 'ISO_3166-1',
      'vitals/category|code': '433',
      'vitals/category|value': 'event',
      'vitals/category|terminology': 'openehr',
      'vitals/composer|name': 'A clinician',
      'vitals/context/start_time': '2026-01-01T10:00:00Z',
      'vitals/context/setting|code': '238',
      'vitals/context/setting|value': 'other care',
      'vitals/context/setting|terminology': 'openehr',
      'vitals/blood_pressure:0/language|code': 'en',
      'vitals/blood_pressure:0/language|terminology': 'ISO_639-1',
      'vitals/blood_pressure:0/encoding|code': 'UTF-8',
      'vitals/blood_pressure:0/encoding|terminology': 'IANA_character-sets',
      [`${EVENT}/time`]: '2026-01-01T10:00:00Z',
      [`${EVENT}/systolic|magnitude`]: 120,
      [`${EVENT}/systolic|unit`]: 'mm[Hg]',
      [`${EVENT}/note:0`]: 'one',
      [`${EVENT}/note:1`]: 'two',
      'vitals/blood_pressure:0/device': 'cuff',
    },
  )
})

test('a run-time name goes out as _name, coded or not', () => {
  const plain = keysOf(composition => {
    at(composition, 'content/0')['name'] = { _type: 'DV_TEXT', value: 'Left arm' }
  })
  assert.equal(plain['vitals/blood_pressure:0/_name'], 'Left arm')
  const coded = keysOf(composition => {
    at(composition, `${FIRST}/data/items/0`)['name'] = {
      _type: 'DV_CODED_TEXT',
      value: 'BP',
      defining_code: { _type: 'CODE_PHRASE', terminology_id: { value: 'LOINC' }, code_string: '1' },
    }
  })
  assert.equal(coded[`${EVENT}/systolic/_name|code`], '1')
})

test('attributes of levels that have no segment go out below _data, _protocol and so on', () => {
  const flat = keysOf(composition => {
    at(composition, 'content/0/data')['name'] = { _type: 'DV_TEXT', value: 'Series' }
    at(composition, 'content/0/data')['period'] = { _type: 'DV_DURATION', value: 'PT1H' }
    at(composition, 'content/0/protocol')['uid'] = { _type: 'HIER_OBJECT_ID', value: 'u' }
    at(composition, `${FIRST}/data`)['archetype_node_id'] = 'at0003.1'
  })
  assert.equal(flat['vitals/blood_pressure:0/_data/_name'], 'Series')
  assert.equal(flat['vitals/blood_pressure:0/_data/_period'], 'PT1H')
  assert.equal(flat['vitals/blood_pressure:0/_protocol/_uid'], 'u')
})

test('a code without its terminology goes out as it is, although reading would add the terminology', () => {
  const setting = {
    _type: 'DV_CODED_TEXT',
    value: 'home',
    defining_code: { _type: 'CODE_PHRASE', code_string: '225' },
  }
  const flat = keysOf(composition => {
    at(composition, 'context')['setting'] = structuredClone(setting)
  })
  assert.deepEqual(flat['vitals/context/setting|raw'], setting)
})

test('members that the template has no node for go out as |raw at their place', () => {
  const stranger = { _type: 'ELEMENT', name: { _type: 'DV_TEXT', value: 'x' }, archetype_node_id: 'at0999' }
  const flat = keysOf(composition => {
    ;(at(composition, `${FIRST}/data/items`) as unknown as unknown[]).splice(1, 0, stranger)
  })
  assert.deepEqual(flat[`${EVENT}/_data/_items:1|raw`], stranger)
})

test('content of an open slot goes out as |raw', () => {
  const filler = {
    _type: 'CLUSTER',
    name: { _type: 'DV_TEXT', value: 'x' },
    archetype_node_id: 'openEHR-EHR-CLUSTER.x.v1',
  }
  const flat = keysOf(composition => {
    const group = {
      _type: 'CLUSTER',
      name: { _type: 'DV_TEXT', value: 'Group' },
      archetype_node_id: 'at0010',
      items: [filler],
    }
    ;(at(composition, `${FIRST}/data/items`) as unknown as unknown[]).push(group)
  })
  assert.deepEqual(flat[`${EVENT}/group:0/_items:0|raw`], filler)
})

test('more occurrences than the template allows go out as |raw', () => {
  const flat = keysOf(composition => {
    const items = at(composition, `${FIRST}/data/items`) as unknown as unknown[]
    items.push(structuredClone(items[0]))
  })
  assert.equal((flat[`${EVENT}/_data/_items:3|raw`] as Json)['archetype_node_id'], 'at0004')
})

test("an order of members that is not the template's goes out as _order", () => {
  const flat = keysOf(composition => {
    ;(at(composition, `${FIRST}/data/items`) as unknown as unknown[]).reverse()
  })
  assert.equal(flat[`${EVENT}/_data/_order`], 'note,note,systolic')
})

test('a value of another class than the template has goes out as |raw', () => {
  const value = { _type: 'DV_BOOLEAN', value: true }
  const flat = keysOf(composition => {
    at(composition, `${FIRST}/data/items/0`)['value'] = value
  })
  assert.deepEqual(flat[`${EVENT}/systolic|raw`], value)
})

test('a code outside the list of the template goes out as |raw', () => {
  const value = {
    _type: 'DV_CODED_TEXT',
    value: 'x',
    defining_code: {
      _type: 'CODE_PHRASE',
      terminology_id: { _type: 'TERMINOLOGY_ID', value: 'local' },
      code_string: 'at7',
    },
  }
  const flat = keysOf(composition => {
    const element = {
      _type: 'ELEMENT',
      name: { _type: 'DV_TEXT', value: 'Position' },
      archetype_node_id: 'at0005',
      value,
    }
    ;(at(composition, `${FIRST}/data/items`) as unknown as unknown[]).splice(1, 0, element)
  })
  assert.deepEqual(flat[`${EVENT}/position|raw`], value)
})

test('free text in an open list goes out as |other', () => {
  const value = { _type: 'DV_TEXT', value: 'very large' }
  const flat = keysOf(composition => {
    const element = {
      _type: 'ELEMENT',
      name: { _type: 'DV_TEXT', value: 'Cuff size' },
      archetype_node_id: 'at0006',
      value,
    }
    ;(at(composition, `${FIRST}/data/items`) as unknown as unknown[]).splice(1, 0, element)
  })
  assert.equal(flat[`${EVENT}/cuff_size|other`], 'very large')
})

test('a mandatory attribute that is missing is said to be absent, so that no default takes its place', () => {
  const flat = keysOf(composition => {
    delete at(composition, 'content/0')['encoding']
    delete at(composition, 'content/0')['archetype_details']
    delete at(composition, FIRST)['time']
    delete composition['category']
    delete composition['name']
  })
  for (const key of [
    'vitals/blood_pressure:0/_encoding|raw',
    'vitals/blood_pressure:0/_archetype_details|raw',
    `${EVENT}/_time|raw`,
    'vitals/_category|raw',
    'vitals/_name|raw',
  ])
    assert.equal(flat[key], null, key)
})

test('archetype details that are not the usual ones say what is unusual', () => {
  const flat = keysOf(composition => {
    at(composition, 'archetype_details')['rm_version'] = '1.0.2'
    at(composition, 'content/0/archetype_details')['rm_version'] = '1.0.2'
    at(composition, 'content/0/archetype_details')['template_id'] = { _type: 'TEMPLATE_ID', value: 'Vitals' }
  })
  assert.equal(flat['vitals/_archetype_details|rm_version'], '1.0.2')
  assert.equal(flat['vitals/blood_pressure:0/_archetype_details|rm_version'], undefined)
  assert.equal(flat['vitals/blood_pressure:0/_archetype_details|template_id'], 'Vitals')
})

test('structures that hold nothing but themselves are kept', () => {
  const flat = keysOf(composition => {
    delete at(composition, 'content/0/protocol')['items']
    at(composition, `${FIRST}/data`)['items'] = []
  })
  assert.equal(flat['vitals/blood_pressure:0/_protocol|_type'], 'ITEM_TREE')
  assert.deepEqual(flat[`${EVENT}/_data/_items|raw`], [])
})

test('empty texts and attributes that no class has are kept', () => {
  const flat = keysOf(composition => {
    at(composition, `${FIRST}/data/items/1/value`)['value'] = ''
    at(composition, 'context')['location'] = ''
    at(composition, 'content/0')['colour'] = 'blue'
  })
  assert.equal(flat['vitals/context/_location|raw'], '""')
  assert.equal((flat['vitals/blood_pressure:0|raw'] as Json)['colour'], 'blue')
})
