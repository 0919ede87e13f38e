/** The result set as the interface spec has it (section 2.4), printed row by row as they come. */

import { Readable } from 'node:stream'
import { type BreakReason, cutOff, endOnStop, type LastLine, type Pieces, withReason } from './break-off.ts'
import type { RunWatch } from './query-run.ts'
import type { ShownEhrs } from './shown-ehrs.ts'
import type { QueryWarnings } from './warnings/query-warnings.ts'

export interface Column {
  readonly name: string
  readonly path?: string
}

/** A running query: its columns at once, its rows one after the other. */
export interface Running {
  readonly columns: readonly Column[]
  readonly rows: Rows
  /** All rows of the page, where they are few and there already: `rows` has the same. */
  readonly whole?: string | undefined
  /** The EHRs of the rows that were read so far; undefined where the rows do not tell, as those of groups. */
  readonly shownEhrs: ShownEhrs | undefined
  /** The end of the page, known when all its rows are read, or before. */
  readonly ending: () => Ending | undefined
  /** Aborted where the rows end early, even while nobody asks for the next one. */
  readonly signal?: AbortSignal
}

export interface Ending {
  /** Rows of the page. */
  readonly count: number
  /** The query has rows after the page, which `fetch` cut off. */
  readonly hasMore: boolean
}

/** Rows in pieces, printed by who made them: each is one row or several by comma, `[1,"a"],[2,"b"]`. */
export type Rows = AsyncIterable<{ readonly json: string }>

/** The parts of the answer besides its rows. */
export interface About {
  readonly href: string
  readonly created: string
  readonly generator: string
  /** Inside a JSON string. */
  readonly executedAql: string
  /** Columns that are no path have no member `path`, as openEHR REST has it. */
  readonly isOpenehr: boolean
  /** Of a stored query. */
  readonly name: string | undefined
  /** The text as it is stored or was sent, as JSON. */
  readonly q: string
  readonly offset: number
  readonly fetch: number
  /** The address of the next page, where it has one. */
  readonly next: (ending: Ending) => string | undefined
  /** Number of objects in reach of the query that break their template. */
  readonly findings: number
  /** Warnings: what the query probably does not mean. */
  readonly warnings: QueryWarnings
}

const SCHEMA_VERSION = '1.0.0'

/** A column that is no path still has the member, as the interface shows each column with a name and a path. */
const printColumns = (columns: readonly Column[]): string =>
  JSON.stringify(columns.map(({ name, path }) => ({ name, path: path ?? '' })))

/** By the columns of a form, which all its calls share. */
const printedColumns = new WeakMap<readonly Column[], string>()

function columnsJson({ isOpenehr }: About, columns: readonly Column[]): string {
  if (isOpenehr) return JSON.stringify(columns)
  const known = printedColumns.get(columns)
  if (known !== undefined) return known
  const json = printColumns(columns)
  printedColumns.set(columns, json)
  return json
}

/** The number of all rows; only the last page tells it without another query. */
function totalOf({ offset }: About, { count, hasMore }: Ending): number | undefined {
  return hasMore || (count === 0 && offset > 0) ? undefined : offset + count
}

