import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VITALS } from '../../../../test/flat/vitals.ts'
import { type Finding, Problem } from '../../../problem.ts'
import type { RmObject } from '../../../rm/index.ts'
import { compileValidator } from '../../../validate/index.ts'
import { readFlat } from '../index.ts'

type Flat = Readonly<Record<string, unknown>>

const NOW = '2026-11-15T08:00:00Z'
const CTX: Flat = { 'ctx/language': 'en', 'ctx/territory': 'UY', 'ctx/composer_name': 'A clinician' }
const EVENT = 'vitals/blood_pressure:0/any_event:0'
const BP: Flat = { [`${EVENT}/systolic|magnitude`]: 120, [`${EVENT}/systolic|unit`]: 'mm[Hg]' }

const read = (flat: Flat): RmObject => readFlat(VITALS, flat, { now: NOW })

function findings(flat: Flat): readonly Finding[] {
  try {
    read(flat)
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'format.invalid') return thrown.findings
    throw thrown
  }
  return []
}

/** The value at `content/0/data/events/0` and so on: property names and positions. */
function at(object: unknown, path: string): unknown {
  let value = object
  for (const step of path.split('/')) value = (value as Readonly<Record<string, unknown>> | undefined)?.[step]
  return value
}

const FIRST = 'content/0/data/events/0'

test('the least that clients send becomes a composition that is valid', () => {
  const composition = read({ ...CTX, ...BP })
  assert.deepEqual(compileValidator(VITALS)(composition), [])
  assert.equal(at(composition, 'name/value'), 'Vitals')
  assert.equal(at(composition, 'archetype_details/template_id/value'), 'Vitals')
  assert.equal(at(composition, `${FIRST}/data/items/0/value/magnitude`), 120)
  assert.equal(at(composition, `${FIRST}/data/items/0/name/value`), 'Systolic')
  assert.equal(at(composition, `${FIRST}/data/archetype_node_id`), 'at0003')
})

test('names, node ids and archetype details come from the template', () => {
  const composition = read({ ...CTX, ...BP })
  assert.equal(at(composition, 'content/0/archetype_node_id'), 'openEHR-EHR-OBSERVATION.bp.v1')
  assert.equal(
    at(composition, 'content/0/archetype_details/archetype_id/value'),
    'openEHR-EHR-OBSERVATION.bp.v1',
  )
  assert.equal(at(composition, 'content/0/data/name/value'), 'History')
})

test('indices count from zero, one that is left out is 0, and gaps close', () => {
  const composition = read({
    ...CTX,
    [`${EVENT}/note:7`]: 'third',
    [`${EVENT}/note`]: 'first',
    [`${EVENT}/note:1`]: 'second',
  })
  const items = at(composition, `${FIRST}/data/items`) as readonly unknown[]
  assert.deepEqual(
    items.map(item => at(item, 'value/value')),
    ['first', 'second', 'third'],
  )
})

test('members stand in the order of the template, whatever the order of the keys', () => {
  const composition = read({ ...CTX, [`${EVENT}/note`]: 'n', [`${EVENT}/position|code`]: 'at1000', ...BP })
  const items = at(composition, `${FIRST}/data/items`) as readonly unknown[]
  assert.deepEqual(
    items.map(item => at(item, 'archetype_node_id')),
    ['at0004', 'at0005', 'at0009'],
  )
})

test('codes are completed from the template', () => {
  const composition = read({
    ...CTX,
    [`${EVENT}/position|code`]: 'at1001',
    [`${EVENT}/pain|code`]: 'at2001',
    [`${EVENT}/systolic|magnitude`]: 1,
  })
  const items = at(composition, `${FIRST}/data/items`)
  assert.equal(at(items, '0/value/units'), 'mm[Hg]')
  assert.equal(at(items, '1/value/value'), 'Sitting')
  assert.equal(at(items, '1/value/defining_code/terminology_id/value'), 'local')
  assert.equal(at(items, '2/value/value'), 5)
  assert.equal(at(items, '2/value/symbol/value'), 'Much')
})

test('free text where the template has codes and text is given with |other', () => {
  const composition = read({ ...CTX, [`${EVENT}/cuff_size|other`]: 'very large' })
  assert.deepEqual(at(composition, `${FIRST}/data/items/0/value`), { _type: 'DV_TEXT', value: 'very large' })
})

test('an event is an interval where keys say how its values were computed', () => {
  const composition = read({
    ...CTX,
    ...BP,
    [`${EVENT}/width`]: 'PT1H',
    [`${EVENT}/math_function|code`]: '146',
  })
  assert.equal(at(composition, `${FIRST}/_type`), 'INTERVAL_EVENT')
  assert.equal(at(composition, `${FIRST}/math_function/value`), 'mean')
})

