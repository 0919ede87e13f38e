/** The sums of a plan as text: Markdown, which a terminal shows as well. */
import { table } from '../scripts/markdown.ts'
import type { Spread } from './figures.ts'
import {
  ASSUMPTIONS,
  type AssumptionName,
  type Assumptions,
  type Constants,
  type Flow,
  flowOf,
  limitsOf,
  lossOf,
  mixed,
  type Year,
  yearOf,
} from './plan-model.ts'

/** Two digits: more would say more than is known. */
export function rounded(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 3 })
}

const UNITS: readonly (readonly [bytes: number, name: string])[] = [
  [1e12, 'TB'],
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'KB'],
  [1, 'bytes'],
]

export function bytes(value: number): string {
  const [size, name] = UNITS.find(([least]) => value >= least) ?? [1, 'bytes']
  return `${rounded(value / size)} ${name}`
}

const spread = ({ middle, least, most }: Spread, print: (value: number) => string): string =>
  `${print(middle)} (${print(least)} to ${print(most)})`

const duration = (hours: number): string =>
  hours < 1
    ? `${rounded(hours * 60)} min`
    : hours < 48
      ? `${rounded(hours)} h`
      : `${rounded(hours / 24)} days`

const yearsText = (years: number): string => {
  if (years === Number.POSITIVE_INFINITY) return 'never, while the requests stay as many'
  if (years === 0) return 'at once'
  return years < 1 ? `after ${rounded(years * 12)} months` : `after ${rounded(years)} years`
}

const assumptionsText = (assumed: Assumptions): string =>
  table(
    ['Assumption', 'Value', 'Meaning'],
    Object.entries(ASSUMPTIONS).map(([name, [, meaning]]) => [
      `\`--${name}\``,
      assumed[name as AssumptionName].toLocaleString('en'),
      meaning,
    ]),
  )

const constantsText = (constants: Constants, assumed: Assumptions): string =>
  table(
    ['One commit', ...constants.documents.map(({ name }) => name), 'mix'],
    (
      [
        [
          'document',
          figure => ({ middle: figure.document, least: figure.document, most: figure.document }),
          bytes,
        ],
        ['tables', figure => figure.tables, bytes],
        ['indexes', figure => figure.indexes, bytes],
        ['of these by EHR', figure => figure.randomIndexes, bytes],
        ['write-ahead log', figure => figure.wal, bytes],
        ['the same after a checkpoint', figure => figure.walAfterCheckpoint, bytes],
        ['server, ms', figure => figure.server, rounded],
        ['database, ms', figure => figure.database, rounded],
      ] as readonly (readonly [
        name: string,
        of: (figure: Constants['documents'][number]) => Spread,
        print: (value: number) => string,
      ])[]
    ).map(([name, of, print]) => [
      name,
      ...constants.documents.map(figure => print(of(figure).middle)),
      name === 'document'
        ? print(mixed(constants, assumed, of).middle)
        : spread(mixed(constants, assumed, of), print),
    ]),
  )

const flowText = (flow: Flow): string =>
  table(
    ['All the time', ''],
    [
      [
        'commits a second, average and peak',
        `${rounded(flow.commitsAverage)} and ${rounded(flow.commitsPeak)}`,
      ],
      ['cores of the servers at the peak', spread(flow.serverCores, rounded)],
      ['cores of the database at the peak', spread(flow.databaseCores, rounded)],
      ['write-ahead log a day, without page images', spread(flow.walSteady, bytes)],
      ['write-ahead log a day, with page images', spread(flow.walWithPages, bytes)],
      ['write-ahead log a second at the peak, to each standby', spread(flow.walPeak, bytes)],
      ['records a year', spread(flow.diskAYear, bytes)],
      ['audit trail of reads and queries a year', bytes(flow.auditAYear)],
    ],
  )

const YEAR_ROWS: readonly (readonly [name: string, of: (year: Year, assumed: Assumptions) => string])[] = [
  ['documents', year => rounded(year.documents)],
  ['disk, without standbys', year => bytes(year.disk)],
  ['of it the audit trail of reads', year => bytes(year.audit)],
  ['indexes by EHR, which must be in memory', year => bytes(year.memory)],
  ['nodes by disk, memory, cores', year => `${year.byDisk}, ${year.byMemory}, ${year.byCores}`],
  ['nodes', year => String(year.nodes)],
  ['machines with standbys', year => String(year.machines)],
  ['full backup, all nodes at once', year => duration(year.backup)],
  ['a migration that writes all tables anew', year => duration(year.migration)],
  ['loss of a node: citizens who wait for its standby', (y, a) => `${rounded(100 * lossOf(y, a).part)} %`],
  ['loss of a node: copy for a new standby', (year, assumed) => duration(lossOf(year, assumed).copy)],
]

/** Years one, two and the last. */
const yearsOf = (years: number): readonly number[] =>
  [...new Set([1, 2, years])].filter(year => year <= years)

function limitsText(flow: Flow, assumed: Assumptions, nodes: number): string {
  const lines = limitsOf(flow, assumed, nodes).map(({ what, years }) => `- ${what}: ${yearsText(years)}`)
  return lines.join('\n')
}

export function planText(constants: Constants, assumed: Assumptions): string {
  const flow = flowOf(constants, assumed)
  const years = yearsOf(assumed.years).map(year => yearOf(flow, assumed, year))
  const [first] = years
  return [
    assumptionsText(assumed),
    constantsText(constants, assumed),
    flowText(flow),
    table(
      ['After years', ...years.map(({ year }) => String(year))],
      YEAR_ROWS.map(([name, of]) => [name, ...years.map(year => of(year, assumed))]),
    ),
    `The limits of one node:\n\n${limitsText(flow, assumed, 1)}`,
    ...(first && first.nodes > 1
      ? [
          `The limits of the ${first.nodes} nodes that the first year needs:\n\n${limitsText(flow, assumed, first.nodes)}`,
        ]
      : []),
  ]
    .map(part => part.trim())
    .join('\n\n')
}
