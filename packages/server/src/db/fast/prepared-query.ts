/**
 * Runs prepared statements as queries of our own (`Submittable` of the driver). The driver's own query copies its settings, asks anew
 * for the description of the columns and makes an emitter and a result for each run.
 */
import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { jsonPrinter } from '../json-cell.ts'
import { columnTypes } from '../writing/column-types.ts'
import {
  type Result,
  type RunnableStatement,
  type RunStatement,
  runStatement as runByDriver,
} from './prepared-query.plain.ts'

interface Columns {
  readonly names: readonly string[]
  readonly parsers: readonly ((text: string) => unknown)[]
  /** All rows have its shape from the start. */
  readonly emptyRow: Readonly<Record<string, null>>
}

/** A statement that the database has prepared. */
interface Prepared {
  readonly text: string
  /** They never change on a connection: the database refuses to run the statement where they would. */
  readonly columns: Columns
}

/** Prepared statements by name. */
const preparedOn = new WeakMap<pg.Connection, Map<string, Prepared>>()

function preparedBy(connection: pg.Connection): Map<string, Prepared> {
  const known = preparedOn.get(connection)
  if (known) return known
  const prepared = new Map<string, Prepared>()
  preparedOn.set(connection, prepared)
  return prepared
}

const NO_COLUMNS: Columns = { names: [], parsers: [], emptyRow: {} }

/** The driver calls what begins with `handle` as the answers of the database come in. */
class PreparedQuery implements pg.Submittable, Result {
  readonly name: string
  readonly text: string
  readonly query_timeout: number | undefined
  readonly rows: never[] = []
  rowCount = 0
  /** Set by the driver. */
  callback: Done | undefined
  readonly #values: readonly unknown[]
  readonly #rowMode: RunnableStatement['rowMode']
  #columns: Columns = NO_COLUMNS
  #prepared: Map<string, Prepared> | undefined
  #isNew = false
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

  submit(connection: pg.Connection): Error | null {
    const { name, text } = this
    this.#prepared = preparedBy(connection)
    const known = this.#prepared.get(name)
    if (known && known.text !== text)
      return new Error(`Prepared statements must be unique - '${name}' was used for a different statement`)
    this.#isNew = known === undefined
    this.#columns = known?.columns ?? NO_COLUMNS
    connection.stream.cork()
    try {
      if (!known) {
        // A first run that failed may have left it behind.
        connection.close({ type: 'S', name }, true)
        connection.parse({ name, text, types: [] }, true)
      }
      connection.bind({ statement: name, values: this.#values as string[], valueMapper: prepareValue }, true)
      if (!known) connection.describe({ type: 'P' }, true)
      connection.execute(null, true)
    } catch (error) {
      // A value that cannot be sent: the database is asked for nothing but to go on.
      this.#failure = error
    } finally {
      connection.sync()
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
    if (this.#isNew) this.#prepared?.set(this.name, { text: this.text, columns: this.#columns })
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

type Done = (error: unknown, result?: Result) => void

export const runStatement: RunStatement = (target, statement, values, limit) =>
  statement.prepare === false
    ? runByDriver(target, statement, values, limit)
    : new Promise((resolve, reject) => {
        const query = new PreparedQuery(statement, values, limit.query_timeout)
        // The driver takes a callback for such a query, though its types do not say so.
        const on = target as unknown as { query(query: PreparedQuery, none: undefined, done: Done): void }
        on.query(query, undefined, (error, result) => (result ? resolve(result) : reject(error)))
      })
