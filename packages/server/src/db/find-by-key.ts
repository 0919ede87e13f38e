/** Runs look-ups by key: one by one inside a transaction, in batches outside. */

import type { Queries } from './database.ts'
import type { Lookup } from './lookup.ts'
import type { Statement } from './statement.ts'
import { batchCalls } from './writing/batch-calls.ts'

/** Most keys of a batch: large enough to make the round trip cheap, small enough that database and server work in parallel. */
const MOST = 8

/** Finds the rows of several keys, in their order. */
async function findAll<Row, Key extends readonly unknown[]>(
  { query }: Pick<Queries, 'query'>,
  { statement, lists }: Lookup<Row, Key>,
  keys: readonly Key[],
): Promise<(Row | undefined)[]> {
  const found: (Row | undefined)[] = keys.map(() => undefined)
  for (const row of await query(statement, lists.values(keys))) found[row.place - 1] = row
  return found
}

/** Looks keys up one by one, on the connection of a transaction. */
export const findOn =
  (queries: Pick<Queries, 'query'>): Queries['find'] =>
  async (wanted, key) =>
    (await findAll(queries, wanted, [key]))[0]

/** Looks keys up one by one, each on the node that has it. */
export const findAlone =
  ({ query }: Pick<Queries, 'query'>): Queries['find'] =>
  async <Row, Key extends readonly unknown[]>({ alone }: Lookup<Row, Key>, key: Key) =>
    (await query<Row, readonly unknown[]>(alone as unknown as Statement<Row, readonly unknown[]>, key))[0]

type FindByKey<Row, Key> = (key: Key) => Promise<Row | undefined>

/** Looks up keys of concurrent calls in batches, on shared connections. */
export function findInBatches(queries: Pick<Queries, 'query'>): Queries['find'] {
  const doors = new Map<unknown, unknown>()
  return <Row, Key extends readonly unknown[]>(wanted: Lookup<Row, Key>, key: Key) => {
    let door = doors.get(wanted) as FindByKey<Row, Key> | undefined
    if (door === undefined) {
      door = batchCalls({ run: (keys: readonly Key[]) => findAll(queries, wanted, keys), most: MOST })
      doors.set(wanted, door)
    }
    return door(key)
  }
}
