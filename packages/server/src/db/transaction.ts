/** Runs work in a transaction on one connection: committed when it returns, rolled back when it throws. */
import type pg from 'pg'
import type { TransactionOptions } from './database.ts'
import { DatabaseError, lostConnection, withoutData } from './database-error.ts'

export async function withTransaction<T>(
  connect: () => Promise<pg.PoolClient>,
  work: (client: pg.PoolClient) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  for (let retries = options.retries ?? 0; ; retries--) {
    try {
      return await runOnce(connect, work, options)
    } catch (error) {
      if (!(error instanceof DatabaseError && error.isConflict && retries > 0)) throw error
    }
  }
}

async function runOnce<T>(
  connect: () => Promise<pg.PoolClient>,
  work: (client: pg.PoolClient) => Promise<T>,
  { isolation, readOnly, statementTimeoutMs }: TransactionOptions,
): Promise<T> {
  const client = await safely('connect', connect())
  // A connection whose transaction could not be ended is closed, so that nobody uses it again.
  let broken = false
  try {
    const level = isolation ? ` isolation level ${isolation}` : ''
    const limits =
      statementTimeoutMs === undefined
        ? ''
        : `; set local statement_timeout to ${statementTimeoutMs}; set local lock_timeout to ${statementTimeoutMs}`
    await safely('begin', client.query(`begin${level}${readOnly ? ' read only' : ''}${limits}`))
    const result = await work(client)
    // After a statement that failed and was caught, PostgreSQL answers a commit by rolling back.
    const { command } = await safely('commit', client.query('commit'))
    if (command !== 'COMMIT') throw new DatabaseError('25P02', 'commit', undefined, 'rolled back instead')
    return result
  } catch (error) {
    // A connection that gave no answer would give none to a rollback either. One to a server that takes no writes is not kept: the next may lead
    // to the server that was promoted.
    broken = lostConnection(error) || isReadOnly(error) || !(await rolledBack(client))
    throw error
  } finally {
    client.release(broken)
  }
}

const isReadOnly = (error: unknown): boolean => error instanceof DatabaseError && error.isReadOnly

/** The driver's types leave the limit of a single query out. */
const ROLLBACK = { text: 'rollback', query_timeout: 2000 } as pg.QueryConfig

/** Returns false if the connection is unusable. */
export const rolledBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query(ROLLBACK).then(
    () => true,
    () => false,
  )

/** Errors of `work` are not changed; data are removed from errors of the driver. */
function safely<T>(step: string, answer: Promise<T>): Promise<T> {
  return answer.catch(error => {
    throw withoutData(error, step)
  })
}
