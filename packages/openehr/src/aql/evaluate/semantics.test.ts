import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPTIONS, rows, run } from '../../../test/aql/answers.ts'
import { RECORDS } from '../../../test/aql/records.ts'
import { bindParameters } from '../syntax/bind.ts'
import { parseAql } from '../syntax/parse.ts'
import type { EvaluateOptions } from './data.ts'
import { evaluate } from './evaluate.ts'

const BP = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'
const EVENTS = 'o/data[at0001]/events[at0006]'
const SYS = `${EVENTS}/data[at0003]/items[at0004]/value`
const DIA = `${EVENTS}/data[at0003]/items[at0005]/value`

test('columns are named by alias, else by position, and paths are shown as written', () => {
  assert.deepEqual(run("SELECT e/ehr_id/value AS id, 'x', COUNT(*) FROM EHR e").columns, [
    { name: 'id', path: 'e/ehr_id/value' },
    { name: '#1' },
    { name: '#2' },
  ])
})

test('an object cell says its class even where the data leave it out', () => {
  assert.deepEqual(rows('SELECT c/language FROM COMPOSITION c LIMIT 1'), [
    [{ _type: 'CODE_PHRASE', terminology_id: { value: 'ISO_639-1' }, code_string: 'en' }],
  ])
})

test('OR in FROM keeps a parent that satisfies one branch and leaves the other empty', () => {
  const from = `FROM COMPOSITION c CONTAINS (OBSERVATION o[${BP}] OR EVALUATION v)`
  assert.deepEqual(rows(`SELECT c/name/value, o/uid/value, v/uid/value ${from}`), [
    ['Discharge letter', null, 'dx'],
    ['Problems', null, 'plain'],
    ['Visit 1', 'bp', null],
  ])
})

test('NOT CONTAINS keeps what has no such descendant', () => {
  assert.deepEqual(rows('SELECT c/name/value FROM COMPOSITION c NOT CONTAINS OBSERVATION o'), [
    ['Discharge letter'],
    ['Problems'],
  ])
})

test('unknown is neither true nor false: a missing value drops the row, also under NOT', () => {
  const of = (condition: string) =>
    rows(`SELECT ${SYS}/magnitude FROM OBSERVATION o[${BP}] WHERE ${condition}`)
  assert.deepEqual(of(`${DIA}/magnitude < 90`), [[130]])
  assert.deepEqual(of(`NOT ${DIA}/magnitude < 90`), [[150]])
  assert.deepEqual(of(`${DIA}/magnitude != 95`), [[130]])
  assert.deepEqual(of(`${DIA}/magnitude = NULL OR ${SYS}/magnitude = 120`), [[120]])
  assert.deepEqual(of(`${DIA}/magnitude < 90 OR ${SYS}/magnitude = 120`), [[120], [130]])
  assert.deepEqual(of(`NOT ${DIA}/magnitude matches {80}`), [[150]])
  assert.deepEqual(of(`NOT ${DIA}/units LIKE 'x*'`), [[150], [130]])
})

test('EXISTS filters the row that it is in, like every other condition, and is never unknown', () => {
  const of = (condition: string, column = `${SYS}/magnitude`) =>
    rows(`SELECT ${column} FROM OBSERVATION o[${BP}] WHERE ${condition}`)
  assert.deepEqual(of(`EXISTS ${DIA}/magnitude`, `${DIA}/magnitude`), [[95], [80]])
  assert.deepEqual(of(`NOT EXISTS ${DIA}/magnitude`, `${DIA}/magnitude`), [[null]])
  assert.deepEqual(of(`EXISTS ${DIA}`), [[150], [130]])
  assert.deepEqual(of(`NOT EXISTS ${DIA}`), [[120]])
  assert.deepEqual(of(`EXISTS ${DIA} AND ${SYS}/magnitude < 140`), [[130]])
  assert.deepEqual(of(`EXISTS o[name/value='Right arm']/data`), [])
  assert.deepEqual(of(`NOT EXISTS o[name/value='Right arm']/data`), [[150], [120], [130]])
})

