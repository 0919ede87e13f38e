/** The page of the hard-use figures: made from rows, read back without loss, old rows kept. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { figuresIn, merge, reliabilityPage } from '../../scripts/reliability.ts'
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

test('docs/reliability.md is made by the runner, not typed', () => {
  const page = readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8')
  assert.equal(page, reliabilityPage(merge([], figuresIn(page))))
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
