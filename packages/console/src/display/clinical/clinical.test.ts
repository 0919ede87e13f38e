import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RmObject } from '../rm-object.ts'
import { definitionFinder, summarizeEntry } from './entry-summary.ts'
import { analytesOf, analytesOfReport, latestAnalytes, matrixOf, type Report } from './laboratory.ts'
import { isNodePath, objectsAt } from './node-path.ts'
import { PUBLISHED } from './published.ts'
import { readDefinitions } from './read-definitions.ts'
import { summarizeRecord } from './record-summary.ts'
import { seriesOf } from './series.ts'

const style = { language: 'en', zone: 'UTC' } as const
const find = definitionFinder(PUBLISHED)
const options = { find, style, now: '2026-11-18T08:00:00Z' }

const element = (id: string, value: object, name = id) => ({
  _type: 'ELEMENT',
  archetype_node_id: id,
  name: { value: name },
  value,
})
const quantity = (magnitude: number, units: string, more: object = {}) => ({
  _type: 'DV_QUANTITY',
  magnitude,
  units,
  ...more,
})
const text = (value: string) => ({ _type: 'DV_TEXT', value })
const coded = (value: string, code: string) => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: { code_string: code, terminology_id: { value: 'local' } },
})
const tree = (id: string, items: object[]) => ({ _type: 'ITEM_TREE', archetype_node_id: id, items })

function observation(
  id: string,
  name: string,
  [history, event, data]: string[],
  events: object[][],
): RmObject {
  return {
    _type: 'OBSERVATION',
    archetype_node_id: id,
    name: { value: name },
    data: {
      archetype_node_id: history,
      events: events.map((items, index) => ({
        _type: 'POINT_EVENT',
        archetype_node_id: event,
        time: { value: `2026-11-0${index + 1}T08:00:00Z` },
        data: tree(data ?? '', items),
      })),
    },
  }
}

const pressure = (...readings: [number, number][]) =>
  observation(
    'openEHR-EHR-OBSERVATION.blood_pressure.v2',
    'Blood pressure',
    ['at0001', 'at0006', 'at0003'],
    readings.map(([systolic, diastolic]) => [
      element('at0004', quantity(systolic, 'mm[Hg]')),
      element('at0005', quantity(diastolic, 'mm[Hg]')),
    ]),
  )
const pulse = (rate: number) =>
  observation(
    'openEHR-EHR-OBSERVATION.pulse.v2',
    'Pulse',
    ['at0002', 'at0003', 'at0001'],
    [[element('at0004', quantity(rate, '/min'))]],
  )
const problem = (...items: object[]): RmObject => ({
  _type: 'EVALUATION',
  archetype_node_id: 'openEHR-EHR-EVALUATION.problem_diagnosis.v1',
  name: { value: 'Problem' },
  data: tree('at0001', items),
})
const composition = (...content: object[]): RmObject => ({ _type: 'COMPOSITION', content })

const analyte = (label: string, value: object): RmObject => ({
  _type: 'CLUSTER',
  archetype_node_id: 'openEHR-EHR-CLUSTER.laboratory_test_analyte.v1',
  items: [element('at0024', coded(label, 'at1')), element('at0001', value)],
})
const panel = (...analytes: object[]) =>
  observation(
    'openEHR-EHR-OBSERVATION.laboratory_test_result.v1',
    'Laboratory test',
    ['at0001', 'at0002', 'at0003'],
    [[element('at0005', text('Inpatient panel')), ...analytes]],
  )
const range = (low: number, high: number, units: string) => ({
  normal_range: { lower: quantity(low, units), upper: quantity(high, units) },
})
const potassium = (value: number) =>
  analyte('Potassium', quantity(value, 'mmol/L', range(3.5, 5.1, 'mmol/L')))
const crp = (value: number) => analyte('CRP', quantity(value, 'mg/L', range(0, 10, 'mg/L')))

const line = (...content: object[]) =>
  summarizeRecord(composition(...content), options)
    .parts.map(part => part.text)
    .join(', ')

