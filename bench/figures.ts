/** Figures that a benchmark leaves for the documentation: `docs/figures/<name>.json`, from which `npm run docs` makes tables and plots. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { type Database, sql } from '../packages/server/src/db/index.ts'

/** The machine that the figures were taken on. */
export interface Machine {
  readonly cores: number
  readonly node: string
  readonly postgres: string
  /** Load average of the last minute before the benchmark began: whatever else the machine did. */
  readonly load: number
}

/** Middle, least and most of several rounds, in milliseconds of processor time. */
export interface TimeFigure {
  readonly name: string
  readonly goal?: number
  readonly server: number
  readonly database: number
  readonly least: number
  readonly most: number
}

export interface ByteFigures {
  readonly document: number
  readonly stored: number
  readonly wal: number
  /** By table, its indexes included. */
  readonly tables: readonly { readonly name: string; readonly bytes: number }[]
}

export interface CostFigures {
  /** The day that they were taken on. */
  readonly date: string
  readonly machine: Machine
  readonly compositions: number
  readonly requests: readonly TimeFigure[]
  readonly bytes: ByteFigures
  readonly library: readonly TimeFigure[]
}

/** Processor time of requests with one number of records and of server processes, in milliseconds. */
export interface ScaleRun {
  readonly compositions: number
  readonly processes: number
  readonly requests: readonly {
    readonly name: string
    readonly server: number
    readonly database: number
    /** Requests a second. */
    readonly rate: number
  }[]
}

/** The size of a database with one number of records. */
export interface ScaleSize {
  readonly compositions: number
  readonly roots: number
  readonly bytes: number
}

export interface ScaleFigures {
  readonly date: string
  readonly machine: Machine
  readonly sizes: readonly ScaleSize[]
  readonly runs: readonly ScaleRun[]
}

/** Of several rounds. */
export interface Spread {
  readonly middle: number
  readonly least: number
  readonly most: number
}

/** One commit of a document of some kind: bytes and milliseconds. */
export interface DocumentFigure {
  readonly name: string
  readonly document: number
  /** With texts that are stored apart. */
  readonly tables: Spread
  readonly indexes: Spread
  /** Of the indexes, those that lead with the EHR: a commit changes a page of each that no commit before it has in memory. */
  readonly randomIndexes: Spread
  readonly wal: Spread
  /** With the images of pages that are changed for the first time after a checkpoint. */
  readonly walAfterCheckpoint: Spread
  readonly server: Spread
  readonly database: Spread
}

export interface DocumentFigures {
  readonly date: string
  readonly machine: Machine
  readonly ehrs: number
  readonly documents: readonly DocumentFigure[]
}

const serverVersion = sql<{ version: string }>({
  name: 'bench.version',
  text: `select current_setting('server_version') as version`,
})

export async function machineOf(db: Database): Promise<Machine> {
  const [row] = await db.query(serverVersion)
  return {
    cores: availableParallelism(),
    node: process.versions.node,
    postgres: row?.version.split(' ')[0] ?? '',
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  }
}

export function saveFigures(name: string, figures: CostFigures | ScaleFigures | DocumentFigures): void {
  const folder = new URL('../docs/figures/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(figures, null, 2)}\n`)
  console.log(`docs/figures/${name}.json is written; "npm run docs" puts it into the pages`)
}
