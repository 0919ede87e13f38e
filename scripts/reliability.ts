/** Writes `docs/reliability.md` from the figures that the hard-use tests recorded. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Figure } from '../test/hard-use/report.ts'
import { table, tableRows } from './markdown.ts'

const PAGE = fileURLToPath(new URL('../docs/reliability.md', import.meta.url))

const HEAD = ['Check', 'Subject', 'Method', 'Figure', 'Date']

export interface DatedFigure extends Figure {
  readonly date: string
}

const keyOf = ({ check, subject }: Figure): string => `${check} ${subject}`

export function figuresIn(page: string): DatedFigure[] {
  return tableRows(page).map(([check = '', subject = '', method = '', figure = '', date = '']) => ({
    check,
    subject,
    method,
    figure,
    date,
  }))
}

/** Rows that were not measured this time keep their old figure and date. */
export function merge(old: readonly DatedFigure[], measured: readonly DatedFigure[]): DatedFigure[] {
  const rows = new Map([...old, ...measured].map(row => [keyOf(row), row]))
  return [...rows.values()].sort(
    (a, b) => Number.parseInt(a.check, 10) - Number.parseInt(b.check, 10) || (keyOf(a) < keyOf(b) ? -1 : 1),
  )
}

export const reliabilityPage = (rows: readonly DatedFigure[]): string => `# Reliability

How the service bears faults and overload, measured. \`npm run test:long -- hard-use simulation\` runs the tests of these folders of
\`test\` and writes this page from what they measured: do not edit it. A row that was not measured by the last run keeps its figure and its
date; a test that fails writes no row. The tests assert generous bounds, since machines differ; the figures are those of one
machine, shared with other work.

${table(
  HEAD,
  rows.map(({ check, subject, method, figure, date }) => [check, subject, method, figure, date]),
)}`

export interface FigureCollection {
  /** The file that tests append their rows to. */
  readonly file: string
  /** Writes the page, when there is anything new to write. */
  write(): void
  remove(): void
}

export function collectFigures(): FigureCollection {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-figures-'))
  const file = join(folder, 'figures')
  return {
    file,
    write: () => {
      if (!existsSync(file)) return
      const date = new Date().toISOString().slice(0, 10)
      const measured = readFileSync(file, 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .map(line => ({ ...(JSON.parse(line) as Figure), date }))
      const old = existsSync(PAGE) ? figuresIn(readFileSync(PAGE, 'utf8')) : []
      writeFileSync(PAGE, reliabilityPage(merge(old, measured)))
      console.log(`\n${measured.length} rows written to docs/reliability.md`)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