test('null flavours, links, uids, names and feeder audits hang on any node', () => {
  const composition = read({
    ...CTX,
    [`${EVENT}/systolic/_null_flavour|code`]: '253',
    [`${EVENT}/systolic/_null_reason`]: 'cuff lost',
    [`${EVENT}/systolic/_name`]: 'Systolic, left',
    'vitals/blood_pressure:0/_uid': '9fcc1c70-9349-444d-b9cb-8fa817697f5e',
    'vitals/_link:0|type': 'problem',
    'vitals/_link:0|meaning': 'related',
    'vitals/_link:0|target': 'ehr://x/y',
    'vitals/_uid': '9fcc1c70-9349-444d-b9cb-8fa817697f5e::cairn::1',
  })
  const element = at(composition, `${FIRST}/data/items/0`)
  assert.equal(at(element, 'null_flavour/value'), 'unknown')
  assert.equal(at(element, 'null_reason/value'), 'cuff lost')
  assert.equal(at(element, 'name/value'), 'Systolic, left')
  assert.equal(at(element, 'value'), undefined)
  assert.equal(at(composition, 'content/0/uid/_type'), 'HIER_OBJECT_ID')
  assert.equal(at(composition, 'uid/_type'), 'OBJECT_VERSION_ID')
  assert.equal(at(composition, 'links/0/target/value'), 'ehr://x/y')
})

test('|raw holds canonical JSON: a value, an element or a whole structure', () => {
  const value = { _type: 'DV_QUANTITY', magnitude: 1, units: 'mm[Hg]' }
  const element = { _type: 'ELEMENT', name: { value: 'x' }, archetype_node_id: 'at0004', value }
  assert.deepEqual(
    at(read({ ...CTX, [`${EVENT}/systolic|raw`]: value }), `${FIRST}/data/items/0/value`),
    value,
  )
  assert.deepEqual(at(read({ ...CTX, [`${EVENT}/systolic|raw`]: element }), `${FIRST}/data/items/0`), element)
  const event = { _type: 'POINT_EVENT', archetype_node_id: 'at0002' }
  assert.deepEqual(at(read({ ...CTX, [`${EVENT}|raw`]: event }), FIRST), event)
})

test('nothing and the empty text say nothing', () => {
  const composition = read({ ...CTX, ...BP, [`${EVENT}/note`]: '', [`${EVENT}/position|code`]: null })
  assert.equal((at(composition, `${FIRST}/data/items`) as readonly unknown[]).length, 1)
})

test('times: an action and the context take ctx/time, an event the origin, the origin its earliest event', () => {
  const composition = read({
    ...CTX,
    'ctx/time': '2026-01-01T10:00:00Z',
    ...BP,
    'vitals/blood_pressure:0/any_event:1/time': '2025-12-31T10:00:00Z',
    'vitals/medication/drug': 'x',
    'vitals/medication/ism_transition/current_state|code': '532',
  })
  assert.equal(at(composition, 'context/start_time/value'), '2026-01-01T10:00:00Z')
  assert.equal(at(composition, `${FIRST}/time/value`), '2026-01-01T10:00:00Z')
  assert.equal(at(composition, 'content/0/data/origin/value'), '2025-12-31T10:00:00Z')
  assert.equal(at(composition, 'content/1/time/value'), '2026-01-01T10:00:00Z')
  const origin = read({ ...CTX, ...BP, 'vitals/blood_pressure:0/history_origin': '2024-01-01T00:00:00Z' })
  assert.equal(at(origin, 'content/0/data/origin/value'), '2024-01-01T00:00:00Z')
  assert.equal(at(origin, `${FIRST}/time/value`), '2024-01-01T00:00:00Z')
})

test('without ctx/ there is a context only where keys make one, and now is used for nothing else than times', () => {
  const composition = read({ 'vitals/language|code': 'en', ...BP })
  assert.equal(at(composition, 'context'), undefined)
  assert.equal(at(composition, `${FIRST}/time/value`), NOW)
})