describe('a record in one line', () => {
  it('has the values that a clinician would say', () => {
    assert.equal(line(pressure([138, 77]), pulse(78)), '138/77 mmHg, pulse 78')
  })

  it('has the latest of several measurements, and tells of the others', () => {
    assert.equal(line(pressure([138, 77], [131, 70], [120, 66])), '120/66 mmHg (+2)')
  })

  it('has one of two values if the other is missing', () => {
    const half = observation(
      'openEHR-EHR-OBSERVATION.blood_pressure.v2',
      'Blood pressure',
      ['at0001', 'at0006', 'at0003'],
      [[element('at0004', quantity(138, 'mm[Hg]'))]],
    )
    assert.equal(line(half), '138 mmHg')
  })

  it('names entries of archetypes without a definition, and guesses nothing', () => {
    const other = {
      ...pressure([1, 2]),
      archetype_node_id: 'openEHR-EHR-OBSERVATION.other.v1',
      name: { value: 'Other' },
    }
    const summary = summarizeRecord(composition(other), options)
    assert.deepEqual([summary.parts, summary.icon, summary.kinds], [[{ text: 'Other' }], 'record', []])
  })

  it('looks into sections', () => {
    const section = { _type: 'SECTION', items: [{ _type: 'SECTION', items: [pulse(61)] }] }
    assert.equal(line(section), 'pulse 61')
  })

  it('counts the rest of a long list', () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F']
    assert.equal(line(...names.map(name => problem(element('at0002', text(name))))), 'A, B, C, D, +2')
  })

  it('has abnormal results with their marks, and counts the others', () => {
    assert.deepEqual(summarizeRecord(composition(panel(potassium(4), crp(48))), options).parts, [
      { text: 'Inpatient panel' },
      { text: '▲ CRP 48 mg/L', flag: 'above' },
      { text: '+1' },
    ])
    assert.equal(line(panel(potassium(4), crp(4))), 'Inpatient panel, Potassium 4 mmol/L, CRP 4 mg/L')
  })
})

describe('an entry', () => {
  const summary = (entry: RmObject) => summarizeEntry(entry, options)

  it('of a problem has severity and onset', () => {
    const found = summary(
      problem(
        element('at0002', text('Hypertension')),
        element('at0005', coded('Moderate', 'at0048')),
        element('at0077', { _type: 'DV_DATE', value: '2014-03' }),
      ),
    )
    assert.deepEqual(found?.parts, ['Hypertension', 'Moderate', 'since Mar 2014'])
    assert.equal(found?.hasEnded, false)
  })

  it('no longer holds after its end, by date or by code', () => {
    const name = element('at0002', text('Pneumonia'))
    const on = (day: string) => problem(name, element('at0030', { _type: 'DV_DATE', value: day }))
    const qualifier = {
      _type: 'CLUSTER',
      archetype_node_id: 'openEHR-EHR-CLUSTER.problem_qualifier.v1',
      items: [element('at0003', coded('Inactive', 'at0027'))],
    }
    assert.deepEqual(
      [on('2026-01'), on('2027-01-01'), problem(name, qualifier)].map(each => summary(each)?.hasEnded),
      [true, false, true],
    )
  })

  it('of a medication does not say the drug twice', () => {
    const order = {
      _type: 'INSTRUCTION',
      archetype_node_id: 'openEHR-EHR-INSTRUCTION.medication_order.v3',
      narrative: text('Amlodipine 5 mg, once a day'),
      activities: [
        {
          _type: 'ACTIVITY',
          archetype_node_id: 'at0001',
          description: tree('at0002', [element('at0070', coded('Amlodipine', 'x'))]),
        },
      ],
    }
    assert.deepEqual(summary(order)?.parts, ['Amlodipine 5 mg, once a day'])
  })

  it('without any of the values has no summary', () => {
    assert.equal(summary(problem()), undefined)
  })
})

it('a chart has every measurement in the order of time, in the unit of the latest', () => {
  const entry = summarizeEntry(pressure([138, 77], [131, 70]), options)
  const other = summarizeEntry(
    observation(
      'openEHR-EHR-OBSERVATION.blood_pressure.v2',
      'Blood pressure',
      ['at0001', 'at0006', 'at0003'],
      [[element('at0004', quantity(18, 'kPa'))]],
    ),
    options,
  )
  assert.ok(entry && other)
  const series = seriesOf(entry.definition, [
    { uid: 'a', time: '2026-11-01', summary: entry },
    {
      uid: 'b',
      time: '2020-01-01',
      summary: { ...other, readings: other.readings.map(each => ({ ...each, time: undefined })) },
    },
  ])
  assert.deepEqual(
    series.map(({ name, unit, points }) => [name, unit, points.map(({ value }) => value)]),
    [
      ['systolic', 'mm[Hg]', [138, 131]],
      ['diastolic', 'mm[Hg]', [77, 70]],
    ],
  )
})

