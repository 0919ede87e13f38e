/** The result set as the interface spec has it (section 2.4), printed row by row as they come. */
import { Readable } from 'node:stream'

export interface Column {
  readonly name: string
  readonly path?: string
}

/** What a run gives: the columns at once, the rows one after the other. */
export interface Running {
  readonly columns: readonly Column[]
  readonly rows: AsyncIterable<readonly unknown[] | RowsAsJson>
}

/** Several rows by comma, already printed by who made them: `[1,"a"],[2,"b"]`. */
interface RowsAsJson {
  readonly json: string
}

/** The rows as values, one after the other, for who does not print them. */
export async function* valuesOf({ rows }: Running): AsyncGenerator<readonly unknown[]> {
  for await (const row of rows) {
    if ('json' in row) yield* JSON.parse(`[${row.json}]`) as (readonly unknown[])[]
    else yield row
  }
}

/** What the answer says of the query besides its rows. */
export interface About {
  readonly href: string
  readonly created: string
  readonly generator: string
  readonly executedAql: string
  /** Of a stored query. */
  readonly name: string | undefined
  /** The text as it is stored or was sent. */
  readonly q: string
}

const SCHEMA_VERSION = '1.0.0'

/** A column that is no path still has the member, as the spec shows each column with a name and a path. */
const columnJson = ({ name, path }: Column) => ({ name, path: path ?? '' })

function head(about: About, columns: readonly Column[]): string {
  const { href, created, generator, executedAql, name, q } = about
  const members = {
    meta: {
      _href: href,
      _type: 'RESULTSET',
      _schema_version: SCHEMA_VERSION,
      _created: created,
      _generator: generator,
      _executed_aql: executedAql,
    },
    ...(name === undefined ? {} : { name }),
    q,
    columns: columns.map(columnJson),
  }
  return `${JSON.stringify(members).slice(0, -1)},"rows":[`
}

/** Rows are gathered to pieces of this size, so that a hundred thousand small rows are not as many writes. */
const PIECE = 64 * 1024

async function* pieces(about: About, { columns, rows }: Running): AsyncGenerator<string> {
  let piece = head(about, columns)
  let first = true
  for await (const row of rows) {
    piece += `${first ? '' : ','}${'json' in row ? row.json : JSON.stringify(row)}`
    first = false
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  yield `${piece}]}`
}

/** The first piece is made before anything is sent, so that what goes wrong early can still be answered as an error. */
export async function printResult(about: About, running: Running): Promise<string | Readable> {
  const text = pieces(about, running)
  const first = await text.next()
  const second = first.done ? first : await text.next()
  if (second.done) return first.value ?? ''
  const rest = async function* () {
    yield first.value
    yield second.value
    yield* text
  }
  return Readable.from(rest())
}
