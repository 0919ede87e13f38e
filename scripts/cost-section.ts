/** The part of docs/performance.md on processor time and bytes, with its two plots, from what `npm run bench cost` left. */
import type { ByteFigures, CostFigures, TimeFigure } from '../bench/figures.ts'
import { barPlot } from './bar-plot.ts'
import { figuresOf, withFigures } from './figures-section.ts'
import { table } from './markdown.ts'

const PAGE = 'docs/performance.md'

/** EHRbase 2.29, warm, without authentication, on the same PostgreSQL 15 and a quiet machine of two cores: milliseconds of processor time. */
const EHRBASE: Readonly<Record<string, number>> = {
  'POST composition, 10 KB': 11.3,
  'PUT composition, 10 KB': 13.9,
  'POST ehr': 3.3,
  'GET composition, 10 KB': 4.2,
  'GET version, 10 KB': 6.8,
  'AQL of one patient': 10.5,
  'stored query': 9.9,
  'AQL of all, LIMIT 50': 80,
  'AQL of all, ORDER BY with a value index': 350,
}

const GOALS = { stored: 3000, wal: 4500, audit: 120 }
const EHRBASE_BYTES = { stored: 10_000, wal: 16_000 }

const ms = (value: number) => value.toFixed(value < 10 ? 2 : 0)
const bytes = (value: number) => value.toLocaleString('en')

const timeRow = ({ name, goal, server, database, least, most }: TimeFigure): string[] => {
  const peer = EHRBASE[name]
  const sum = server + database
  return [
    name,
    `${ms(server)} + ${ms(database)}`,
    `${ms(least)} to ${ms(most)}`,
    goal === undefined ? '' : String(goal),
    peer === undefined ? '' : `${peer}; ${ms(peer / sum)} ×`,
  ]
}

const libraryRow = ({ name, goal, server, least, most }: TimeFigure): string[] => [
  name,
  ms(server),
  `${ms(least)} to ${ms(most)}`,
  String(goal ?? ''),
]

function byteRows(figures: ByteFigures): string[][] {
  const { stored, wal, tables } = figures
  return [
    ['stored, everything included', bytes(stored), bytes(GOALS.stored), bytes(EHRBASE_BYTES.stored)],
    ['write-ahead log', bytes(wal), bytes(GOALS.wal), bytes(EHRBASE_BYTES.wal)],
    ['of it the audit trail', bytes(auditBytes(figures)), bytes(GOALS.audit), ''],
    ...tables.map(({ name, bytes: size }) => [`\`${name}\` and its indexes`, bytes(size), '', '']),
  ]
}

function sectionText({ date, machine, compositions, requests, bytes: size, library }: CostFigures): string {
  return `${date}, ${machine.cores} cores, Node ${machine.node}, PostgreSQL ${machine.postgres}, load ${machine.load}
before it began; ${bytes(compositions)} compositions. Processor time of one request in milliseconds, server + database,
with 16 connections unless the request names another number: the median of the rounds, least and most.

${table(['Request', 'Server + database', 'Least to most', 'Goal', 'EHRbase; ratio'], requests.map(timeRow))}
![Processor time of a request](cost-time.svg)

Bytes that one composition of ${bytes(size.document)} bytes takes:

${table(['', 'Bytes', 'Goal', 'EHRbase'], byteRows(size))}
![Bytes of a composition](cost-bytes.svg)

Work of the library, milliseconds of processor time:

${table(['Work', 'Time', 'Least to most', 'Goal'], library.map(libraryRow))}`
}

const timePlot = ({ requests }: CostFigures): string =>
  barPlot({
    unit: 'ms',
    parts: ['server', 'database'],
    bars: requests
      .filter(({ goal }) => goal !== undefined)
      .map(({ name, server, database, goal }) => ({ name, values: [server, database], goal })),
  })

/** Tables that are too small to be seen share a part. */
const LEAST_SHARE = 0.03

function bytePlot({ bytes: { stored, wal, tables } }: CostFigures): string {
  const large = tables.filter(({ bytes: size }) => size >= stored * LEAST_SHARE)
  const rest = stored - large.reduce((sum, each) => sum + each.bytes, 0)
  return barPlot({
    unit: 'bytes',
    parts: [...large.map(({ name }) => name), 'other tables'],
    bars: [
      { name: 'stored', values: [...large.map(({ bytes: size }) => size), rest, 0], goal: GOALS.stored },
      { name: 'write-ahead log', values: [...large.map(() => 0), 0, wal], goal: GOALS.wal },
    ],
  })
}

/** The partition of a month stands for its table. */
const withoutMonth = (figures: CostFigures): CostFigures => ({
  ...figures,
  bytes: {
    ...figures.bytes,
    tables: figures.bytes.tables.map(({ name, bytes: size }) => ({
      name: name.replace(/_\d{4}_\d{2}$/, ''),
      bytes: size,
    })),
  },
})

export function costFigures(): CostFigures | undefined {
  const saved = figuresOf<CostFigures>('cost')
  return saved && withoutMonth(saved)
}

export const auditBytes = ({ tables }: ByteFigures): number =>
  tables.filter(({ name }) => name.startsWith('audit')).reduce((sum, each) => sum + each.bytes, 0)

/** Files by their path; none while no figures were saved. */
export function costFiles(): Record<string, string> {
  const figures = costFigures()
  if (!figures) return {}
  return {
    [PAGE]: withFigures(PAGE, { 'cost.json': sectionText(figures) }),
    'docs/cost-time.svg': timePlot(figures),
    'docs/cost-bytes.svg': bytePlot(figures),
  }
}
