/** An SQL statement as data: its text, its name in the database, and its types for the compiler. */
import { GuardedSql, printWhole } from '../access/index.ts'

/** Sealed objects that a statement writes: by its values, or by a statement with the same values that finds them before. */
type WrittenObjects<Values extends readonly unknown[]> =
  | { readonly kind: string; readonly ids: (values: Values) => readonly string[] }
  | { readonly kind: string; readonly find: string }

export interface Statement<Row, Values extends readonly unknown[]> {
  /** `room.action`; a connection prepares the statement once under this name, and errors mention it. */
  readonly name: string
  /** Values appear as `$1`, `$2`… and never inside the text. */
  readonly text: string
  /** The text for a distributed database, with the same values and rows, if that cannot run the other. */
  readonly distributed?: string
  /** Rows as arrays in column order, cheaper where there are many: of values, or of each cell as JSON text. */
  readonly rowMode?: 'array' | 'json'
  /** False for a text that is run once: it would fill every connection with prepared statements. */
  readonly prepare?: boolean
  /** True if it may wait for locks; only some of the connections run such statements. */
  readonly waitsForLocks?: true
  /** The sealed objects whose rows it writes (decision 0087). Only a database that seals runs such a statement. */
  readonly seals?: WrittenObjects<Values>
  /** Absent at run time; carries the types. */
  readonly typed?: (values: Values) => Row
}

/** The text of a statement as its author writes it: for all rows, with the reason if callers with limited rights may run it too. */
interface PlainText {
  readonly text: string
  readonly distributed?: string
}
interface SeesAllText extends PlainText {
  readonly seesAll: string
}
/** Made for its tables, and so for all callers. */
interface GuardedText {
  readonly text: GuardedSql
  readonly distributed?: GuardedSql
  /** The reason that callers with limited rights run it for all rows. */
  readonly seesAll?: string
}
export type StatementText = PlainText | SeesAllText | GuardedText

/** A statement or a look-up has it if callers with limited rights may run it. */
export interface Guarded {
  readonly guard: GuardedText | Pick<SeesAllText, 'seesAll'>
}

export type GuardedStatement<Row, Values extends readonly unknown[]> = Statement<Row, Values> & Guarded

type Parts<Row, Values extends readonly unknown[]> = Omit<
  Statement<Row, Values>,
  'typed' | 'text' | 'distributed'
>

/**
 * const clientById = sql<{ id: string; disabled: boolean }, [id: string]>({
 *   name: 'client.byId',
 *   text: 'select id, disabled from cairn.client where id = $1',
 * })
 * const [client] = await database.query(clientById, [id])
 */
export function sql<Row = never, Values extends readonly unknown[] = []>(
  statement: Parts<Row, Values> & (SeesAllText | GuardedText),
): GuardedStatement<Row, Values>
export function sql<Row = never, Values extends readonly unknown[] = []>(
  statement: Parts<Row, Values> & StatementText,
): Statement<Row, Values>
export function sql<Row, Values extends readonly unknown[]>(
  written: Parts<Row, Values> & StatementText,
): Statement<Row, Values> | GuardedStatement<Row, Values> {
  // PostgreSQL silently truncates longer names, so two statements could get the same one.
  if (written.name.length > 63) throw new Error(`Statement name too long: ${written.name}`)
  if (isGuarded(written)) return printed(written)
  return 'seesAll' in written ? { ...written, guard: { seesAll: written.seesAll } } : written
}

const isGuarded = <T extends StatementText>(written: T): written is T & GuardedText =>
  written.text instanceof GuardedSql

/** The texts for all rows are printed once, so that callers without limits pay nothing. */
function printed<Row, Values extends readonly unknown[]>(
  written: Parts<Row, Values> & GuardedText,
): GuardedStatement<Row, Values> {
  const { text, distributed, seesAll, ...others } = written
  return {
    ...others,
    text: printWhole(text),
    ...(distributed && { distributed: printWhole(distributed) }),
    guard: { text, ...(distributed && { distributed }), ...(seesAll !== undefined && { seesAll }) },
  }
}
