/** Pieces of records for AQL tests: compositions, statuses, versions. */
import type { EhrData } from '../../src/aql/index.ts'
import type { RmObject } from '../../src/rm/index.ts'

export const text = (value: string): RmObject => ({ _type: 'DV_TEXT', value })
export const coded = (value: string, terminology: string, code: string): RmObject => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: {
    _type: 'CODE_PHRASE',
    terminology_id: { _type: 'TERMINOLOGY_ID', value: terminology },
    code_string: code,
  },
})
export const time = (value: string): RmObject => ({ _type: 'DV_DATE_TIME', value })
const quantity = (magnitude: number, units: string): RmObject => ({
  _type: 'DV_QUANTITY',
  magnitude,
  units,
})
export const node = (type: string, id: string, name: string | RmObject, fields: object = {}): RmObject => ({
  _type: type,
  archetype_node_id: id,
  name: typeof name === 'string' ? text(name) : name,
  ...fields,
})
const element = (id: string, name: string | RmObject, value?: RmObject): RmObject =>
  node('ELEMENT', id, name, value ? { value } : { null_flavour: coded('unknown', 'openehr', '253') })
export const tree = (id: string, items: readonly RmObject[]): RmObject =>
  node('ITEM_TREE', id, 'Tree', { items })
export const uid = (value: string): RmObject => ({ _type: 'HIER_OBJECT_ID', value })

/** A pressure reading: sys and dia, either may be missing. */
export function reading(
  name: string | RmObject,
  at: string,
  sys: number | undefined,
  dia: number | undefined,
): RmObject {
  const items = [
    ...(sys === undefined ? [] : [element('at0004', 'Systolic', quantity(sys, 'mm[Hg]'))]),
    ...(dia === undefined ? [] : [element('at0005', 'Diastolic', quantity(dia, 'mm[Hg]'))]),
  ]
  return node('POINT_EVENT', 'at0006', name, { time: time(at), data: tree('at0003', items) })
}

export const bloodPressure = (id: string, name: string, events: readonly RmObject[]): RmObject =>
  node('OBSERVATION', 'openEHR-EHR-OBSERVATION.blood_pressure.v2', name, {
    uid: uid(id),
    data: node('HISTORY', 'at0001', 'History', { origin: time('2024-03-01T10:00:00+01:00'), events }),
    protocol: tree('at0011', [
      node('CLUSTER', 'openEHR-EHR-CLUSTER.device.v1', 'Device', {
        // An at-code of its own archetype that the observation has too.
        items: [element('at0001', 'Device name', text('Cuff 3')), element('at0004', 'Maker', text('ACME'))],
      }),
    ]),
  })

export const temperature = (id: string, magnitude: number): RmObject =>
  node('OBSERVATION', 'openEHR-EHR-OBSERVATION.body_temperature.v2', 'Body temperature', {
    uid: uid(id),
    data: node('HISTORY', 'at0002', 'History', {
      origin: time('2024-03-01T10:05:00+01:00'),
      events: [
        node('INTERVAL_EVENT', 'at0003', 'Any event', {
          time: time('2024-03-01T10:05:00+01:00'),
          width: { _type: 'DV_DURATION', value: 'PT1H' },
          math_function: coded('mean', 'openehr', '146'),
          data: tree('at0001', [element('at0004', 'Temperature', quantity(magnitude, 'Cel'))]),
        }),
      ],
    }),
  })

export const diagnosis = (id: string, value: RmObject): RmObject =>
  node('EVALUATION', 'openEHR-EHR-EVALUATION.problem_diagnosis.v1', 'Diagnosis', {
    uid: uid(id),
    data: tree('at0001', [element('at0002', 'Problem', value)]),
  })

