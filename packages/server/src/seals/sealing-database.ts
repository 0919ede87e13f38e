/**
 * A database that seals what statements write (decision 0087). A statement names the objects that it writes, and its transaction ends with
 * their seals, so no writer can forget them.
 */
import { type DatabaseOf, type LimitedQueries, type QueriesOf, type Statement, sql } from '../db/index.ts'
import type { SealKey } from './seal.ts'
import { openSealedWrites, type SealedWrites } from './sealed-writes.ts'

/** Statements without `seals`, as a pool runs them. */
const plainForms = new WeakMap<object, object>()

function plainForm<S extends { readonly seals?: unknown }>(statement: S): S {
  const known = plainForms.get(statement)
  if (known) return known as S
  const { seals: _seals, ...others } = statement
  plainForms.set(statement, others)
  return others as unknown as S
}

async function idsOf(
  queries: LimitedQueries,
  { name, seals }: Statement<unknown, readonly unknown[]>,
  values: readonly unknown[],
): Promise<readonly string[]> {
  if (seals === undefined) return []
  if ('ids' in seals) return seals.ids(values)
  const finding = sql<{ id: string | null }, readonly unknown[]>({
    name: `${name}.sealed`,
    text: seals.find,
    seesAll: 'a seal covers its object, whoever writes it',
  })
  return (await queries.query(finding, values)).flatMap(({ id }) => id ?? [])
}

/** Runs a statement after the objects that it writes were noted. */
const noting = <Also>(queries: QueriesOf<Also>, writes: SealedWrites): QueriesOf<Also> => {
  const note = async <Row, Values extends readonly unknown[]>(
    statement: Statement<Row, Values>,
    [values = []]: readonly (readonly unknown[])[],
  ): Promise<void> => {
    if (!statement.seals) return
    const ids = await idsOf(queries, statement as Statement<unknown, readonly unknown[]>, values)
    await writes.note(statement.seals.kind, ids)
  }
  return {
    ...queries,
    query: async (statement, ...given) => {
      if (!statement.seals) return queries.query(statement, ...given)
      await note(statement, given)
      return queries.query(plainForm(statement), ...given)
    },
    execute: async (statement, ...given) => {
      if (!statement.seals) return queries.execute(statement, ...given)
      await note(statement, given)
      return queries.execute(plainForm(statement), ...given)
    },
  }
}

/** `keyOf` is called at the first write of a sealed object. */
export function sealingDatabase<Also>(db: DatabaseOf<Also>, keyOf: () => Promise<SealKey>): DatabaseOf<Also> {
  const transaction: DatabaseOf<Also>['transaction'] = (work, options = {}) =>
    options.readOnly
      ? db.transaction(work, options)
      : db.transaction(async queries => {
          const writes = openSealedWrites(queries, keyOf)
          const result = await work(noting(queries, writes))
          await writes.end()
          return result
        }, options)
  return {
    ...db,
    query: (statement, ...given) =>
      statement.seals
        ? transaction(queries => queries.query(statement, ...given))
        : db.query(statement, ...given),
    execute: (statement, ...given) =>
      statement.seals
        ? transaction(queries => queries.execute(statement, ...given))
        : db.execute(statement, ...given),
    transaction,
    limitedTo: limit => sealingDatabase(db.limitedTo(limit), keyOf),
    ofParties: () => sealingDatabase(db.ofParties(), keyOf),
  }
}
