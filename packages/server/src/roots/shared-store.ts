/** The SQL of shared leaves. */
import { type LimitedQueries, sql } from '../db/index.ts'

const seesAll = 'shared leaves belong to no record'

const find = sql<{ shared_key: number }, [leaves: string]>({
  name: 'roots.findShared',
  seesAll,
  text: 'select shared_key from cairn.shared_leaves where leaves = $1::jsonb',
})
const count = sql<{ count: number }>({
  name: 'roots.countShared',
  seesAll,
  text: 'select count(*)::integer as count from cairn.shared_leaves',
})
const add = sql<never, [leaves: string]>({
  name: 'roots.addShared',
  seesAll,
  text: 'insert into cairn.shared_leaves (leaves) values ($1::jsonb) on conflict do nothing',
})

/** More than any installation has: languages, countries and settings would have to be mixed at random. */
const MOST = 1_000

/** Returns the number of these leaves; undefined if there are too many different ones already. Three round trips where they are new. */
export async function sharedKeyOf(db: LimitedQueries, leaves: string): Promise<number | undefined> {
  const [known] = await db.query(find, [leaves])
  if (known) return known.shared_key
  const [row] = await db.query(count)
  if ((row?.count ?? 0) >= MOST) return undefined
  await db.execute(add, [leaves])
  return (await db.query(find, [leaves]))[0]?.shared_key
}
