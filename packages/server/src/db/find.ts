/** How look-ups are done: by themselves within a transaction, and together where everybody asks. */
import type { Queries } from './database.ts'
import { gather } from './gather.ts'
import type { Lookup } from './lookup.ts'

/** Large enough that the round trip no longer counts, small enough that database and server work side by side. */
const MOST = 8

/** The rows of some keys, in their order. */
async function findAll<Row, Key extends readonly unknown[]>(
  { query }: Pick<Queries, 'query'>,
  { statement, lists }: Lookup<Row, Key>,
  keys: readonly Key[],
): Promise<(Row | undefined)[]> {
  const found: (Row | undefined)[] = keys.map(() => undefined)
  for (const row of await query(statement, lists.values(keys))) found[row.place - 1] = row
  return found
}

/** On a connection of one's own, keys are looked up one by one. */
export const findOn =
  (queries: Pick<Queries, 'query'>): Queries['find'] =>
  async (wanted, key) =>
    (await findAll(queries, wanted, [key]))[0]

type Door<Row, Key> = (key: Key) => Promise<Row | undefined>

/** On connections that are everybody's, together. */
export function findTogether(queries: Pick<Queries, 'query'>): Queries['find'] {
  const doors = new Map<unknown, unknown>()
  return <Row, Key extends readonly unknown[]>(wanted: Lookup<Row, Key>, key: Key) => {
    let door = doors.get(wanted) as Door<Row, Key> | undefined
    if (door === undefined) {
      door = gather({ run: (keys: readonly Key[]) => findAll(queries, wanted, keys), most: MOST })
      doors.set(wanted, door)
    }
    return door(key)
  }
}