test('EXISTS makes no rows: what no other path asks for may occur once or many times', () => {
  const count = (condition: string, more = '') =>
    rows(`SELECT COUNT(*) FROM OBSERVATION o[${BP}] WHERE ${condition}${more}`)
  assert.deepEqual(count(`EXISTS ${SYS}/magnitude`), [[1]])
  assert.deepEqual(count(`EXISTS ${DIA} AND NOT EXISTS o/state`), [[1]])
  // Another condition brings the events into the rows, and EXISTS asks each of them.
  assert.deepEqual(count(`EXISTS ${DIA}`, ` AND ${EVENTS}/time/value > '2000'`), [[2]])
  assert.deepEqual(
    rows('SELECT c/name/value FROM COMPOSITION c WHERE EXISTS c/context/participations/performer/name'),
    [['Visit 1']],
  )
})

test('a condition filters the row that the column stands in', () => {
  const participations = 'c/context/participations'
  assert.deepEqual(
    rows(
      `SELECT ${participations}/performer/name FROM COMPOSITION c WHERE ${participations}/function/value = 'nurse'`,
    ),
    [['Nurse Bo']],
  )
})

test('text, numbers and booleans never compare with each other', () => {
  const of = (condition: string) =>
    rows(`SELECT el/name/value FROM COMPOSITION c CONTAINS ELEMENT el WHERE ${condition}`)
  assert.deepEqual(of("el/value/magnitude = '37.5'"), [])
  assert.deepEqual(of("el/value/magnitude != '37.5'"), [])
  assert.deepEqual(of('el/value/value = true'), [])
  assert.deepEqual(of('el/value = 37.5'), [['Temperature']])
  assert.deepEqual(of('el/value >= 150'), [['Systolic']])
})

test('quantities of different units do not compare with each other', () => {
  const from = `FROM COMPOSITION c CONTAINS (OBSERVATION o[${BP}] AND OBSERVATION t[openEHR-EHR-OBSERVATION.body_temperature.v2])`
  const cel = 't/data[at0002]/events[at0003]/data[at0001]/items[at0004]/value'
  assert.deepEqual(rows(`SELECT o/uid/value ${from} WHERE ${SYS} > ${cel}`), [])
  assert.deepEqual(rows(`SELECT o/uid/value ${from} WHERE ${SYS}/magnitude > ${cel}/magnitude`), [
    ['bp'],
    ['bp'],
    ['bp'],
  ])
  assert.deepEqual(rows(`SELECT ${SYS}/magnitude FROM OBSERVATION o[${BP}] WHERE ${SYS} > ${DIA}`), [
    [150],
    [130],
  ])
})

test('instants compare with their offset, as text or as object, partial ones by their beginning', () => {
  const of = (condition: string) => rows(`SELECT c/name/value FROM COMPOSITION c WHERE ${condition}`)
  assert.deepEqual(of("c/context/start_time = '2024-03-01T09:00:00Z'"), [['Visit 1']])
  assert.deepEqual(of("c/context/start_time/value = '20240301T090000Z'"), [['Visit 1']])
  assert.deepEqual(of("c/context/start_time/value < '2024-04'"), [['Visit 1']])
  assert.deepEqual(of("c/context/start_time/value = 'yesterday'"), [])
})

test('a bare object id equals the version uid of its latest version', () => {
  const of = (condition: string) => rows(`SELECT c/uid/value FROM COMPOSITION c WHERE ${condition}`)
  assert.deepEqual(of("c/uid/value = 'enc'"), [['enc::sys::2']])
  assert.deepEqual(of("c/uid/value != 'enc'"), [['rep::sys::1'], ['list::sys::1']])
  assert.deepEqual(of("c/uid/value matches {'enc', 'list'}"), [['list::sys::1'], ['enc::sys::2']])
  assert.deepEqual(of("c/uid/value = 'enc::sys::1'"), [])
})

