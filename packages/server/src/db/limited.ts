/** Restricted connections: those of the pool, with a setting that says whose rights the statements keep. */
import type pg from 'pg'
import type { RowLimit } from '../access/index.ts'
import type { Queries } from './database.ts'
import { lostConnection, withoutData } from './database-error.ts'
import { findAlone, findOn } from './find-by-key.ts'

/** The setting that a connection has; one that is new, or lost its own, is set before it is used. */
const settings = new WeakMap<pg.PoolClient, string>()

const SET = "select set_config('cairn.reach', $1, false)"

export type Connect = () => Promise<pg.PoolClient>

/** Connections whose setting is that of the limit. Other statements do not look at it, so it stays. */
export const connectLimited =
  (pool: pg.Pool, { setting }: RowLimit): Connect =>
  async () => {
    const client = await pool.connect()
    if (settings.get(client) === setting) return client
    try {
      settings.delete(client)
      await client.query(SET, [setting])
      settings.set(client, setting)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }

/** Each statement on a connection of its own, as the pool does it. */
export function queriesOver(
  connect: Connect,
  queriesOn: (client: pg.PoolClient) => Queries,
  isDistributed: boolean,
): Queries {
  const on = async <T>(name: string, run: (queries: Queries) => Promise<T>): Promise<T> => {
    const client = await connect().catch(error => {
      throw withoutData(error, name)
    })
    let isLost = false
    try {
      return await run(queriesOn(client))
    } catch (error) {
      isLost = lostConnection(error)
      throw error
    } finally {
      client.release(isLost)
    }
  }
  const query: Queries['query'] = (statement, ...given) =>
    on(statement.name, queries => queries.query(statement, ...given))
  return {
    isDistributed,
    query,
    execute: (statement, ...given) => on(statement.name, queries => queries.execute(statement, ...given)),
    find: isDistributed ? findAlone({ query }) : findOn({ query }),
  }
}
