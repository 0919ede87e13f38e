/** An SQL statement as data: its text, its name in the database, and its types for the compiler. */

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
  /** True if it sees all rows, whatever the rights of the caller: for ids, which are unique across all EHRs. */
  readonly seesAll?: true
  /** The sealed objects whose rows it writes (decision 0087). Only a database that seals runs such a statement. */
  readonly seals?: WrittenObjects<Values>
  /** Absent at run time; carries the types. */
  readonly typed?: (values: Values) => Row
}

/**
 * const clientById = sql<{ id: string; disabled: boolean }, [id: string]>({
 *   name: 'client.byId',
 *   text: 'select id, disabled from cairn.client where id = $1',
 * })
 * const [client] = await database.query(clientById, [id])
 */
export function sql<Row = never, Values extends readonly unknown[] = []>(
  statement: Omit<Statement<Row, Values>, 'typed'>,
): Statement<Row, Values> {
  // PostgreSQL silently truncates longer names, so two statements could get the same one.
  if (statement.name.length > 63) throw new Error(`Statement name too long: ${statement.name}`)
  return statement
}
