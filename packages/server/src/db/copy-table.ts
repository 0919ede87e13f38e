/** Copies the rows of a table from one database to another, as the databases print them, with only a piece of them in memory. */
import type { Socket } from 'node:net'
import type pg from 'pg'
import { withoutData } from './database-error.ts'

/** The members of the driver's connection that are used here. */
interface Connection {
  readonly stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

const connectionOf = (client: pg.ClientBase): Connection =>
  (client as unknown as { readonly connection: Connection }).connection

interface Copy {
  readonly text: string
  /** A piece of the rows that the database sends. */
  readonly take?: (chunk: Buffer) => void
  /** The database waits for rows. */
  readonly began?: () => void
}

/** One COPY statement. The driver calls what begins with `handle` as the answers of the database come in. */
class CopyQuery {
  callback: ((error: unknown) => void) | undefined
  rowCount = 0
  readonly #copy: Copy

  constructor(copy: Copy) {
    this.#copy = copy
  }

  submit(connection: Connection): null {
    connection.query(this.#copy.text)
    return null
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.#copy.take?.(chunk)
  }

  handleCopyInResponse(): void {
    this.#copy.began?.()
  }

  /** `COPY 3`. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    this.rowCount = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0
  }

  handleReadyForQuery(): void {
    this.callback?.(null)
  }

  handleError(error: unknown): void {
    this.callback?.(error)
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
}

/** Resolves to the number of rows. */
function run(client: pg.ClientBase, copy: Copy): Promise<number> {
  return new Promise((done, failed) => {
    const query = new CopyQuery(copy)
    const on = client as unknown as {
      query(query: CopyQuery, none: undefined, done: (error: unknown) => void): void
    }
    on.query(query, undefined, error => (error ? failed(withoutData(error, 'copy')) : done(query.rowCount)))
  })
}

export interface TableCopy {
  readonly source: pg.ClientBase
  readonly target: pg.ClientBase
  /** With its schema, and quoted. */
  readonly table: string
  /** Quoted, by comma. */
  readonly columns: string
  /** Told how many rows were copied so far. */
  readonly copied: (rows: number) => void
}

/** Resolves to the number of rows. Text, since its form is the same in all versions of PostgreSQL. */
export async function copyTable({ source, target, table, columns, copied }: TableCopy): Promise<number> {
  const [from, into] = [connectionOf(source), connectionOf(target)]
  let rows = 0
  // The database sends each row as a piece of its own.
  const take = (chunk: Buffer) => {
    into.sendCopyFromChunk(chunk)
    rows += 1
    copied(rows)
    if (!into.stream.writableNeedDrain || from.stream.isPaused()) return
    from.stream.pause()
    into.stream.once('drain', () => from.stream.resume())
  }
  let reading: Promise<number> | undefined
  const began = () => {
    reading = run(source, { text: `copy (select ${columns} from ${table}) to stdout`, take })
    reading.then(
      () => into.endCopyFrom(),
      () => into.sendCopyFail('The source cannot be read.'),
    )
  }
  try {
    const written = await run(target, { text: `copy ${table} (${columns}) from stdin`, began })
    const read = await reading
    if (read !== written) throw new Error(`${table}: ${read} rows were read, ${written} written.`)
    return written
  } catch (error) {
    // A target that fails takes no more, and the source would wait for it.
    from.stream.resume()
    // The reason why the source failed says more than that the target was told so.
    await reading
    throw error
  }
}
