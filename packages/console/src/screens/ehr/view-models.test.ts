import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AuditEvent } from '@cairn-ehr/client'
import { definitionFinder } from '../../display/clinical/entry-summary.ts'
import { PUBLISHED } from '../../display/clinical/published.ts'
import { accessLines } from './access.ts'
import { bannerFacts } from './banner-facts.ts'
import { alignedData } from './charts.ts'
import { contributionsIn } from './contributions.ts'
import type { EntryRow } from './glance/entries.ts'
import { currentList, type ListItem } from './glance/glance.ts'
import { contactsOf, type RecordRow } from './timeline/contacts.ts'
import { timelineQuery } from './timeline/records.ts'
import { trendsOf } from './trends.ts'

const record = (time: string, more: Partial<RecordRow> = {}): RecordRow => ({
  uid: time,
  name: 'Vital signs',
  template: 'Vital signs',
  time,
  composer: 'Nurse B',
  location: 'Clinic',
  setting: 'secondary medical care',
  ...more,
})

describe('contacts', () => {
  const stay = { uid: 'e1', episodeId: 'E1', name: 'Stay', active: true, startsAt: '2026-11-01T00:00:00Z' }

  it('are a day in one place, in the order of the records', () => {
    const rows = [
      record('2026-11-02T08:00:00Z', { location: 'Ward' }),
      record('2026-11-01T09:00:00Z'),
      record('2026-11-01T08:30:00Z', { location: '' }),
      record('2026-11-01T08:00:00Z'),
    ]
    assert.deepEqual(
      contactsOf(rows, [], 'UTC').map(({ day, place, records }) => [day, place, records.length]),
      [
        ['2026-11-02', 'Ward', 1],
        ['2026-11-01', 'Clinic', 2],
        ['2026-11-01', 'secondary medical care', 1],
      ],
    )
  })

  it('know the episode that they fall in, and which opens it', () => {
    const rows = ['2026-11-03', '2026-11-02', '2026-10-01'].map(day => record(`${day}T08:00:00Z`))
    const always = { ...stay, uid: 'e0', startsAt: '2020-01-01T00:00:00Z', default: true }
    assert.deepEqual(
      contactsOf(rows, [always, stay], 'UTC').map(({ episode, opensEpisode }) => [
        episode?.uid,
        opensEpisode,
      ]),
      [
        ['e1', true],
        ['e1', false],
        [undefined, false],
      ],
    )
  })
})

describe('the query of the timeline', () => {
  it('has values as parameters, and each record once', () => {
    const author = "O'Neil"
    const { q, parameters } = timelineQuery('e', { author, kind: 'vital sign' }, PUBLISHED)
    assert.deepEqual(parameters, { ehr: 'e', author })
    assert.match(q, /^SELECT DISTINCT/)
    assert.match(q, /MATCHES \{'openEHR-EHR-OBSERVATION\.blood_pressure\.v1'/)
    assert.doesNotMatch(q, /Neil|problem_diagnosis/)
    assert.doesNotMatch(timelineQuery('e', {}, PUBLISHED).q, /DISTINCT|ENTRY/)
  })
})

describe('the lists of the first page', () => {
  const options = { find: definitionFinder(PUBLISHED), style: { language: 'en' }, now: '2026-11-18' } as const
  const problem = (name: string, isKept: boolean, resolved?: string): EntryRow => ({
    uid: name,
    time: '2026-11-01T08:00:00Z',
    record: 'List',
    isKept,
    entry: {
      archetype_node_id: 'openEHR-EHR-EVALUATION.problem_diagnosis.v1',
      data: {
        archetype_node_id: 'at0001',
        items: [
          element('at0002', 'Name', { _type: 'DV_TEXT', value: name }),
          ...(resolved === undefined
            ? []
            : [element('at0030', 'Resolved', { _type: 'DV_DATE', value: resolved })]),
        ],
      },
    },
  })
  const names = (items: readonly ListItem[]) => items.map(({ summary }) => summary.parts[0])

  it('are those of a list that is kept, if there is one', () => {
    const rows = [problem('Letter', false), problem('Asthma', true), problem('Pneumonia', true, '2026-01-01')]
    const { current, ended, source } = currentList(rows, options)
    assert.deepEqual([names(current), names(ended), source?.uid], [['Asthma'], ['Pneumonia'], 'Asthma'])
  })

  it('are otherwise the latest of each name', () => {
    const { current, source } = currentList([problem('Asthma', false), problem('asthma', false)], options)
    assert.deepEqual([names(current), source], [['Asthma'], undefined])
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
  const event = (at: string, action: string, person: string | null, more: Partial<AuditEvent> = {}) =>
    ({ at, action, person, client_id: 'app', outcome: 'success', path: '/ehr', ...more }) as AuditEvent
  const lines = accessLines(
    [
      event('2026-11-02T08:00:00Z', 'R', 'dr.a'),
      event('2026-11-02T09:00:00Z', 'U', 'dr.a'),
      event('2026-11-02T10:00:00Z', 'R', null, { outcome: 'denied' }),
      event('2026-11-02T10:01:00Z', 'R', null, { outcome: 'failure' }),
      event('2026-11-02T10:02:00Z', 'C', null, { path: '/auth/v1/break-glass' }),
      event('2026-11-01T08:00:00Z', 'E', 'dr.a'),
    ],
    'UTC',
  )
  assert.deepEqual(
    lines.map(({ day, who, reads, writes, refused, failed, taken }) => [
      ...[day, who],
      ...[reads, writes, refused, failed, taken],
    ]),
    [
      ['2026-11-02', 'dr.a', 1, 1, 0, 0, 0],
      ['2026-11-02', 'app', 0, 0, 1, 1, 1],
      ['2026-11-01', 'dr.a', 1, 0, 0, 0, 0],
    ],
  )
})

it('values that belong together share one axis of time, with gaps', () => {
  const point = (time: number, value: number) => ({ time, value, source: 'x' })
  const data = alignedData([
    { name: 'systolic', unit: 'mm[Hg]', points: [point(1000, 120), point(3000, 130)] },
    { name: 'diastolic', unit: 'mm[Hg]', points: [point(1000, 80), point(2000, 75)] },
  ])
  assert.deepEqual(data, [
    [1, 2, 3],
    [120, null, 130],
    [80, 75, null],
  ])
})
