/** The parts of docs/scale.md with the constants that `npm run bench cost` measured, and the sums for a hospital, a region and a country. */
import type { CostFigures } from '../bench/figures.ts'
import { auditBytes } from './cost-section.ts'
import { entries, table } from './markdown.ts'

const bytes = (value: number) => value.toLocaleString('en')
const ms = (value: number) => value.toFixed(2)

function requestOf({ requests }: CostFigures, name: string): { server: number; database: number } {
  const found = requests.find(each => each.name === name)
  if (!found) throw new Error(`docs/figures/cost.json has no request "${name}"`)
  return found
}

const COMMIT = 'POST composition, 10 KB'
const READ = 'GET version, 10 KB'

const TIMES: readonly (readonly [what: string, request: string])[] = [
  ['commit of 10 KB', COMMIT],
  ['a new EHR', 'POST ehr'],
  ['read of a version of 10 KB', READ],
  ['AQL of one patient', 'AQL of one patient'],
  ['AQL of all, LIMIT 50', 'AQL of all, LIMIT 50'],
]

export function constantsText(figures: CostFigures): string {
  const { document, stored, wal, tables } = figures.bytes
  const parts = tables.map(({ name, bytes: size }) => `\`${name}\` ${bytes(size)}`).join(', ')
  return entries([
    [`stored for a composition of ${bytes(document)} bytes, everything included`, `${bytes(stored)} bytes`],
    ['of these, with indexes', parts],
    ['write-ahead log of a commit', `${bytes(wal)} bytes`],
    ['audit trail of a request', `${bytes(auditBytes(figures.bytes))} bytes`],
    ...TIMES.map(([what, name]) => {
      const { server, database } = requestOf(figures, name)
      return [`${what}, processor`, `server ${ms(server)} ms, database ${ms(database)} ms`]
    }),
  ])
}

const DOCUMENTS_A_YEAR = 84
const PEAK = 16
const READS = 10
const SECONDS_A_YEAR = 365.25 * 86_400

const PLACES: Readonly<Record<string, number>> = { hospital: 200_000, region: 2_000_000, country: 12_000_000 }

/** Two digits: more would say more than is known. */
function rounded(value: number): string {
  const digits = Number(value.toPrecision(2))
  return digits.toLocaleString('en', { maximumFractionDigits: 3 })
}

function storage(value: number): string {
  return value >= 1e12 ? `${rounded(value / 1e12)} TB` : `${rounded(value / 1e9)} GB`
}

/** Names of the rows with what each place has. */
function sums(figures: CostFigures): [name: string, (patients: number) => string][] {
  const [commit, read] = [requestOf(figures, COMMIT), requestOf(figures, READ)]
  const { stored, wal } = figures.bytes
  const audit = auditBytes(figures.bytes)
  const aYear = (patients: number) => patients * DOCUMENTS_A_YEAR
  const aSecond = (patients: number) => aYear(patients) / SECONDS_A_YEAR
  const atPeak = (patients: number) => aSecond(patients) * PEAK
  const cores = (perSecond: number, milliseconds: number) => rounded((perSecond * milliseconds) / 1000)
  return [
    ['patients', patients => bytes(patients)],
    ['documents a second, average and peak', p => `${rounded(aSecond(p))} and ${rounded(atPeak(p))}`],
    ['documents a year', p => `${rounded(aYear(p) / 1e6)} million`],
    ['records a year (without the audit of reads)', p => storage(aYear(p) * stored)],
    ['audit of reads a year', p => storage(aYear(p) * READS * audit)],
    ['write-ahead log of commits a day', p => storage((aYear(p) * wal) / 365)],
    ['write-ahead log of commits at the peak', p => `${rounded((atPeak(p) * wal) / 1e6)} MB/s`],
    [
      'processor at the peak, commits: server, database',
      p => `${cores(atPeak(p), commit.server)}, ${cores(atPeak(p), commit.database)} cores`,
    ],
    [
      'processor at the peak, reads: server, database',
      p => `${cores(atPeak(p) * READS, read.server)}, ${cores(atPeak(p) * READS, read.database)} cores`,
    ],
    ['after five years, on disk', p => storage(5 * aYear(p) * (stored + READS * audit))],
  ]
}

export function sumsText(figures: CostFigures): string {
  const rows = sums(figures).map(([name, of]) => [name, ...Object.values(PLACES).map(of)])
  return `Assumed: ${DOCUMENTS_A_YEAR} documents a patient and year, a peak of ${PEAK} times the average, ${READS} reads for each
commit, documents of the size above.

${table(['', ...Object.keys(PLACES)], rows)}`
}