test('VERSION sees history only where it is asked for, and deleted versions where no data are', () => {
  assert.deepEqual(
    rows("SELECT v/uid/value FROM EHR e[ehr_id/value='one'] CONTAINS VERSION v[ALL_VERSIONS]"),
    [
      ['status-one::sys::1'],
      ['enc::sys::1'],
      ['rep::sys::1'],
      ['list::sys::1'],
      ['gone::sys::1'],
      ['enc::sys::2'],
      ['gone::sys::2'],
      ['dir::sys::1'],
    ],
  )
  assert.deepEqual(rows("SELECT v/uid/value FROM VERSION v[commit_audit/change_type/value='deleted']"), [
    ['gone::sys::2'],
  ])
  assert.deepEqual(
    rows(
      'SELECT v/data/name/value FROM VERSION v CONTAINS COMPOSITION c[openEHR-EHR-COMPOSITION.encounter.v1]',
    ),
    [['Visit 1']],
  )
  assert.deepEqual(
    rows(
      'SELECT v/uid/value FROM FOLDER f CONTAINS VERSION v[ALL_VERSIONS] CONTAINS OBSERVATION o WHERE f/name/value = "episode"',
    ),
    [['enc::sys::1'], ['enc::sys::1'], ['enc::sys::2'], ['enc::sys::2']],
  )
})

test('an imported version shows what the original in it says', () => {
  const [record] = RECORDS
  assert.ok(record)
  const [status, , report] = record.versions
  assert.ok(status && report)
  const imported = {
    _type: 'IMPORTED_VERSION',
    contribution: report['contribution'],
    commit_audit: status['commit_audit'],
    item: report,
  }
  const query = bindParameters(
    parseAql(
      'SELECT v/uid/value, v/commit_audit/time_committed/value, c/name/value FROM VERSION v CONTAINS COMPOSITION c',
    ),
    {},
  )
  const { rows } = evaluate(query, [{ ...record, versions: [status, imported] }], OPTIONS)
  assert.deepEqual(rows, [['rep::sys::1', '2025-01-01T01:00:00Z', 'Discharge letter']])
})

test('an EHR that is not queryable is seen by who names it in FROM or in the call, and by nobody else', () => {
  const secret = [['secret::sys::1']]
  assert.deepEqual(
    rows("SELECT c/uid/value FROM EHR e[ehr_id/value='hidden'] CONTAINS COMPOSITION c"),
    secret,
  )
  assert.deepEqual(rows('SELECT c/uid/value FROM COMPOSITION c', { ehr: 'hidden' }), secret)
  assert.deepEqual(
    rows("SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c WHERE e/ehr_id/value = 'hidden'"),
    [],
  )
})

test('ORDER BY takes what is not selected, aliases, functions and aggregates; missing values are last, first if descending', () => {
  const of = (order: string) => rows(`SELECT c/name/value AS n FROM COMPOSITION c ORDER BY ${order}`)
  assert.deepEqual(of('c/context/start_time'), [['Visit 1'], ['Discharge letter'], ['Problems']])
  assert.deepEqual(of('c/context/start_time DESC'), [['Problems'], ['Discharge letter'], ['Visit 1']])
  assert.deepEqual(of('n DESC'), [['Visit 1'], ['Problems'], ['Discharge letter']])
  assert.deepEqual(of('LENGTH(c/name/value)'), [['Visit 1'], ['Problems'], ['Discharge letter']])
  assert.deepEqual(of('c/composer/name DESC, c/name/value'), [
    ['Discharge letter'],
    ['Problems'],
    ['Visit 1'],
  ])
  assert.deepEqual(
    rows('SELECT c/composer/name AS who, COUNT(*) AS n FROM COMPOSITION c ORDER BY n DESC, who'),
    [
      ['Dr. Dee', 2],
      ['Dr. Ada', 1],
    ],
  )
})

