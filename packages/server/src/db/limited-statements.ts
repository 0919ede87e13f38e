/** The statements of a caller with limited rights, printed for the rows that these reach. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import {
  type GuardedSql,
  type LimitKind,
  printOnNodes,
  printOnServer,
  type ReachValue,
  type RowLimit,
} from '../access/index.ts'
import { withoutData } from './database-error.ts'
import type { RunnableStatement } from './fast/prepared-query.plain.ts'
import type { Guarded } from './statement.ts'

/** A statement with the values that it takes. */
interface LimitedCall {
  readonly statement: RunnableStatement
  readonly values: readonly unknown[]
}

export type LimitStatement = (
  statement: RunnableStatement,
  values: readonly unknown[],
) => LimitedCall | Promise<LimitedCall>

export type LimitOn = (client: pg.PoolClient) => LimitStatement

/** The compiler keeps other statements away, unless somebody casts. */
function guardOf(statement: RunnableStatement): Guarded['guard'] {
  const { guard } = statement as Partial<Guarded>
  if (guard === undefined) throw new Error(`${statement.name} is not for callers with limited rights`)
  return guard
}

const LONGEST_NAME = 63

/** A connection keeps prepared statements by name, so that of each kind of limit has its own. */
function limitedName(name: string, kind: LimitKind): string {
  const limited = `${name} by ${kind}`
  return limited.length <= LONGEST_NAME
    ? limited
    : `${kind} ${createHash('sha256').update(name).digest('base64url')}`
}

/** A statement is printed once for each kind of limit. */
function onceForEachKind<Printed extends { readonly text: string }>(
  print: (sql: GuardedSql, kind: LimitKind, count: number) => Printed,
) {
  const known = new Map<LimitKind, WeakMap<RunnableStatement, Printed & { statement: RunnableStatement }>>()
  return (asked: RunnableStatement, sql: GuardedSql, kind: LimitKind, count: number) => {
    const ofKind = known.get(kind) ?? new WeakMap()
    known.set(kind, ofKind)
    const earlier = ofKind.get(asked)
    if (earlier) return earlier
    const printed = print(sql, kind, count)
    const statement = { ...asked, name: limitedName(asked.name, kind), text: printed.text }
    const made = { ...printed, statement }
    ofKind.set(asked, made)
    return made
  }
}

/** On one server the conditions read the setting of the connection. */
function limitOnServer(): (limit: RowLimit) => LimitOn {
  const printed = onceForEachKind((sql, kind) => ({ text: printOnServer(sql, kind) }))
  return ({ kind }) => {
    const limited: LimitStatement = (asked, values) => {
      const guard = guardOf(asked)
      if ('seesAll' in guard) return { statement: asked, values }
      return { statement: printed(asked, guard.text, kind, values.length).statement, values }
    }
    return () => limited
  }
}

/** Read on the coordinator, which knows the setting and has the assignments. */
const READ_REACH = {
  name: 'reach',
  text: `select cairn.reached_ehrs()::text as ehrs, cairn.reached_records()::text as records`,
}

type ReachValues = Readonly<Record<ReachValue, string>>

async function readReach(client: pg.PoolClient, setting: string): Promise<ReachValues> {
  const { rows } = await client.query<Omit<ReachValues, 'setting'>>(READ_REACH).catch(error => {
    throw withoutData(error, READ_REACH.name)
  })
  return { ehrs: rows[0]?.ehrs ?? '{}', records: rows[0]?.records ?? '{}', setting }
}

/** Reads the reach of a caller once for each time that a connection is taken: for one statement, or for a transaction. */
function limitOnNodes(): (limit: RowLimit) => LimitOn {
  const printed = onceForEachKind(printOnNodes)
  return ({ kind, setting }) =>
    client => {
      let reach: Promise<ReachValues> | undefined
      return async (asked, values) => {
        const guard = guardOf(asked)
        if ('seesAll' in guard) return { statement: asked, values }
        const sql = guard.distributed ?? guard.text
        const { statement, added } = printed(asked, sql, kind, values.length)
        if (added.length === 0) return { statement, values }
        reach ??= readReach(client, setting)
        const known = await reach
        return { statement, values: [...values, ...added.map(value => known[value])] }
      }
    }
}

export const limiterOf = (isDistributed: boolean): ((limit: RowLimit) => LimitOn) =>
  isDistributed ? limitOnNodes() : limitOnServer()
