import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { compileTemplate, webTemplate, webTemplateJson } from '@cairn-ehr/openehr/template'
import type { RmObject } from '../../display/rm-object.ts'
import { catalogOf } from './catalog.ts'
import { suggestionsAt, variablesIn } from './completion.ts'
import { planParts, planTree } from './explain.ts'
import { checkQuery } from './findings.ts'
import {
  binsOf,
  cellText,
  chartChoices,
  columnKinds,
  csvOf,
  ndjsonOf,
  nextVersion,
  parameterValue,
  sortedRows,
} from './results.ts'

const opt = (name: string) => readFileSync(new URL(`../../../../cli/demo/${name}.opt`, import.meta.url))
const web = (name: string) => webTemplateJson(webTemplate(compileTemplate(opt(name)))) as unknown as RmObject
const catalog = catalogOf([web('vital-signs'), web('laboratory-report')])

const PRESSURE = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'

describe('the catalog', () => {
  it('has the archetypes of the templates with their paths and labels', () => {
    const pressure = catalog.find(({ archetypeId }) => archetypeId === PRESSURE)
    const systolic = pressure?.paths.find(({ label }) => label === 'Systolic')
    assert.equal(systolic?.path, 'data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude')
  })

  it('has the codes of coded values', () => {
    const coded = catalog.flatMap(({ paths }) => paths).filter(({ codes }) => codes.length > 0)
    assert.ok(coded.length > 0)
    for (const { path } of coded) assert.match(path, /code_string$/)
  })
})

describe('completion', () => {
  /** `|` is the cursor. */
  const at = (marked: string) => suggestionsAt(marked.replace('|', ''), marked.indexOf('|'), catalog)

  it('offers classes after CONTAINS', () => {
    assert.deepEqual(
      at('SELECT o FROM EHR e CONTAINS OBS|')?.options.map(({ label }) => label),
      ['OBSERVATION'],
    )
  })

  it('offers archetypes of the class, found by their name', () => {
    const found = at('SELECT o FROM EHR e CONTAINS OBSERVATION o[|')
    assert.ok(found?.options.some(({ apply }) => apply === PRESSURE))
    assert.ok(found?.options.every(({ apply }) => apply.includes('-OBSERVATION.')))
    assert.deepEqual(
      at('SELECT o FROM OBSERVATION o[blood|')?.options.map(({ apply }) => apply),
      [PRESSURE],
    )
  })

  it('offers paths of the archetype of a variable, by path and by label', () => {
    const found = at(`SELECT o/sys| FROM EHR e CONTAINS OBSERVATION o[${PRESSURE}]`)
    assert.deepEqual(
      found?.options.map(({ label }) => label),
      ['Systolic', 'Systolic › units'],
    )
    assert.equal(found?.from, 'SELECT o/'.length)
    assert.ok(at(`SELECT o/data[at0001]/| FROM OBSERVATION o[${PRESSURE}]`))
  })

  it('offers what every EHR has', () => {
    assert.ok(at('SELECT e/| FROM EHR e')?.options.some(({ apply }) => apply === 'ehr_id/value'))
  })

  it('offers the codes of a node', () => {
    const [archetype] = catalog.filter(({ paths }) => paths.some(({ codes }) => codes.length > 1))
    const path = archetype?.paths.find(({ codes }) => codes.length > 1)
    const found = at(
      `SELECT x FROM ${archetype?.rmType} x[${archetype?.archetypeId}] WHERE x/${path?.path} = '|`,
    )
    assert.deepEqual(
      found?.options.map(({ apply }) => apply),
      path?.codes.map(({ code }) => code),
    )
  })

  it('offers variables and keywords', () => {
    const labels = at('SELECT e/ehr_id/value FROM EHR e WH|')?.options.map(({ label }) => label)
    assert.deepEqual(labels, ['WHERE'])
    assert.deepEqual([...variablesIn('FROM EHR e CONTAINS COMPOSITION c').keys()], ['e', 'c'])
  })
})