test('DISTINCT comes before LIMIT and keeps the order', () => {
  assert.deepEqual(
    rows('SELECT DISTINCT c/composer/name FROM COMPOSITION c ORDER BY c/name/value LIMIT 1 OFFSET 1'),
    [['Dr. Ada']],
  )
})

test('TOP takes from the beginning or from the end', () => {
  assert.deepEqual(rows('SELECT TOP 2 c/name/value FROM COMPOSITION c ORDER BY c/name/value'), [
    ['Discharge letter'],
    ['Problems'],
  ])
  assert.deepEqual(rows('SELECT TOP 2 BACKWARD c/name/value FROM COMPOSITION c ORDER BY c/name/value'), [
    ['Problems'],
    ['Visit 1'],
  ])
})

test('aggregates skip missing values, group by the other columns, and answer once for no rows at all', () => {
  assert.deepEqual(
    rows(
      `SELECT COUNT(*), COUNT(${DIA}), SUM(${DIA}/magnitude), AVG(${DIA}/magnitude) FROM OBSERVATION o[${BP}]`,
    ),
    [[3, 2, 175, 87.5]],
  )
  assert.deepEqual(rows(`SELECT MIN(${SYS}), MAX(o/name/value), MAX(o/name) FROM OBSERVATION o[${BP}]`), [
    [{ _type: 'DV_QUANTITY', magnitude: 120, units: 'mm[Hg]' }, 'Left arm', null],
  ])
  assert.deepEqual(rows("SELECT 'x', COUNT(*) FROM COMPOSITION c[name/value='none']"), [['x', 0]])
  assert.deepEqual(rows("SELECT c/name/value, COUNT(*) FROM COMPOSITION c[name/value='none']"), [])
})

test('a terminology service is asked, and missed where it is needed', () => {
  const asked: unknown[] = []
  const terminology: EvaluateOptions['terminology'] = (...call) => {
    asked.push(call)
    return [{ terminology: 'LOINC', code: '73211009' }]
  }
  const code = 'v/data[at0001]/items[at0002]/value/defining_code'
  const query = `SELECT v/uid/value FROM EVALUATION v WHERE ${code} matches {terminology://fhir/expand?url=x}`
  assert.deepEqual(rows(query, { terminology }), [])
  assert.deepEqual(asked, [['expand', 'fhir', 'url=x']])
  const { terminology: _, ...without } = OPTIONS
  assert.throws(
    () => evaluate(bindParameters(parseAql(query), {}), RECORDS, without),
    /needs a terminology service/,
  )
})

test('rows come record by record, commit by commit, node by node', () => {
  assert.deepEqual(rows('SELECT l/name/value FROM EHR_STATUS s CONTAINS LOCATABLE l'), [
    ['Tree'],
    ['Group'],
    ['Tree'],
    ['Group'],
  ])
})

test('whoever has no more time ends the evaluation', () => {
  let left = 50
  const tick = () => {
    left -= 1
    if (left === 0) throw new Error('no more time')
  }
  const many = Array.from({ length: 9 }, (_, at) => `LOCATABLE l${at}`).join(' AND ')
  assert.throws(() => run(`SELECT l0/name/value FROM ${many}`, { tick }), /no more time/)
})

test('names that objects inherit are no attributes', () => {
  const strange = {
    _type: 'constructor',
    archetype_node_id: 'at0001',
    name: { value: 'x' },
    uid: { value: 'u::s::1' },
  }
  const query = bindParameters(parseAql('SELECT v/data, v/uid/value FROM VERSION v'), {})
  const ehr = {
    ehr_id: 'e',
    system_id: 's',
    time_created: '2025-01-01T00:00:00Z',
    versions: [{ _type: 'ORIGINAL_VERSION', uid: { value: 'u::s::1' }, data: strange }],
  }
  assert.deepEqual(evaluate(query, [ehr], OPTIONS).rows, [[strange, 'u::s::1']])
})
