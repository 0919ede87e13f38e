/** Writes `docs/reliability.md` from the figures that tests recorded and from the checks whose tests passed. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Figure } from '../../test/hard-use/report.ts'
import type { StatementTest } from '../conformance/statement.ts'
import { wrap } from '../markdown.ts'
import { type Check, type Passed, passedIn, testFilesOf } from './check.ts'
import { CHECKS } from './checks/index.ts'

const PAGE = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url))

export interface DatedFigure extends Figure {
  readonly date: string
}

const keyOf = ({ check, subject }: Figure): string => `${check} ${subject}`

const numbersOf = ({ check }: Figure): number[] => check.split(',').map(Number)

/** An item with its lines joined again. */
const ITEM = /^- \*\*([\d, ]+) · (.+)\*\* \(([^()]+)\) - Method: (.*) - Figure: (.*)$/

export function figuresIn(page: string): DatedFigure[] {
  return page.split(/^(?=- \*\*)/m).flatMap(item => {
    const [lines = ''] = item.split('\n\n')
    const found = ITEM.exec(lines.trim().replaceAll(/\s*\n\s*/g, ' '))
    if (!found) return []
    const [, check = '', subject = '', date = '', method = '', figure = ''] = found
    return [{ check, subject, method, figure, date }]
  })
}

const itemText = ({ check, subject, method, figure, date }: DatedFigure): string =>
  [
    wrap(`**${check} · ${subject}** (${date})`, '  ', '- '),
    wrap(`Method: ${method}`, '    ', '  - '),
    wrap(`Figure: ${figure}`, '    ', '  - '),
    '',
  ].join('\n')

/** Rows that were not measured this time keep their old figure and date. */
export function merge(old: readonly DatedFigure[], measured: readonly DatedFigure[]): DatedFigure[] {
  const rows = new Map([...old, ...measured].map(row => [keyOf(row), row]))
  return [...rows.values()].sort(
    (a, b) => Number.parseInt(a.check, 10) - Number.parseInt(b.check, 10) || (keyOf(a) < keyOf(b) ? -1 : 1),
  )
}

const methodOf = (check: Check): string =>
  `${check.method}: ${testFilesOf(check)
    .map(file => `\`${file}\``)
    .join(', ')}`

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The row of a check that tests show by passing. */
const passedRow = (check: Check, { tests, files }: Passed): Figure => ({
  check: String(check.number),
  subject: check.subject,
  method: methodOf(check),
  figure: `${counted(tests, 'test')} in ${counted(files, 'file')} passed`,
})

/** The figure of a check that tests show by passing. */
const PASSED = /^\d+ tests? in \d+ files? passed$/

/** Leaves out rows of checks that are worded otherwise by now; figures that tests recorded stay. */
export function known(rows: readonly DatedFigure[], checks: readonly Check[]): DatedFigure[] {
  const subjects = new Set(checks.map(({ number, subject }) => `${number} ${subject}`))
  return rows.filter(row => !PASSED.test(row.figure) || subjects.has(keyOf(row)))
}

/** Checks of which no run has a row. */
export function missingIn(rows: readonly DatedFigure[]): number[] {
  const shown = new Set(rows.flatMap(numbersOf))
  return CHECKS.map(({ number }) => number).filter(number => !shown.has(number))
}

/** The command that writes the rows which are missing. */
const missingNote = (missing: readonly number[]): string =>
  missing.length === 0
    ? ''
    : `\nNo run has shown these checks yet: \`npm run reliability -- ${missing.join(' ')}\`.\n`

export const reliabilityPage = (rows: readonly DatedFigure[]): string => `# Reliability

${CHECKS.length} checks of reliability and security, each with the date of its last run, its method and its figure.
\`npm run reliability\` runs the tests of all checks, \`npm run reliability -- 21 29\` those of some. The runner writes this
page from the results: do not edit it. The table in \`scripts/reliability/checks\` lists the tests of each check. A test
that fails writes no item, and a check that did not run keeps its last one. The tests assert generous bounds, because
machines differ. All figures are from one machine with two cores. An item notes if that machine was busy with other
work; its times are then worse than those of a quiet machine.

${rows.map(itemText).join('')}${missingNote(missingIn(rows))}`

/** Above this load at the start of a run, times are those of a busy machine. */
const BUSY = 1.5 * availableParallelism()

export interface FigureCollection {
  /** The file that tests append their rows to. */
  readonly file: string
  /** Takes the result of a test. */
  take(test: StatementTest): void
  /** Writes the page, when there is anything new to write. */
  write(): void
  remove(): void
}

export function collectFigures(checks: readonly Check[]): FigureCollection {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-figures-'))
  const file = join(folder, 'figures')
  const results: StatementTest[] = []
  const [load = 0] = loadavg()
  const busy = load > BUSY ? `; the machine was busy (load ${load.toFixed(1)})` : ''
  const recorded = (): Figure[] =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter(line => line !== '')
          .map(line => JSON.parse(line) as Figure)
          .map(figure => ({ ...figure, method: `${figure.method}${busy}` }))
      : []
  return {
    file,
    take: test => void results.push(test),
    write: () => {
      const passed = passedIn(results, checks).flatMap(each => {
        const check = checks.find(({ number }) => number === each.number)
        return check === undefined ? [] : [passedRow(check, each)]
      })
      const date = new Date().toISOString().slice(0, 10)
      const rows = [...recorded(), ...passed].map(figure => ({ ...figure, date }))
      if (rows.length === 0) return
      const old = existsSync(PAGE) ? figuresIn(readFileSync(PAGE, 'utf8')) : []
      writeFileSync(PAGE, reliabilityPage(merge(known(old, CHECKS), rows)))
      console.log(`\n${counted(rows.length, 'row')} written to docs/reliability.md`)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
