/** The sums of `npm run bench plan`: what a number of citizens needs, from measured constants and assumptions. Pure. */
import type { CostFigures, DocumentFigure, Spread } from './figures.ts'

/** Each is a flag of the command: `--citizens 12e6`. */
export const ASSUMPTIONS = {
  citizens: [12e6, 'people with a record'],
  years: [5, 'years that are computed'],
  documents: [84, 'documents of a citizen in a year'],
  letters: [0.1, 'part of the documents that are letters'],
  attachments: [0.02, 'part of the documents with an attachment'],
  reads: [10, 'reads of a document for each commit'],
  queries: [2, 'AQL queries of one patient for each commit'],
  population: [0.01, 'AQL queries of all patients, with a LIMIT, for each commit'],
  peak: [16, 'requests of the busiest hour, as a multiple of the average'],
  checkpoint: [15, 'minutes between checkpoints'],
  hot: [0.5, 'part of the indexes by EHR that must be in memory'],
  memory: [64, 'GB of memory of a node'],
  disk: [4000, 'GB of disk of a node'],
  cores: [8, 'cores of a node'],
  load: [0.5, 'part of memory for indexes, and of cores at the peak, that may be used'],
  full: [0.7, 'part of a disk that may be full'],
  standbys: [1, 'standbys of each node'],
  copy: [200, 'MB/s of a copy of a node: a backup, a restore, a new standby'],
  window: [8, 'hours that a full backup may take'],
  rewrite: [50, 'MB/s of a migration that writes a table anew'],
} as const satisfies Readonly<Record<string, readonly [value: number, meaning: string]>>

export type AssumptionName = keyof typeof ASSUMPTIONS
export type Assumptions = Readonly<Record<AssumptionName, number>>

export const DEFAULTS = Object.fromEntries(
  Object.entries(ASSUMPTIONS).map(([name, [value]]) => [name, value]),
) as Record<AssumptionName, number>

const SECONDS_A_YEAR = 365.25 * 86_400
const GB = 1e9
const PAGE = 8192

export interface Constants {
  readonly cost: CostFigures
  readonly documents: readonly DocumentFigure[]
  /** Bytes of the audit trail of one request. */
  readonly auditBytes: number
}

/** A figure of all documents, by the part that each kind has. */
export function mixed(
  { documents }: Constants,
  { letters, attachments }: Assumptions,
  of: (figure: DocumentFigure) => Spread,
): Spread {
  const parts: Readonly<Record<string, number>> = {
    letter: letters,
    attachment: attachments,
    'vital signs': 1 - letters - attachments,
  }
  const sum = (which: keyof Spread) =>
    documents.reduce((total, figure) => total + (parts[figure.name] ?? 0) * of(figure)[which], 0)
  return { middle: sum('middle'), least: sum('least'), most: sum('most') }
}

const times = ({ middle, least, most }: Spread, by: number): Spread => ({
  middle: middle * by,
  least: least * by,
  most: most * by,
})
const plus = (a: Spread, b: Spread): Spread => ({
  middle: a.middle + b.middle,
  least: a.least + b.least,
  most: a.most + b.most,
})

/** Processor time of a request in milliseconds; least and most are of the sum of both, and are shared out as the middle is. */
function requestTime({ cost }: Constants, name: string, part: 'server' | 'database'): Spread {
  const found = cost.requests.find(each => each.name === name)
  if (!found) throw new Error(`docs/figures/cost.json has no request "${name}"`)
  const share = found[part] / (found.server + found.database)
  return { middle: found[part], least: found.least * share, most: found.most * share }
}

const REQUESTS = {
  reads: 'GET composition, 10 KB',
  queries: 'AQL of one patient',
  population: 'AQL of all, LIMIT 50',
} as const

/** Cores at the peak. */
function coresOf(constants: Constants, assumed: Assumptions, part: 'server' | 'database'): Spread {
  const commits = ((assumed.citizens * assumed.documents) / SECONDS_A_YEAR) * assumed.peak
  const others = Object.entries(REQUESTS).map(([name, request]) =>
    times(requestTime(constants, request, part), assumed[name as keyof typeof REQUESTS]),
  )
  const all = others.reduce(
    plus,
    mixed(constants, assumed, figure => figure[part]),
  )
  return times(all, commits / 1000)
}

/** Figures that do not grow with the years, as long as citizens and their documents stay the same. */
export interface Flow {
  readonly commitsAverage: number
  readonly commitsPeak: number
  readonly serverCores: Spread
  readonly databaseCores: Spread
  /** Bytes a day. */
  readonly walSteady: Spread
  /** The same with page images. */
  readonly walWithPages: Spread
  /** Bytes a second at the peak, with page images. */
  readonly walPeak: Spread
  readonly diskAYear: Spread
  readonly indexesAYear: Spread
  readonly randomIndexesAYear: Spread
  readonly auditAYear: number
}