/** A member and the comma before it; nothing where there is no value. */
const member = (name: string, value: unknown): string =>
  value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`

function warningsMember({ always, ifEmpty }: QueryWarnings, { count }: Ending): string {
  const warnings = count === 0 ? [...always, ...ifEmpty] : always
  return member('warnings', warnings.length > 0 ? warnings : undefined)
}

/** By hand, since most of it is the same in every answer. */
const metaJson = (about: About, ending: Ending): string =>
  `{"_href":${JSON.stringify(about.href)},"_type":"RESULTSET","_schema_version":"${SCHEMA_VERSION}"` +
  `,"_created":"${about.created}","_generator":${JSON.stringify(about.generator)},"_executed_aql":"${about.executedAql}"` +
  `,"resultsize":${ending.count},"offset":${about.offset},"fetch":${about.fetch},"more":${ending.hasMore}` +
  member('total', totalOf(about, ending)) +
  member('next', about.next(ending)) +
  member('cairn.findings', about.findings > 0 ? about.findings : undefined) +
  warningsMember(about.warnings, ending) +
  '}'

/** All of the answer before its rows; `meta` is among it where the ending is known. */
function head(about: About, columns: readonly Column[], ending: Ending | undefined): string {
  const meta = ending ? `"meta":${metaJson(about, ending)},` : ''
  const name = about.name === undefined ? '' : `"name":${JSON.stringify(about.name)},`
  return `{${meta}${name}"q":${about.q},"columns":${columnsJson(about, columns)},"rows":[`
}

/** Rows are gathered to pieces of this size, so that a hundred thousand small rows are not as many writes. */
const PIECE = 64 * 1024

async function* rowPieces(running: Running, watch: RunWatch): AsyncGenerator<string, void, undefined> {
  let piece = ''
  let first = true
  let paused = 0
  try {
    for await (const { json } of running.rows) {
      piece += first ? json : `,${json}`
      first = false
      if (piece.length < PIECE) continue
      const since = performance.now()
      yield piece
      paused += performance.now() - since
      piece = ''
    }
    watch.ended(endingOf(running).count, paused)
    if (piece !== '') yield piece
  } catch (error) {
    watch.failed(error, paused)
    throw error
  } finally {
    endedEarly(running, watch, paused)
  }
}

/** Tells of the end of a run whose rows nobody asks for any more: the client left, unless something else ended the run. */
export function endedEarly({ signal }: Running, watch: RunWatch, paused: number): void {
  if (signal?.aborted) watch.failed(signal.reason, paused)
  else watch.left(paused)
}

/** An answer up to this size is put together before it is sent: its end is then known when it begins. */
const WHOLE = 1024 * 1024

export interface Printed {
  readonly body: string | Readable
  /** Absent where the answer is on its way before the end of the page is known: its `meta` comes last, then. */
  readonly ending: Ending | undefined
}

/** Of a run whose rows were all read. */
function endingOf({ ending }: Running): Ending {
  const known = ending()
  if (!known) throw new Error('A query ended without telling how many rows it had.')
  return known
}

/** An error within the first megabyte can still be sent as an error. `over` is called before the last piece of a long answer, which waits for it, or when the answer is abandoned. */
export async function printResult(
  about: About,
  running: Running,
  watch: RunWatch,
  over: () => Promise<void>,
): Promise<Printed> {
  const { columns, whole } = running
  if (whole !== undefined) {
    const ending = endingOf(running)
    watch.ended(ending.count, 0)
    return { ending, body: `${head(about, columns, ending)}${whole}]}` }
  }
  const pieces = rowPieces(running, watch)
  const gathered: string[] = []
  for (let size = 0; size < WHOLE; ) {
    const next = await pieces.next()
    if (next.done) {
      const ending = endingOf(running)
      return { ending, body: `${head(about, columns, ending)}${gathered.join('')}]}` }
    }
    gathered.push(next.value)
    size += next.value.length
  }
  const ending = running.ending()
  const tail = () => (ending ? ']}' : `],"meta":${metaJson(about, endingOf(running))}}`)
  gathered.unshift(head(about, columns, ending))
  const body = Readable.from(streamed(gathered, withReason(pieces, lastLine), tail, over))
  if (running.signal) endOnStop(running.signal, body)
  return { ending, body }
}

/** Closes the JSON with the reason in place of `meta`: a parser that gets it reads why there are no more rows. */
const lastLine = (reason: BreakReason): LastLine<string> => [`],"error":${JSON.stringify(reason)}}`, '\n']

/** By hand: a generator that was never asked for anything would not pass on that its reader left. */
function streamed(
  gathered: string[],
  pieces: Pieces<string>,
  tail: () => string,
  over: () => Promise<void>,
): AsyncIterable<string> {
  let ended = false
  const end = async (): Promise<void> => {
    if (ended) return
    ended = true
    await over()
  }
  const next = async (): Promise<IteratorResult<string>> => {
    const value = gathered.shift() ?? (ended ? undefined : (await pieces.next().catch(cutOff)).value)
    if (value !== undefined) return { done: false, value }
    if (ended) return { done: true, value: undefined }
    await end()
    return { done: false, value: tail() }
  }
  const leave = async (): Promise<IteratorResult<string>> => {
    // Nobody waits for an answer that was abandoned.
    end().catch(() => {})
    await pieces.return()
    return { done: true, value: undefined }
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: leave }) }
}