test('what is wrong is refused, each with the key it is about', () => {
  for (const [key, value, code] of [
    ['vitals/blod_pressure/any_event:0/note', 'x', 'flat.unknown'],
    [`${EVENT}/systolic|colour`, 'x', 'flat.unknown'],
    [`${EVENT}/systolic/_normal_range/lower|colour`, 1, 'flat.unknown'],
    [`${EVENT}/position:1|code`, 'at1000', 'flat.index'],
    [`${EVENT}/systolic/_null_flavour:1|code`, '253', 'flat.index'],
    [`${EVENT}/position|code`, 'at9999', 'flat.code'],
    [`${EVENT}/position|value`, 'Flying', 'flat.code'],
    [`${EVENT}/position|other`, 'x', 'flat.other'],
    [`${EVENT}/pain|code`, 'at9999', 'flat.code'],
    [`${EVENT}/systolic|magnitude`, 'high', 'flat.value'],
    [`${EVENT}/note:10001`, 'x', 'flat.key'],
    [`${EVENT}/note:x`, 'x', 'flat.key'],
    ['ctx/langauge', 'en', 'flat.unknown'],
    ['ctx/setting', 'on the moon', 'flat.code'],
    ['another_root/x', 1, 'flat.unknown'],
    ['vitals/__proto__/x', 1, 'flat.unknown'],
    ['__proto__', 1, 'flat.unknown'],
    ['vitals/constructor', 1, 'flat.unknown'],
    ['vitals/_constructor|raw', {}, 'flat.unknown'],
    ['vitals/___proto__|raw', { _type: 'LINK' }, 'flat.unknown'],
  ] as const) {
    const found = findings({ ...CTX, 'vitals/medication/drug': 'x', [key]: value })
    assert.deepEqual(
      found.map(finding => [finding.path, finding.code]),
      [[key, code]],
    )
  }
  assert.equal(({} as { x?: unknown }).x, undefined)
})

test('an unknown path comes with the nearest that is known', () => {
  const nearest = (key: string): string | undefined => findings({ [key]: 1 })[0]?.expected
  assert.equal(
    nearest('vitals/blood_presure:0/any_event:3/systolic|magnitude'),
    'vitals/blood_pressure/any_event/systolic|magnitude',
  )
  assert.equal(
    nearest('vitals/blood_pressure/any_event/systolic|magnitud'),
    'vitals/blood_pressure/any_event/systolic|magnitude',
  )
  assert.equal(nearest('ctx/composer-name'), 'ctx/composer_name')
})

test('of several alternatives one alone can be meant', () => {
  const found = findings({ ...CTX, [`${EVENT}/result/count_value`]: 1, [`${EVENT}/result/text_value`]: 'x' })
  assert.deepEqual(
    found.map(({ path, code }) => [path, code]),
    [[`${EVENT}/result/text_value`, 'flat.choice']],
  )
})

test('alternatives are also called value, value2, …', () => {
  const composition = read({ ...CTX, [`${EVENT}/result/value2`]: 4 })
  assert.deepEqual(at(composition, `${FIRST}/data/items/0/value`), { _type: 'DV_COUNT', magnitude: 4 })
})

test('|raw beside other keys of the same value is refused', () => {
  const raw = { _type: 'DV_QUANTITY', magnitude: 1, units: 'mm[Hg]' }
  const found = findings({ ...CTX, ...BP, [`${EVENT}/systolic|raw`]: raw })
  assert.deepEqual(found.map(({ path }) => path).sort(), Object.keys(BP).sort())
})

test('a level given as |raw beside keys of its members is refused, and a class that does not fit it', () => {
  const raw = { _type: 'HISTORY', archetype_node_id: 'at0001' }
  assert.deepEqual(
    findings({ ...CTX, ...BP, 'vitals/blood_pressure:0/_data|raw': raw }).map(({ code }) => code),
    ['flat.raw'],
  )
  assert.deepEqual(
    findings({ ...CTX, ...BP, 'vitals/blood_pressure:0/_data|_type': 'CLUSTER' }).map(({ code }) => code),
    ['flat.type'],
  )
  assert.deepEqual(
    findings({ ...CTX, 'vitals/blood_pressure:0|raw': { _type: 'ACTION' } }).map(({ path }) => path),
    ['vitals/blood_pressure:0|raw'],
  )
})

test('the same key with and without index 0 is said twice', () => {
  assert.deepEqual(
    findings({ ...CTX, [`${EVENT}/note`]: 'a', [`${EVENT}/note:0`]: 'b' }).map(({ code }) => code),
    ['flat.twice'],
  )
})

test('all faults come at once, in one problem', () => {
  const found = findings({ ...CTX, 'vitals/a': 1, 'vitals/b|c': 2, [`${EVENT}/position|code`]: 'x' })
  assert.equal(found.length, 3)
})

test('defaults of the caller stand in for ctx/ keys that the input lacks', () => {
  const composition = readFlat(
    VITALS,
    { 'ctx/language': 'es', ...BP },
    { now: NOW, defaults: { language: 'en', territory: 'UY' } },
  )
  assert.equal(at(composition, 'language/code_string'), 'es')
  assert.equal(at(composition, 'territory/code_string'), 'UY')
})