describe('laboratory results', () => {
  const report = (uid: string, time: string, ...analytes: object[]): Report => ({
    uid,
    time,
    name: 'Panel',
    results: analytesOf(panel(...analytes), find('openEHR-EHR-OBSERVATION.laboratory_test_result.v1'), style),
  })
  const reports = [
    report('old', '2026-01-01T08:00:00Z', potassium(3.2), crp(4)),
    report('new', '2026-03-01T08:00:00Z', potassium(4.1)),
    report('middle', '2026-02-01T08:00:00Z', potassium(5.6), crp(80)),
  ]

  it('make a matrix of analytes and reports, the newest first, with gaps', () => {
    const { reports: sorted, rows } = matrixOf(reports)
    assert.deepEqual(
      sorted.map(({ uid }) => uid),
      ['new', 'middle', 'old'],
    )
    assert.deepEqual(
      rows.map(({ label, cells }) => [label, cells.map(cell => cell?.view.text)]),
      [
        ['Potassium', ['4.1', '5.6', '3.2']],
        ['CRP', [undefined, '80', '4']],
      ],
    )
  })

  it('have the latest of each analyte, abnormal first, with the value before', () => {
    assert.deepEqual(
      latestAnalytes(matrixOf(reports)).map(({ label, latest, previous, points }) => [
        label,
        latest.view.text,
        previous?.result.view.text,
        points.map(({ value }) => value),
      ]),
      [
        ['CRP', '80', '4', [4, 80]],
        ['Potassium', '4.1', '5.6', [3.2, 5.6, 4.1]],
      ],
    )
  })

  it('of one report know nothing of later ones', () => {
    const found = analytesOfReport(matrixOf(reports), 'middle')
    assert.deepEqual(
      [...found.values()].map(({ latest, previous, points }) => [
        latest.view.text,
        previous?.result.view.text,
        points.length,
      ]),
      [
        ['5.6', '3.2', 2],
        ['80', '4', 2],
      ],
    )
  })

  it('of one analyte in one report are rows of their own, each with the value before it', () => {
    const glucose = (...values: readonly number[]) =>
      values.map(value => analyte('Glucose', quantity(value, 'mmol/L')))
    const matrix = matrixOf([
      report('a', '2026-01-01T08:00:00Z', ...glucose(5, 9, 7)),
      report('b', '2026-02-01T08:00:00Z', ...glucose(6, 11, 8)),
    ])
    const found = [...analytesOfReport(matrix, 'b').values()]
    assert.deepEqual(
      found.map(({ label, latest, previous }) => [label, latest.view.text, previous?.result.view.text]),
      [
        ['Glucose', '6', '5'],
        ['Glucose', '11', '9'],
        ['Glucose', '8', '7'],
      ],
    )
  })

  it('keep an analyte in another unit apart', () => {
    const rows = matrixOf([
      report('a', '2026-01-01T08:00:00Z', analyte('Glucose', quantity(5, 'mmol/L'))),
      report('b', '2026-01-02T08:00:00Z', analyte('Glucose', quantity(90, 'mg/dL'))),
    ]).rows
    assert.equal(rows.length, 2)
  })
})

describe('definitions', () => {
  it('of published archetypes are whole, and each archetype has one', () => {
    assert.deepEqual(readDefinitions(JSON.parse(JSON.stringify(PUBLISHED))).faults, [])
    const ids = PUBLISHED.flatMap(({ archetypes }) => archetypes)
    assert.equal(new Set(ids).size, ids.length)
    for (const { values, line, chart = [], ended = [], bands = [] } of PUBLISHED) {
      const named = [...JSON.stringify(line).matchAll(/\{(\w+)#?\}/g)].map(([, name = '']) => name)
      const used = [...named, ...chart, ...ended.map(each => each.value), ...bands.map(each => each.value)]
      assert.deepEqual(
        used.filter(name => !Object.hasOwn(values, name)),
        [],
      )
    }
  })

  it('of a file replace those of the same archetype, and faults are told', () => {
    const own = {
      archetypes: ['openEHR-EHR-OBSERVATION.pulse.v2'],
      kind: 'vital sign',
      icon: 'pulse',
      each: '/data[at0002]/events[at0003]',
      values: { rate: 'data[at0001]/items[at0004]/value' },
      line: ['HR {rate#}'],
    }
    const { definitions, faults } = readDefinitions([own, { ...own, kind: 'x' }, { ...own, paths: 1 }, 4])
    assert.deepEqual(faults, [
      '[1]: the member "kind" is missing or has another form.',
      '[2]: a definition has no member "paths".',
      '[3]: a definition is an object.',
    ])
    const mine = { ...options, find: definitionFinder([...PUBLISHED, ...definitions]) }
    assert.deepEqual(summarizeEntry(pulse(61), mine)?.parts, ['HR 61'])
    assert.deepEqual(readDefinitions({}).faults, ['The file is not a list of definitions.'])
  })

  it('have paths of attributes and node ids', () => {
    assert.equal(isNodePath('/data[at0001]/items[at0002]/value'), true)
    assert.equal(isNodePath("/data[at0001,'x']"), false)
    assert.deepEqual(objectsAt({ data: { archetype_node_id: 'at1' } }, '/data[at2]'), [])
    assert.deepEqual(objectsAt({}, '/constructor'), [])
  })
})
