/** The part of docs/scale.md on what grows with the number of records, with its plot, from what `npm run bench scale` left. */
import type { CostFigures, DocumentFigures, ScaleFigures, ScaleRun, ScaleSize } from '../bench/figures.ts'
import { DEFAULTS } from '../bench/plan-model.ts'
import { planText } from '../bench/plan-text.ts'
import { plot } from '../bench/size-plot.ts'
import { constantsText } from './constants-section.ts'
import { auditBytes, costFigures } from './cost-section.ts'
import { figuresOf, withFigures } from './figures-section.ts'
import { table } from './markdown.ts'

const PAGE = 'docs/scale.md'

const count = (value: number) => value.toLocaleString('en')

const sizeRow = ({ compositions, roots, bytes }: ScaleSize): string[] => [
  count(compositions),
  count(roots),
  `${count(Math.round(bytes / 1e6))} MB`,
]

const requestOf = ({ requests }: ScaleRun, name: string) => requests.find(each => each.name === name)

const sumOf = (run: ScaleRun | undefined, name: string): number => {
  const request = run && requestOf(run, name)
  return (request?.server ?? 0) + (request?.database ?? 0)
}

/** From the second size on: in the smallest database, everything is in one page. */
const growthOf = (runs: readonly ScaleRun[], name: string): string =>
  (sumOf(runs.at(-1), name) / sumOf(runs[1] ?? runs[0], name)).toFixed(2)

function timeRows(runs: readonly ScaleRun[]): string[][] {
  const names = runs[0]?.requests.map(({ name }) => name) ?? []
  return names.map(name => [
    name,
    ...runs.map(run => {
      const { server = 0, database = 0, rate = 0 } = requestOf(run, name) ?? {}
      return `${server.toFixed(2)}+${database.toFixed(2)}; ${Math.round(rate)}`
    }),
    growthOf(runs, name),
  ])
}

function timeTable(all: readonly ScaleRun[], processes: number): string {
  const runs = all.filter(run => run.processes === processes)
  const sizes = runs.map(({ compositions }) => count(compositions))
  const growth = `${sizes.at(-1)} to ${sizes[1] ?? sizes[0]}`
  return `${processes === 1 ? 'One server process' : `${processes} server processes`}:

${table(['Request', ...sizes, growth], timeRows(runs))}`
}

function sectionText({ date, machine, sizes, runs }: ScaleFigures): string {
  const processes = [...new Set(runs.map(run => run.processes))]
  return `${date}, ${machine.cores} cores, Node ${machine.node}, PostgreSQL ${machine.postgres}, load ${machine.load}
before it began. Databases:

${table(['Compositions', 'Roots', 'Size'], sizes.map(sizeRow))}
Processor time of one request in milliseconds, server + database, and requests a second, by the number of compositions;
16 connections unless the request names another number. The last column is the ratio of the sums.

${processes.map(each => timeTable(runs, each)).join('\n')}
![Processor time by the number of compositions](scale-time.svg)
`
}

function timePlot({ runs }: ScaleFigures): string {
  const own = runs.filter(({ processes }) => processes === runs[0]?.processes)
  const names = own[0]?.requests.map(({ name }) => name) ?? []
  return plot(
    new Map(names.map(name => [name, own.map(run => [run.compositions, sumOf(run, name)] as const)])),
  )
}

const planSection = (cost: CostFigures, { date, machine, documents }: DocumentFigures): string =>
  `Documents were measured on ${date}, ${machine.cores} cores, load ${machine.load} before it began; requests as above.

${planText({ cost, documents, auditBytes: auditBytes(cost.bytes) }, DEFAULTS)}
`

/** Files by their path; none while no figures were saved. */
export function scaleFiles(): Record<string, string> {
  const [scale, cost] = [figuresOf<ScaleFigures>('scale'), costFigures()]
  const plan = figuresOf<DocumentFigures>('documents')
  return {
    [PAGE]: withFigures(PAGE, {
      ...(scale && { 'scale.json': sectionText(scale) }),
      ...(cost && { 'cost.json: constants': constantsText(cost) }),
      ...(cost && plan && { 'documents.json': planSection(cost, plan) }),
    }),
    ...(scale && { 'docs/scale-time.svg': timePlot(scale) }),
  }
}
