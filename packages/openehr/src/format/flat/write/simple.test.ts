import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corpusIndex, corpusMissing } from '../../../../fixtures/corpus.ts'
import { jsonOf, templateOf } from '../../../../test/flat/corpus-templates.ts'
import { VITALS } from '../../../../test/flat/vitals.ts'
import { equal, type RmObject } from '../../../rm/index.ts'
import { writeStructured } from '../../structured/index.ts'
import { readFlat, writeFlat } from '../index.ts'

const NOW = { now: '2026-11-15T08:00:00Z' }
const UID = '0f7b5f0c-7e0c-4d6b-8a53-0f7b5f0c7e0c'

const FLAT = {
  'ctx/language': 'en',
  'ctx/territory': 'UY',
  'ctx/composer_name': 'A clinician',
  'ctx/composer_id': '7',
  'ctx/id_scheme': 'S',
  'ctx/id_namespace': 'N',
  'vitals/blood_pressure:0/any_event:0/systolic|magnitude': 120,
  'vitals/medication/drug': 'Aspirin',
  'vitals/medication/ism_transition/current_state|code': '532',
  'vitals/medication/_instruction_details|composition_uid': `${UID}::s::1`,
  'vitals/medication/_instruction_details|path': '/content[openEHR-EHR-INSTRUCTION.order.v1]',
  'vitals/medication/_instruction_details|activity_id': 'activities[at0001]',
}

/** As other servers give it: uids on every level, a party of another kind, a template named on inner archetypes. */
function foreign(): RmObject {
  const composition = JSON.parse(JSON.stringify(readFlat(VITALS, FLAT, NOW)))
  composition.uid = { _type: 'HIER_OBJECT_ID', value: `${UID}::s::1` }
  composition.composer.external_ref.type = 'PERSON'
  const [observation, action] = composition.content
  observation.archetype_details.template_id = { _type: 'TEMPLATE_ID', value: 'Inner' }
  observation.data.uid = { _type: 'HIER_OBJECT_ID', value: UID }
  action.instruction_details.instruction_id.type = 'COMPOSITION'
  return composition
}

test('the simple profile has the keys that other parsers read, and no others', () => {
  const composition = foreign()
  const full = writeFlat(VITALS, composition)
  const simple = writeFlat(VITALS, composition, 'simple')
  assert.ok(equal(readFlat(VITALS, full, NOW), composition, 'COMPOSITION'))
  const left = Object.keys(full).filter(key => !Object.hasOwn(simple, key))
  assert.deepEqual(left.sort(), [
    'vitals/_uid|raw',
    'vitals/blood_pressure:0/_archetype_details|template_id',
    'vitals/blood_pressure:0/_data/_uid',
    'vitals/composer/_external_ref|type',
    'vitals/medication/_instruction_details/_instruction_id|type',
  ])
  assert.equal(simple['vitals/_uid'], `${UID}::s::1`)
  assert.equal(simple['vitals/medication/_instruction_details|composition_uid'], `${UID}::s::1`)
  assert.equal(
    simple['vitals/medication/_instruction_details|path'],
    FLAT['vitals/medication/_instruction_details|path'],
  )
  const structured = JSON.stringify(writeStructured(VITALS, composition, 'simple'))
  assert.doesNotMatch(structured, /_archetype_details|_external_ref|_data"/)
})

test('a reference to an instruction keeps its keys where its id is of an unusual class', () => {
  const composition = JSON.parse(JSON.stringify(foreign()))
  composition.content[1].instruction_details.instruction_id.id = {
    _type: 'GENERIC_ID',
    value: 'x',
    scheme: 'y',
  }
  const simple = writeFlat(VITALS, composition as RmObject, 'simple')
  assert.equal(simple['vitals/medication/_instruction_details|composition_uid'], 'x')
  assert.equal(
    simple['vitals/medication/_instruction_details|path'],
    FLAT['vitals/medication/_instruction_details|path'],
  )
})

test('what is written for the compositions of the corpus is read again', { skip: corpusMissing }, () => {
  let keys = 0
  for (const { file, format, opt } of corpusIndex().instances) {
    const template =
      format === 'canonical-json' ? opt.map(templateOf).find(one => one !== undefined) : undefined
    if (template === undefined || file.endsWith('rawdb_composition.json')) continue
    const simple = writeFlat(template, jsonOf(file), 'simple')
    for (const key of Object.keys(simple)) {
      assert.doesNotMatch(key, /_archetype_details|_external_ref|\/_data|\/_[a-z_]+\|raw$|_order$/, file)
      keys++
    }
    readFlat(template, JSON.parse(JSON.stringify(simple)), NOW)
  }
  assert.ok(keys > 10_000)
})