/** A panel of results: clusters by at-code with elements that repeat, and an archetype nested in each of them. */
export const panel = (
  id: string,
  results: readonly (readonly [name: string, values: readonly number[]])[],
): RmObject =>
  node('OBSERVATION', 'openEHR-EHR-OBSERVATION.panel.v1', 'Panel', {
    uid: uid(id),
    protocol: tree('at0030', [element('at0031', 'Method', text('Photometry'))]),
    data: node('HISTORY', 'at0001', 'History', {
      origin: time('2024-03-01T10:05:00+01:00'),
      events: [
        node('POINT_EVENT', 'at0002', 'Any event', {
          time: time('2024-03-01T10:05:00+01:00'),
          // Members with different node ids take turns.
          data: tree('at0003', [
            element('at0020', 'Comment', text('fasting')),
            ...results.flatMap(([name, values], at) => [
              node('CLUSTER', 'at0010', name, {
                items: [
                  element('at0012', 'Status', coded('final', 'local', 'at0037')),
                  ...values.map(value => element('at0011', 'Result', quantity(value, 'mmol/l'))),
                  node('CLUSTER', 'openEHR-EHR-CLUSTER.specimen.v1', 'Specimen', {
                    items: [element('at0011', 'Kind', text(at % 2 === 0 ? 'Blood' : 'Urine'))],
                  }),
                ],
              }),
              ...(at === 0 ? [element('at0020', 'Comment', text('again'))] : []),
            ]),
          ]),
        }),
      ],
    }),
  })

export function composition(archetype: string, name: string, composer: string, fields: object): RmObject {
  const id = `openEHR-EHR-COMPOSITION.${archetype}.v1`
  return node('COMPOSITION', id, name, {
    archetype_details: {
      archetype_id: { value: id },
      template_id: { value: archetype === 'encounter' ? 'Vitals' : 'Labs' },
      rm_version: '1.1.0',
    },
    language: { terminology_id: { value: 'ISO_639-1' }, code_string: 'en' },
    territory: { terminology_id: { value: 'ISO_3166-1' }, code_string: 'DE' },
    category:
      archetype === 'problem_list' ? coded('persistent', 'openehr', '431') : coded('event', 'openehr', '433'),
    composer: { _type: 'PARTY_IDENTIFIED', name: composer },
    ...fields,
  })
}

export const participation = (name: string, role: string): RmObject => ({
  function: text(role),
  performer: { _type: 'PARTY_IDENTIFIED', name },
})

export const link = (target: string): RmObject => ({
  meaning: text('follow up'),
  type: text('link'),
  target: { _type: 'DV_EHR_URI', value: `ehr:/${target}` },
})

export const status = (queryable: boolean, subject?: string): RmObject =>
  node('EHR_STATUS', 'openEHR-EHR-EHR_STATUS.generic.v1', 'EHR Status', {
    subject: {
      _type: 'PARTY_SELF',
      ...(subject !== undefined && {
        external_ref: {
          _type: 'PARTY_REF',
          namespace: 'patients',
          type: 'PERSON',
          id: { _type: 'GENERIC_ID', value: subject, scheme: 'x' },
        },
      }),
    },
    is_queryable: queryable,
    is_modifiable: true,
    other_details: tree('at0001', [element('at0002', 'Group', text('A'))]),
  })

export const directory = (object: string): RmObject =>
  node('FOLDER', 'openEHR-EHR-FOLDER.generic.v1', 'root', {
    folders: [
      node('FOLDER', 'openEHR-EHR-FOLDER.generic.v1', 'episode', {
        items: [{ _type: 'OBJECT_REF', namespace: 'local', type: 'VERSIONED_COMPOSITION', id: uid(object) }],
      }),
    ],
  })

const CHANGES = { '249': 'creation', '251': 'modification', '523': 'deleted' } as const

/** `object::sys::number`, committed at that hour of 2025-01-01. */
export function version(
  object: string,
  number: number,
  hour: number,
  data?: RmObject,
  state: '532' | '553' = '532',
): RmObject {
  const id = { _type: 'OBJECT_VERSION_ID', value: `${object}::sys::${number}` }
  const change = data ? (number === 1 ? '249' : '251') : '523'
  return {
    _type: 'ORIGINAL_VERSION',
    uid: id,
    contribution: {
      _type: 'OBJECT_REF',
      namespace: 'local',
      type: 'CONTRIBUTION',
      id: uid(`contribution-${hour}`),
    },
    commit_audit: {
      _type: 'AUDIT_DETAILS',
      system_id: 'sys',
      time_committed: time(`2025-01-01T${String(hour).padStart(2, '0')}:00:00Z`),
      change_type: coded(CHANGES[change], 'openehr', change),
      committer: { _type: 'PARTY_IDENTIFIED', name: 'Clerk' },
    },
    lifecycle_state: coded(state === '532' ? 'complete' : 'incomplete', 'openehr', state),
    ...(data && { data: { ...data, uid: id } }),
  }
}

export const ehr = (ehr_id: string, versions: readonly RmObject[]): EhrData => ({
  ehr_id,
  system_id: 'sys',
  time_created: '2025-01-01T00:00:00Z',
  versions,
})
