/** Spellings of other software that mean what the specification spells otherwise. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { element, object, primitive, quantity, single } from '../../../../fixtures/opt-builder/index.ts'
import { ELEMENT_PATH, FLAT_CONTEXT, observationOf } from '../../../../test/flat/one-observation.ts'
import { VITALS } from '../../../../test/flat/vitals.ts'
import { Problem } from '../../../problem.ts'
import { equal, type RmObject } from '../../../rm/index.ts'
import { compileValidator } from '../../../validate/index.ts'
import { readStructured } from '../../structured/index.ts'
import { readFlat } from '../index.ts'

type Flat = Readonly<Record<string, unknown>>

const NOW = { now: '2026-11-15T08:00:00Z' }
const PLAIN: Flat = { 'ctx/language': 'en', 'ctx/territory': 'UY', 'ctx/composer_name': 'A clinician' }
const NOTE: Flat = { 'vitals/blood_pressure:0/any_event:0/note': 'n' }

const read = (flat: Flat): RmObject => readFlat(VITALS, { ...PLAIN, ...NOTE, ...flat }, NOW)

function assertSame(one: Flat, other: Flat): void {
  const [first, second] = [read(one), read(other)]
  assert.ok(equal(first, second, 'COMPOSITION'), `${JSON.stringify(first)}\n${JSON.stringify(second)}`)
  assert.deepEqual(compileValidator(VITALS)(first), [])
}

const refusalOf = (flat: Flat): readonly string[] => {
  try {
    read(flat)
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown.findings.map(({ message }) => message)
    throw thrown
  }
  return []
}

describe('the context', () => {
  const expected: Flat = {
    'vitals/context/start_time': '2024-01-02T03:04:05Z',
    'vitals/context/setting|code': '227',
    'vitals/context/_location': 'Ward 3',
  }

  test('may be called by its class', () =>
    assertSame(
      {
        'vitals/event_context/start_time': '2024-01-02T03:04:05Z',
        'vitals/event_context/setting|code': '227',
        'vitals/event_context/_location': 'Ward 3',
      },
      expected,
    ))

  test('may be left out of the path of its attributes', () =>
    assertSame(
      {
        'vitals/start_time': '2024-01-02T03:04:05Z',
        'vitals/setting|code': '227',
        'vitals/_location': 'Ward 3',
      },
      expected,
    ))
})

describe('ctx/', () => {
  test('takes codes with a suffix', () => {
    const composition = readFlat(
      VITALS,
      {
        'ctx/language|code': 'en',
        'ctx/language|terminology': 'ISO_639-1',
        'ctx/territory|code': 'UY',
        'ctx/setting|code': '227',
        'ctx/setting|value': 'emergency care',
        'ctx/setting|terminology': 'openehr',
        'ctx/composer_name': 'A clinician',
        ...NOTE,
      },
      NOW,
    )
    assert.ok(equal(composition, read({ 'ctx/setting': '227' }), 'COMPOSITION'))
  })

  test('knows other names of its keys', () => {
    const named = { 'ctx/health_care_facility|name': 'Hospital', 'ctx/health_care_facility|id': '9091' }
    assertSame(
      {
        'ctx/healthcare_facility|name': 'Hospital',
        'ctx/healthcare_facility|id': '9091',
        'ctx/id_schema': 'S',
        'ctx/id_namespace': 'N',
      },
      { ...named, 'ctx/id_scheme': 'S', 'ctx/id_namespace': 'N' },
    )
    assertSame({ 'ctx/healthcare_facility': 'Hospital' }, { 'ctx/health_care_facility|name': 'Hospital' })
    assertSame({ 'ctx/_location': 'Ward 3' }, { 'ctx/location': 'Ward 3' })
  })

  test('keeps the fields of a form in the feeder audit, from FLAT and from STRUCTURED', () => {
    const fields = { reason: ['a', 'b'], step: [2] }
    const composition = read({ 'ctx/generic_fields': fields })
    assert.deepEqual(compileValidator(VITALS)(composition), [])
    const { feeder_audit: audit } = JSON.parse(JSON.stringify(composition))
    assert.equal(audit.originating_system_audit.system_id, 'FormRenderer')
    assert.deepEqual(JSON.parse(audit.original_content.value), fields)
    const structured = readStructured(
      VITALS,
      {
        ctx: { language: 'en', territory: 'UY', composer_name: 'A clinician', generic_fields: fields },
        vitals: { blood_pressure: [{ any_event: [{ note: ['n'] }] }] },
      },
      NOW,
    )
    assert.ok(equal(structured, composition, 'COMPOSITION'))
  })
})

test('a name may be given without its underscore, unless a node is called so', () =>
  assertSame(
    { 'vitals/blood_pressure:0/name': 'At rest', 'vitals/blood_pressure:0/any_event:0/note/name': 'Remark' },
    {
      'vitals/blood_pressure:0/_name': 'At rest',
      'vitals/blood_pressure:0/any_event:0/note/_name': 'Remark',
    },
  ))

test('a feeder audit may be given without its underscore', () => {
  for (const place of ['vitals', 'vitals/blood_pressure:0'])
    assertSame(
      {
        [`${place}/feeder_audit/originating_system_item_id:0|id`]: '4711',
        [`${place}/feeder_audit/originating_system_audit|system_id`]: 'laboratory',
      },
      {
        [`${place}/_feeder_audit/originating_system_item_id:0|id`]: '4711',
        [`${place}/_feeder_audit/originating_system_audit|system_id`]: 'laboratory',
      },
    )
})

describe('the instruction of an action', () => {
  const details = 'vitals/medication/_instruction_details'
  const action: Flat = {
    'vitals/medication/drug': 'Aspirin',
    'vitals/medication/ism_transition/current_state': 'completed',
    'vitals/medication/time': '2024-01-02T03:04:05Z',
    [`${details}|composition_uid`]: '0f7b5f0c-7e0c-4d6b-8a53-0f7b5f0c7e0c::s::1',
  }
  const expected = (path: string, activity: string): Flat => ({
    ...action,
    [`${details}|path`]: path,
    [`${details}|activity_id`]: activity,
  })
  const ORDER = '/content[openEHR-EHR-INSTRUCTION.order.v1]'

  test('is found by its path in the web template', () =>
    assertSame({ ...action, [`${details}|wt_path`]: 'vitals/order' }, expected(ORDER, 'activities[at0001]')))

  test('is told apart by its uid, or by its place and that of the activity', () => {
    assertSame(
      { ...action, [`${details}|wt_path`]: 'vitals/order', [`${details}|instruction_uid`]: 'u-1' },
      expected("/content[openEHR-EHR-INSTRUCTION.order.v1 and uid/value='u-1']", 'activities[at0001]'),
    )
    assertSame(
      {
        ...action,
        [`${details}|wt_path`]: 'vitals/order',
        [`${details}|instruction_index`]: '1',
        [`${details}|activity_index`]: 2,
      },
      expected(`${ORDER}[2]`, 'activities[at0001][3]'),
    )
    assertSame(
      { ...action, [`${details}|wt_path`]: 'vitals/order/request', [`${details}|activity_index`]: '0' },
      expected(ORDER, 'activities[at0001]'),
    )
  })

  test('is refused where the path leads to something else', () =>
    assert.match(
      refusalOf({ ...action, [`${details}|wt_path`]: 'vitals/blood_pressure' }).join(),
      /\|wt_path leads to no instruction of the template/,
    ))
})

test('a workflow definition is read with and without its formalism', () => {
  const order: Flat = { 'vitals/order/narrative': 'x', 'vitals/order/request:0/what': 'y' }
  assertSame(
    { ...order, 'vitals/order/_wf_definition': 'do it' },
    {
      ...order,
      'vitals/order/_wf_definition|value': 'do it',
      'vitals/order/_wf_definition|formalism': 'text/plain',
    },
  )
})

test('identifiers of a participation need no index', () => {
  const person = 'vitals/context/_participation:0'
  const common = { [`${person}|function`]: 'nurse', [`${person}|name`]: 'N' }
  assertSame(
    { ...common, [`${person}|identifiers_id`]: '1', [`${person}|identifiers_issuer`]: 'I' },
    { ...common, [`${person}|identifiers_id:0`]: '1', [`${person}|identifiers_issuer:0`]: 'I' },
  )
})

describe('STRUCTURED', () => {
  const structured = (participation: unknown, systolic: unknown): RmObject =>
    readStructured(
      VITALS,
      {
        ctx: { language: 'en', territory: 'UY', composer_name: 'A clinician' },
        vitals: {
          context: [{ _participation: [participation] }],
          blood_pressure: [{ any_event: [{ systolic: [systolic], note: ['n'] }] }],
        },
      },
      NOW,
    )
  const piped = structured(
    { '|function': 'nurse', '|name': 'N', '|identifiers_id:0': '1', '|identifiers_id:1': '2' },
    { '|magnitude': 120, '|unit': 'mm[Hg]' },
  )

  test('takes the parts of values without pipes', () =>
    assert.ok(
      equal(
        structured(
          { function: 'nurse', name: 'N', identifiers_id: ['1', '2'] },
          { magnitude: 120, unit: 'mm[Hg]' },
        ),
        piped,
        'COMPOSITION',
      ),
    ))

  test('takes a list of identifiers under one suffix', () =>
    assert.ok(
      equal(
        structured(
          { '|function': 'nurse', '|name': 'N', '|identifiers_id': ['1', '2'] },
          { '|magnitude': 120, '|unit': 'mm[Hg]' },
        ),
        piped,
        'COMPOSITION',
      ),
    ))
})

describe('values as forms write them', () => {
  const percent = object('DV_PROPORTION', [single('type', primitive('C_INTEGER', { list: [2] }))])
  const TEMPLATE = observationOf(
    [
      element('at0004', quantity([{ units: 'mg' }, { units: 'g' }]), '0..1'),
      element('at0005', percent, '0..1'),
      element('at0006', object('DV_PROPORTION'), '0..1'),
    ],
    { at0004: 'Dose', at0005: 'Saturation', at0006: 'Ratio' },
  )
  const items = (keys: Flat): readonly Flat[] => {
    const flat = Object.fromEntries(
      Object.entries(keys).map(([key, value]) => [`${ELEMENT_PATH}/${key}`, value]),
    )
    const composition = readFlat(TEMPLATE, { ...FLAT_CONTEXT, ...flat }, NOW)
    assert.deepEqual(compileValidator(TEMPLATE)(composition), [])
    return JSON.parse(JSON.stringify(composition)).content?.[0].data.events[0].data.items ?? []
  }

  test('a number without a suffix is the magnitude of a quantity', () => {
    const [dose] = items({ dose: 5, 'dose|unit': 'mg' })
    assert.deepEqual(dose?.['value'], { _type: 'DV_QUANTITY', magnitude: 5, units: 'mg' })
  })

  test('a number without a suffix is the numerator of a percentage', () => {
    const [saturation] = items({ saturation: 97 })
    assert.deepEqual(saturation?.['value'], {
      _type: 'DV_PROPORTION',
      numerator: 97,
      denominator: 100,
      type: 2,
    })
  })

  test('the kind of a proportion decides what a number without a suffix means', () => {
    const [ratio] = items({ ratio: 3, 'ratio|type': 1 })
    assert.deepEqual(ratio?.['value'], { _type: 'DV_PROPORTION', numerator: 3, denominator: 1, type: 1 })
  })

  test('a unit or a denominator alone says nothing', () => {
    assert.deepEqual(items({ 'dose|unit': 'mg', 'saturation|denominator': 100 }), [])
  })
})