/**
 * Between two checkpoints a page is imaged once. In a large database the commits of that time change other pages, as those right after a
 * checkpoint do; in a small one they change the same pages again.
 */
function imagedPart(assumed: Assumptions, randomBytes: number): number {
  const commits = ((assumed.citizens * assumed.documents) / SECONDS_A_YEAR) * assumed.checkpoint * 60
  const pages = Math.max(1, randomBytes / PAGE)
  // The part of the commits that find a page which none of the others has changed.
  return (pages / commits) * (1 - Math.exp(-commits / pages))
}

export function flowOf(constants: Constants, assumed: Assumptions): Flow {
  const aYear = assumed.citizens * assumed.documents
  const average = aYear / SECONDS_A_YEAR
  const mix = (of: (figure: DocumentFigure) => Spread) => mixed(constants, assumed, of)
  const steady = mix(figure => figure.wal)
  const random = mix(figure => figure.randomIndexes)
  const images = plus(
    mix(figure => figure.walAfterCheckpoint),
    times(steady, -1),
  )
  const imaged = plus(steady, times(images, imagedPart(assumed, random.middle * aYear)))
  const requests = assumed.reads + assumed.queries + assumed.population
  return {
    commitsAverage: average,
    commitsPeak: average * assumed.peak,
    serverCores: coresOf(constants, assumed, 'server'),
    databaseCores: coresOf(constants, assumed, 'database'),
    walSteady: times(steady, average * 86_400),
    walWithPages: times(imaged, average * 86_400),
    walPeak: times(imaged, average * assumed.peak),
    diskAYear: times(
      plus(
        mix(figure => figure.tables),
        mix(figure => figure.indexes),
      ),
      aYear,
    ),
    indexesAYear: times(
      mix(figure => figure.indexes),
      aYear,
    ),
    randomIndexesAYear: times(random, aYear),
    auditAYear: aYear * requests * constants.auditBytes,
  }
}

export interface Year {
  readonly year: number
  readonly documents: number
  /** Bytes. */
  readonly disk: number
  readonly audit: number
  readonly memory: number
  /** Workers that each resource needs, and all of them: the greatest. */
  readonly byDisk: number
  readonly byMemory: number
  readonly byCores: number
  readonly nodes: number
  /** With standbys. */
  readonly machines: number
  /** Hours. */
  readonly backup: number
  readonly migration: number
}

export function yearOf(flow: Flow, assumed: Assumptions, year: number): Year {
  const disk = year * (flow.diskAYear.middle + flow.auditAYear)
  const memory = year * flow.randomIndexesAYear.middle * assumed.hot
  const byDisk = Math.ceil(disk / (assumed.disk * GB * assumed.full))
  const byMemory = Math.ceil(memory / (assumed.memory * GB * assumed.load))
  const byCores = Math.ceil(flow.databaseCores.most / (assumed.cores * assumed.load))
  const nodes = Math.max(1, byDisk, byMemory, byCores)
  const hours = (bytes: number, megabytes: number) => bytes / nodes / (megabytes * 1e6) / 3600
  return {
    year,
    documents: year * assumed.citizens * assumed.documents,
    disk,
    audit: year * flow.auditAYear,
    memory,
    byDisk,
    byMemory,
    byCores,
    nodes,
    machines: nodes * (1 + assumed.standbys),
    backup: hours(disk, assumed.copy),
    migration: hours(year * flow.diskAYear.middle, assumed.rewrite),
  }
}

/** A limit of so many nodes, and the years until it is reached; 0: at once. */
export interface Limit {
  readonly what: string
  readonly years: number
}

/** The limits of so many nodes, the first to be reached first. */
export function limitsOf(flow: Flow, assumed: Assumptions, nodes: number): readonly Limit[] {
  const growth = flow.diskAYear.middle + flow.auditAYear
  const limits: Limit[] = [
    {
      what: 'memory: indexes by EHR no longer fit, and a commit reads from the disk',
      years: (nodes * assumed.memory * GB * assumed.load) / (flow.randomIndexesAYear.middle * assumed.hot),
    },
    { what: 'disk: a node is full', years: (nodes * assumed.disk * GB * assumed.full) / growth },
    {
      what: 'backup: a full one takes longer than it may',
      years: (nodes * assumed.window * 3600 * assumed.copy * 1e6) / growth,
    },
    {
      what: 'processor of the database at the peak',
      years: flow.databaseCores.most > nodes * assumed.cores * assumed.load ? 0 : Number.POSITIVE_INFINITY,
    },
  ]
  return limits.sort((a, b) => a.years - b.years)
}

/** A node that is lost for good. */
export interface Loss {
  /** Part of the citizens whose records wait until the standby is promoted. */
  readonly part: number
  /** Hours until a new standby has a copy. */
  readonly copy: number
}

export const lossOf = ({ nodes, disk }: Year, { copy }: Assumptions): Loss => ({
  part: 1 / nodes,
  copy: disk / nodes / (copy * 1e6) / 3600,
})
