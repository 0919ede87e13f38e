/**
 * One run of a prepared statement, in place of the driver's own query. That one copies its settings, asks anew for the
 * description of the columns and makes an emitter and a result for each run.
 */
import type { Duplex } from 'node:stream'
import { prepareValue } from 'pg/lib/utils.js'
import { columnTypes } from './column-types.ts'
import { jsonPrinter } from './json-cell.ts'
import type { Statement } from './statement.ts'

/** The members of the driver's connection that are used here. */
interface Connection {
  readonly stream: Duplex
  /** Texts by name: of statements that the database has, and of those on their way to it. */
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  parse(statement: { readonly name: string; readonly text: string }): void
  bind(values: {
    readonly statement: string
    readonly values: readonly unknown[]
    readonly valueMapper: (value: unknown) => unknown
  }): void
  sync(): void
}

interface Columns {
  readonly names: readonly string[]
  readonly parsers: readonly ((text: string) => unknown)[]
  /** All rows have its shape from the start. */
  readonly emptyRow: Readonly<Record<string, null>>
}

/** The columns of a statement never change on a connection: the database refuses to run it where they would. */
const described = new WeakMap<Connection, Map<string, Columns>>()

function columnsOn(connection: Connection): Map<string, Columns> {
  const known = described.get(connection)
  if (known) return known
  const columns = new Map<string, Columns>()
  described.set(connection, columns)
  return columns
}

const NO_COLUMNS: Columns = { names: [], parsers: [], emptyRow: {} }

/** A statement, whatever its types. */
export type RunnableStatement = Omit<Statement<never, never>, 'typed'>

/** Messages of the protocol: Execute of the unnamed portal, all its rows, then Sync. */
const EXECUTE = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4])
/** The same after Describe of the portal. */
const DESCRIBE_AND_EXECUTE = Buffer.concat([Buffer.from([0x44, 0, 0, 0, 6, 0x50, 0]), EXECUTE])

interface RunResult {
  readonly rows: never[]
  readonly rowCount: number
}

/** The driver calls what begins with `handle` as the answers of the database come in. */
export class PreparedQuery implements RunResult {
  readonly name: string
  readonly text: string
  readonly query_timeout: number | undefined
  readonly rows: never[] = []
  rowCount = 0
  /** Set by the driver. */
  callback: ((error: unknown, result?: RunResult) => void) | undefined
  readonly #values: readonly unknown[]
  readonly #rowMode: RunnableStatement['rowMode']
  #columns: Columns = NO_COLUMNS
  #known: Map<string, Columns> | undefined
  #failure: unknown

  constructor(
    { name, text, rowMode }: RunnableStatement,
    values: readonly unknown[],
    timeout: number | undefined,
  ) {
    this.name = name
    this.text = text
    this.query_timeout = timeout
    this.#values = values
    this.#rowMode = rowMode
  }

  submit(connection: Connection): Error | null {
    const { name, text } = this
    const earlier = connection.parsedStatements[name] ?? connection.submittedNamedStatements[name]
    if (earlier !== undefined && earlier !== text)
      return new Error(`Prepared statements must be unique - '${name}' was used for a different statement`)
    this.#known = columnsOn(connection)
    const columns = this.#known.get(name)
    this.#columns = columns ?? NO_COLUMNS
    connection.stream.cork()
    try {
      if (earlier === undefined) {
        connection.parse({ name, text })
        connection.submittedNamedStatements[name] = text
      }
      connection.bind({ statement: name, values: this.#values, valueMapper: prepareValue })
      connection.stream.write(columns ? EXECUTE : DESCRIBE_AND_EXECUTE)
    } catch (error) {
      // A value that cannot be sent: the database is asked for nothing but to go on.
      this.#failure = error
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  handleRowDescription({
    fields,
  }: {
    readonly fields: readonly { name: string; dataTypeID: number }[]
  }): void {
    const names = fields.map(field => field.name)
    this.#columns = {
      names,
      parsers: fields.map(({ dataTypeID }) => this.#parserOf(dataTypeID)),
      emptyRow: Object.fromEntries(names.map(name => [name, null])),
    }
  }

  #parserOf(type: number): (text: string) => unknown {
    return this.#rowMode === 'json' ? jsonPrinter(type) : columnTypes.getTypeParser(type, 'text')
  }

  handleDataRow({ fields }: { readonly fields: (string | null)[] }): void {
    if (this.#failure !== undefined) return
    try {
      this.rows.push(this.#read(fields) as never)
    } catch (error) {
      this.#failure = error
    }
  }

  #read(fields: (string | null)[]): unknown {
    switch (this.#rowMode) {
      case 'json':
        return this.#jsonOf(fields)
      case 'array':
        return this.#arrayOf(fields)
      default:
        return this.#rowOf(fields)
    }
  }

  /** In the driver's own array, which nobody else uses. */
  #jsonOf(fields: (string | null)[]): (string | null)[] {
    for (let at = 0; at < fields.length; at++) fields[at] = String(this.#valueAt(fields, at))
    return fields
  }

  #valueAt(fields: readonly (string | null)[], at: number): unknown {
    const text = fields[at] ?? null
    return text === null ? null : this.#columns.parsers[at]?.(text)
  }

  #arrayOf(fields: readonly (string | null)[]): unknown[] {
    return fields.map((_text, at) => this.#valueAt(fields, at))
  }

  #rowOf(fields: readonly (string | null)[]): Record<string, unknown> {
    const { names, emptyRow } = this.#columns
    const row: Record<string, unknown> = { ...emptyRow }
    for (let at = 0; at < names.length; at++) row[names[at] ?? ''] = this.#valueAt(fields, at)
    return row
  }

  /** Such as `SELECT 3` or `INSERT 0 1`: the last number tells how many rows. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    this.rowCount = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0
    this.#known?.set(this.name, this.#columns)
  }

  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.callback?.(null, this)
    else this.callback?.(this.#failure)
  }

  handleError(error: unknown): void {
    this.callback?.(error)
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}

  /** Copying in is not for prepared statements; without an answer the database would wait. */
  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('There is nothing to copy.')
  }
}
