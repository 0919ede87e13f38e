import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AuditEvent } from '@cairn-ehr/client'
import { accessLines } from './access.ts'
import { bannerFacts } from './banner-facts.ts'
import { contributionsIn } from './contributions.ts'
import { type RecordRow, templateCounts, timelineOf } from './timeline.ts'
import { trendsOf } from './trends.ts'

const record = (time: string, template = 'Vital signs', more: Partial<RecordRow> = {}): RecordRow => ({
  uid: time,
  name: template,
  template,
  time,
  committed: time,
  committer: 'Dr A',
  composer: 'Nurse B',
  category: 'event',
  ...more,
})

describe('the timeline', () => {
  const rows = [
    record('2026-11-01T08:00:00Z'),
    record('2026-11-02T08:00:00Z', 'Laboratory report'),
    record('2026-11-01T09:00:00Z'),
  ]

  it('has days, the newest first, with their records', () => {
    const days = timelineOf(rows, {}, 'UTC')
    assert.deepEqual(
      days.map(({ day, records }) => [day, records.map(({ time }) => time.slice(11, 16))]),
      [
        ['2026-11-02', ['08:00']],
        ['2026-11-01', ['09:00', '08:00']],
      ],
    )
  })

  it('is filtered by template and by words', () => {
    assert.equal(timelineOf(rows, { template: 'Laboratory report' }, 'UTC').length, 1)
    assert.equal(timelineOf(rows, { text: 'nurse b' }, 'UTC').length, 2)
    assert.equal(timelineOf(rows, { text: 'nobody' }, 'UTC').length, 0)
  })

  it('counts templates', () => {
    assert.deepEqual(templateCounts(rows), [
      { template: 'Vital signs', count: 2 },
      { template: 'Laboratory report', count: 1 },
    ])
  })
})

const element = (id: string, name: string, value: object) => ({
  _type: 'ELEMENT',
  archetype_node_id: id,
  name: { value: name },
  value,
})
const quantity = (magnitude: number, units: string) => ({ _type: 'DV_QUANTITY', magnitude, units })

function composition(day: number, content: object[]) {
  return {
    _type: 'COMPOSITION',
    archetype_node_id: 'openEHR-EHR-COMPOSITION.encounter.v1',
    uid: { value: `c${day}` },
    context: { start_time: { value: `2026-11-${String(day).padStart(2, '0')}T08:00:00Z` } },
    content,
  }
}

const observation = (items: object[]) => ({
  _type: 'OBSERVATION',
  archetype_node_id: 'openEHR-EHR-OBSERVATION.x.v1',
  name: { value: 'Panel' },
  data: {
    archetype_node_id: 'at0001',
    events: [{ archetype_node_id: 'at0002', data: { archetype_node_id: 'at0003', items } }],
  },
})
const analyte = (name: string, value: number) => ({
  _type: 'CLUSTER',
  archetype_node_id: 'openEHR-EHR-CLUSTER.laboratory_test_analyte.v1',
  items: [
    element('at0024', 'Analyte name', { _type: 'DV_CODED_TEXT', value: name }),
    element('at0001', 'Analyte result', quantity(value, 'mmol/l')),
  ],
})

describe('trends', () => {
  it('are the quantities with at least five values, in the order of time', () => {
    const days = [5, 3, 1, 2, 4]
    const [trend, ...others] = trendsOf(
      days.map(day =>
        composition(day, [
          observation([
            element('at0004', 'Weight', quantity(day, 'kg')),
            ...(day > 2 ? [element('at9', 'Rare', quantity(1, 'g'))] : []),
          ]),
        ]),
      ),
    )
    assert.deepEqual(others, [])
    assert.equal(trend?.label, 'Weight')
    assert.equal(trend?.group, 'Panel')
    assert.deepEqual(
      trend?.points.map(({ value, source }) => [value, source]),
      [1, 2, 3, 4, 5].map(day => [day, `c${day}`]),
    )
  })

  it('tell analytes of one panel apart by their names', () => {
    const panels = [1, 2, 3, 4, 5].map(day =>
      composition(day, [observation([analyte('Sodium', 140), analyte('Potassium', 4)])]),
    )
    assert.deepEqual(
      trendsOf(panels).map(({ label, points }) => [label, points.length]),
      [
        ['Potassium', 5],
        ['Sodium', 5],
      ],
    )
  })
})

describe('the banner', () => {
  it('has what the status says of the subject', () => {
    const facts = bannerFacts({
      subject: { external_ref: { id: { value: 'P0007' }, namespace: 'demo-hospital' } },
      is_modifiable: false,
      is_queryable: true,
      other_details: {
        _type: 'ITEM_TREE',
        items: [
          element('at2', 'Sex', { _type: 'DV_CODED_TEXT', value: 'female' }),
          element('at5', 'Date of birth', { _type: 'DV_DATE', value: '1951-02' }),
        ],
      },
    })
    assert.deepEqual(facts, {
      subject: 'P0007',
      namespace: 'demo-hospital',
      name: '',
      born: '1951-02',
      sex: 'female',
      isModifiable: false,
      isQueryable: true,
    })
  })

  it('leaves out what nobody recorded', () => {
    assert.equal(bannerFacts({}).subject, '')
    assert.equal(bannerFacts({}).isModifiable, true)
  })
})

it('contributions have their versions', () => {
  const rows = [
    ['k1', 't1', 'Dr A', 'creation', 'v1', 'Vital signs'],
    ['k2', 't2', 'Dr B', 'modification', 'v2', 'Problem list'],
    ['k1', 't1', 'Dr A', 'creation', 'v3', 'Laboratory report'],
  ]
  assert.deepEqual(
    contributionsIn(rows).map(({ uid, versions }) => [uid, versions.map(each => each.uid)]),
    [
      ['k1', ['v1', 'v3']],
      ['k2', ['v2']],
    ],
  )
})

it('access is a line for each person and day', () => {
  const event = (at: string, action: string, person: string | null, outcome = 'success') =>
    ({ at, action, person, client_id: 'app', outcome }) as AuditEvent
  const lines = accessLines(
    [
      event('2026-11-02T08:00:00Z', 'R', 'dr.a'),
      event('2026-11-02T09:00:00Z', 'U', 'dr.a'),
      event('2026-11-02T10:00:00Z', 'R', null, 'denied'),
      event('2026-11-01T08:00:00Z', 'E', 'dr.a'),
    ],
    'UTC',
  )
  assert.deepEqual(
    lines.map(({ day, who, reads, writes, refused }) => [day, who, reads, writes, refused]),
    [
      ['2026-11-02', 'dr.a', 1, 1, 0],
      ['2026-11-02', 'app', 0, 0, 1],
      ['2026-11-01', 'dr.a', 1, 0, 0],
    ],
  )
})
