/** The page of the reliability checks: made from rows, read back without loss, old rows kept, and complete. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesOf, measured, passedIn, passing } from '../../scripts/reliability/check.ts'
import { CHECKS } from '../../scripts/reliability/checks/index.ts'
import { figuresIn, known, merge, reliabilityPage } from '../../scripts/reliability/page.ts'
import { FIGURES_VARIABLE, record } from './report.ts'

const row = (check: string, subject: string, figure: string, date: string) => ({
  check,
  subject,
  method: 'a | b',
  figure,
  date,
})

test('a row that was measured again replaces the old one, others keep their date', () => {
  const old = [row('9', 'Overload', '1 s', '2026-01-01'), row('18, 25', 'Silence', '2 s', '2026-01-01')]
  const rows = merge(old, [
    row('18, 25', 'Silence', '3 s', '2026-02-02'),
    row('10', 'Queries', '4 s', '2026-02-02'),
  ])
  assert.deepEqual(
    rows.map(({ check, figure, date }) => [check, figure, date]),
    [
      ['9', '1 s', '2026-01-01'],
      ['10', '4 s', '2026-02-02'],
      ['18, 25', '3 s', '2026-02-02'],
    ],
  )
})

test('a page that is read back has the rows that it was made from', () => {
  const rows = [row('9', 'Overload', 'p99 `1 s` | 2 s', '2026-01-01')]
  assert.deepEqual(figuresIn(reliabilityPage(rows)), rows)
})

const page = readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8')

test('docs/reliability.md is made by the runner, not typed', () => {
  const rows = known(figuresIn(page), CHECKS)
  assert.equal(page, reliabilityPage(rows))
})

test('there are 88 checks, and every row has its method, figure and date', () => {
  assert.deepEqual(
    CHECKS.map(({ number }) => number),
    Array.from({ length: 88 }, (_, at) => at + 1),
  )
  for (const { check, method, figure, date } of known(figuresIn(page), CHECKS)) {
    assert.ok(method !== '' && /\d|all|none/.test(figure), check)
    assert.match(date, /^\d{4}-\d\d-\d\d$/)
  }
})

test('each check names test files that exist', () => {
  for (const check of CHECKS) {
    assert.ok(filesOf(check).length > 0, String(check.number))
    for (const file of filesOf(check))
      assert.ok(existsSync(new URL(`../../${file}`, import.meta.url)), `${check.number}: ${file}`)
  }
})

test('a check is shown by a run that has all its tests, of which none failed', () => {
  const check = passing(1, 'A', 'b', 'a.test.ts', 'b.test.ts: is so')
  const of = (file: string, name: string, result: 'passed' | 'failed' | 'skipped') => ({ file, name, result })
  const [a, b] = [of('a.test.ts', 'x', 'passed'), of('b.test.ts', 'y > is so', 'passed')]
  assert.deepEqual(passedIn([a, b, of('b.test.ts', 'other', 'failed')], [check]), [
    { number: 1, tests: 2, files: 2 },
  ])
  assert.deepEqual(passedIn([a], [check]), [])
  assert.deepEqual(passedIn([a, b, of('a.test.ts', 'z', 'failed')], [check]), [])
  assert.deepEqual(passedIn([a, of('b.test.ts', 'y > is so', 'skipped')], [check]), [])
  assert.deepEqual(passedIn([a, b], [measured(2, 'B', 'a.test.ts')]), [])
})

test('a row of tests that passed goes when its check is worded otherwise, and figures stay', () => {
  const rows = [
    row('1', 'Old words', '3 tests in 1 file passed', '2026-01-01'),
    row('1', 'A', '1 test in 1 file passed', '2026-01-01'),
    row('1', 'Overload', '1 s', '2026-01-01'),
  ]
  assert.deepEqual(
    known(rows, [passing(1, 'A', 'b')]).map(({ subject }) => subject),
    ['A', 'Overload'],
  )
})

test('what a test records is there for the runner', context => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-figures-'))
  const before = process.env[FIGURES_VARIABLE]
  context.after(() => {
    rmSync(folder, { recursive: true })
    if (before === undefined) delete process.env[FIGURES_VARIABLE]
    else process.env[FIGURES_VARIABLE] = before
  })
  const file = join(folder, 'figures')
  process.env[FIGURES_VARIABLE] = file
  const figure = { check: '9', subject: 'Overload', method: 'a driver', figure: '1 s' }
  record(figure)
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), figure)
})