describe('findings', () => {
  it('are where the fault is', () => {
    const text = 'SELECT z/a\nFROM EHR e'
    const [finding] = checkQuery(text).findings
    assert.equal(text.slice(finding?.from, finding?.to), 'z/a')
    assert.doesNotMatch(finding?.message ?? '', /line/)
  })

  it('are at the end of a query that breaks off', () => {
    const [finding] = checkQuery('SELECT x FROM').findings
    assert.ok(finding && finding.from <= 12 && finding.to <= 13)
  })

  it('are none for a good query, whose parameters are named', () => {
    assert.deepEqual(checkQuery('SELECT e FROM EHR e WHERE e/ehr_id/value = $ehr'), {
      findings: [],
      doubts: [],
      parameters: ['ehr'],
    })
    assert.deepEqual(checkQuery(' '), { findings: [], doubts: [], parameters: [] })
  })

  it('marks what can find nothing, though it is legal', () => {
    const text = "SELECT l FROM ELEMENT l WHERE l/value/magnitude > '140'"
    const { findings, doubts } = checkQuery(text)
    assert.deepEqual(findings, [])
    assert.deepEqual(
      doubts.map(({ from, message }) => [text.slice(from, from + 5), message]),
      [["'140'", 'l/value/magnitude is a number and never compares with a string']],
    )
  })
})

describe('results', () => {
  const columns = ['time', 'name', 'value'].map(name => ({ name, path: '' }))
  const rows = [
    ['2026-11-14T08:00:00Z', 'b', 10],
    ['2026-11-13T08:00:00Z', 'a', null],
    ['2026-11-12T08:00:00Z', 'c', 9],
  ]

  it('are sorted by numbers as numbers, empty cells last', () => {
    const order = (isDescending: boolean) => sortedRows(rows, { column: 2, isDescending }).map(row => row[2])
    assert.deepEqual(order(false), [9, 10, null])
    assert.deepEqual(order(true), [10, 9, null])
  })

  it('are written as CSV, in which nothing is a formula', () => {
    assert.equal(
      csvOf(
        [
          { name: 'a,b', path: '' },
          { name: 'c', path: '' },
        ],
        [
          ['=1+1', 'say "x"'],
          [-5, null],
        ],
      ),
      `"a,b",c\r\n'=1+1,"say ""x"""\r\n-5,\r\n`,
    )
    assert.equal(
      ndjsonOf(columns, rows.slice(0, 1)),
      '{"time":"2026-11-14T08:00:00Z","name":"b","value":10}\n',
    )
  })

  it('choose their charts by the kinds of columns', () => {
    const kinds = columnKinds(columns, rows)
    assert.deepEqual(kinds, ['time', 'text', 'number'])
    assert.deepEqual(
      chartChoices(kinds).map(({ kind }) => kind),
      ['line', 'bar', 'histogram'],
    )
    assert.deepEqual(chartChoices(['text']), [])
    assert.deepEqual(
      chartChoices(['number', 'number']).map(({ kind }) => kind),
      ['scatter', 'histogram'],
    )
  })

  it('are counted in bins that hold every value', () => {
    const bins = binsOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    assert.equal(
      bins.reduce((sum, { count }) => sum + count, 0),
      10,
    )
    assert.deepEqual(binsOf([4, 4]), [{ from: 4, to: 5, count: 2 }])
    assert.deepEqual(binsOf([]), [])
  })

  it('show a data value by its text and other objects by their class', () => {
    const style = { language: 'en', zone: 'UTC' } as const
    assert.equal(cellText({ _type: 'DV_QUANTITY', magnitude: 3, units: 'kg' }, style), '3 kg')
    assert.equal(cellText({ _type: 'OBSERVATION' }, style), 'OBSERVATION')
    assert.equal(cellText(null, style), '')
  })

  it('name the next version of a stored query', () => {
    assert.equal(nextVersion([]), '1.0.0')
    assert.equal(nextVersion(['1.0.9', '1.0.10', '0.9.0']), '1.0.11')
  })

  it('read parameters as what they look like', () => {
    assert.deepEqual(['60', '1.5', 'true', 'P0001', '2026-01-01'].map(parameterValue), [
      60,
      1.5,
      true,
      'P0001',
      '2026-01-01',
    ])
  })
})

it('an explanation has parts, and its nodes have steps', () => {
  const parts = planParts(
    '-- name\nadhoc:1\n\n-- nodes\npage: skip\n  order: x\n    roots r1\n\n-- sql\nselect 1',
  )
  assert.deepEqual(
    parts.map(({ title }) => title),
    ['name', 'nodes', 'sql'],
  )
})

it('steps of a plan are a tree of verbs with their details', () => {
  assert.deepEqual(planTree('page: skip 0\n  order: x: y desc\n    roots r1\n    roots r2\n'), [
    {
      verb: 'page',
      detail: 'skip 0',
      below: [
        {
          verb: 'order',
          detail: 'x: y desc',
          below: [
            { verb: 'roots r1', detail: '', below: [] },
            { verb: 'roots r2', detail: '', below: [] },
          ],
        },
      ],
    },
  ])
})
