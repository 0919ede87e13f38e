import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VITALS } from '../../../../test/flat/vitals.ts'
import type { Problem } from '../../../problem.ts'
import { compileValidator } from '../../../validate/index.ts'
import { readFlat } from '../index.ts'

/** All fields of the specification's chapter on context information. */
const CONTEXT = {
  'ctx/language': 'de',
  'ctx/territory': 'US',
  'ctx/time': '2021-04-01T12:40:31.418954+02:00',
  'ctx/end_time': '2021-05-01T12:40:31.418954+02:00',
  'ctx/history_origin': '2021-05-02T12:40:31+02:00',
  'ctx/action_time': '2021-05-03T12:40:31+02:00',
  'ctx/activity_timing': 'R4/2022-01-31T10:00:00+01:00/P3M',
  'ctx/composer_name': 'Silvia Blake',
  'ctx/composer_id': '123',
  'ctx/id_namespace': 'HOSPITAL-NS',
  'ctx/id_scheme': 'HOSPITAL-SCHEME',
  'ctx/work_flow_id|id': '567',
  'ctx/work_flow_id|type': 'ORGANISATION',
  'ctx/provider_name': 'Peter Pan',
  'ctx/provider_id': '124',
  'ctx/participation_name:0': 'Dr. Marcus Johnson',
  'ctx/participation_function:0': 'requester',
  'ctx/participation_mode:0': 'face-to-face communication',
  'ctx/participation_id:0': '199',
  'ctx/participation_identifiers:0': 'issuer1::assigner1::id1::PERSON;issuer2::assigner2::id2::PERSON',
  'ctx/participation_name:1': 'Lara Markham',
  'ctx/participation_function:1': 'performer',
  'ctx/participation_identifiers:1|issuer:0': 'issuer3',
  'ctx/participation_identifiers:1|id:0': 'id3',
  'ctx/health_care_facility|name': 'Hospital',
  'ctx/health_care_facility|id': '9091',
  'ctx/setting': 'home',
  'ctx/location': 'Lab B2',
  'ctx/action_ism_transition_current_state': '532',
  'ctx/instruction_narrative': 'Human readable instruction narrative',
  'ctx/category': 'event',
  'ctx/link:0|type': 'problem',
  'ctx/link:0|meaning': 'problem related note',
  'ctx/link:0|target': 'ehr://ehr.network/347a5490',
} as const

const DATA = {
  'vitals/blood_pressure/any_event/note': 'x',
  'vitals/order/request/what': 'x',
  'vitals/medication/drug': 'x',
}

const composition = JSON.parse(
  JSON.stringify(readFlat(VITALS, { ...CONTEXT, ...DATA }, { now: '2026-11-15T08:00:00Z' })),
)
const { context, content } = composition
const [observation, instruction, action] = content

test('every field goes where the specification puts it', () => {
  assert.equal(composition.language.code_string, 'de')
  assert.equal(composition.territory.code_string, 'US')
  assert.equal(composition.category.value, 'event')
  assert.equal(composition.links[0].type.value, 'problem')
  assert.equal(context.start_time.value, CONTEXT['ctx/time'])
  assert.equal(context.end_time.value, CONTEXT['ctx/end_time'])
  assert.equal(context.setting.defining_code.code_string, '225')
  assert.equal(context.location, 'Lab B2')
  assert.equal(observation.data.origin.value, CONTEXT['ctx/history_origin'])
  assert.equal(observation.data.events[0].time.value, CONTEXT['ctx/history_origin'])
  assert.equal(observation.language.code_string, 'de')
  assert.equal(observation.provider.name, 'Peter Pan')
  assert.equal(action.time.value, CONTEXT['ctx/action_time'])
  assert.equal(action.ism_transition.current_state.value, 'completed')
  assert.equal(instruction.narrative.value, CONTEXT['ctx/instruction_narrative'])
  assert.equal(instruction.activities[0].timing.value, CONTEXT['ctx/activity_timing'])
  assert.equal(instruction.activities[0].timing.formalism, 'timing')
  assert.equal(instruction.activities[0].action_archetype_id, '/.*/')
})

test('parties take scheme and namespace from the context', () => {
  const external = { _type: 'PARTY_REF', namespace: 'HOSPITAL-NS', type: 'PARTY' }
  const id = (value: string): object => ({ _type: 'GENERIC_ID', value, scheme: 'HOSPITAL-SCHEME' })
  assert.deepEqual(composition.composer, {
    _type: 'PARTY_IDENTIFIED',
    name: 'Silvia Blake',
    external_ref: { ...external, id: id('123') },
  })
  assert.deepEqual(context.health_care_facility.external_ref, { ...external, id: id('9091') })
  assert.deepEqual(observation.workflow_id, {
    _type: 'OBJECT_REF',
    id: id('567'),
    namespace: 'HOSPITAL-NS',
    type: 'ORGANISATION',
  })
})

test('participations stand in the context and in every entry, identifiers in either form', () => {
  assert.deepEqual(context.participations, observation.other_participations)
  assert.deepEqual(context.participations, action.other_participations)
  const [first, second] = context.participations
  assert.equal(first.mode.defining_code.code_string, '216')
  assert.deepEqual(
    first.performer.identifiers.map((one: { id: string; issuer: string }) => [one.id, one.issuer]),
    [
      ['id1', 'issuer1'],
      ['id2', 'issuer2'],
    ],
  )
  assert.deepEqual(second.performer.identifiers, [{ _type: 'DV_IDENTIFIER', id: 'id3', issuer: 'issuer3' }])
})

test('the result is valid', () => {
  assert.deepEqual(compileValidator(VITALS)(composition), [])
})

test('composer_self makes the composer the patient, with a reference where keys give one', () => {
  const composer = (keys: Readonly<Record<string, unknown>>): unknown =>
    readFlat(VITALS, { 'ctx/composer_self': true, ...keys, ...DATA }, { now: '2026-11-15T08:00:00Z' })[
      'composer'
    ]
  assert.deepEqual(composer({}), { _type: 'PARTY_SELF' })
  assert.deepEqual(
    composer({
      'vitals/composer|id': '1',
      'vitals/composer|id_scheme': 's',
      'vitals/composer|id_namespace': 'n',
    }),
    {
      _type: 'PARTY_SELF',
      external_ref: {
        _type: 'PARTY_REF',
        id: { _type: 'GENERIC_ID', value: '1', scheme: 's' },
        namespace: 'n',
        type: 'PARTY',
      },
    },
  )
})

test('a persistent composition gets no context from ctx/', () => {
  const persistent = readFlat(
    VITALS,
    { 'ctx/language': 'en', 'vitals/category|code': '431', ...DATA },
    { now: '2026-11-15T08:00:00Z' },
  )
  assert.equal(persistent['context'], undefined)
})

test('a time of the context that is none is reported once, at its key', () => {
  for (const key of ['ctx/time', 'ctx/end_time', 'ctx/history_origin', 'ctx/action_time'])
    assert.throws(
      () => readFlat(VITALS, { ...CONTEXT, [key]: 'yesterday' }, { now: '2026-11-18T08:00:00Z' }),
      (problem: Problem) => {
        assert.deepEqual(
          problem.findings.map(({ path, code, found }) => [path, code, found]),
          [[key, 'flat.value', 'yesterday']],
        )
        return true
      },
    )
})
