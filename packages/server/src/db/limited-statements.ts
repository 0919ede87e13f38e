/** The statements of a caller with limited rights, printed for the rows that these reach. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import {
  type GuardedSql,
  PARTY_TABLES,
  printOnNodes,
  printOnServer,
  printParties,
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

type Guard = Guarded['guard']

/** The compiler keeps other statements away, unless somebody casts. */
function guardOf(statement: RunnableStatement): Guard {
  const { guard } = statement as Partial<Guarded>
  if (guard === undefined) throw new Error(`${statement.name} is not for callers with limited rights`)
  return guard
}

/** False if callers with limited rights run the statement for all rows. */
const isLimited = (guard: Guard): guard is Extract<Guard, { readonly text: GuardedSql }> =>
  guard.seesAll === undefined

const LONGEST_NAME = 63

/** The kind of a limit, or all parties. */
type Form = RowLimit['kind'] | 'parties'

/** A connection keeps prepared statements by name, so that of each kind of limit has its own. */
function limitedName(name: string, kind: Form): string {
  const limited = `${name} by ${kind}`
  return limited.length <= LONGEST_NAME
    ? limited
    : `${kind} ${createHash('sha256').update(name).digest('base64url')}`
}

/** A statement is printed once for each form. */
function onceForEachForm<Printed extends { readonly text: string }>(
  print: (sql: GuardedSql, form: Form, count: number) => Printed,
) {
  const known = new Map<Form, WeakMap<RunnableStatement, Printed & { statement: RunnableStatement }>>()
  return (asked: RunnableStatement, sql: GuardedSql, form: Form, count: number) => {
    const ofForm = known.get(form) ?? new WeakMap()
    known.set(form, ofForm)
    const earlier = ofForm.get(asked)
    if (earlier) return earlier
    const printed = print(sql, form, count)
    const statement = { ...asked, name: limitedName(asked.name, form), text: printed.text }
    const made = { ...printed, statement }
    ofForm.set(asked, made)
    return made
  }
}

const ON_TABLES_OF_PARTIES = new RegExp(`\\bcairn\\.(?:${PARTY_TABLES.join('|')})\\b`)

/** Statements that see all parties. A text that is written for the tables of EHRs would read or change those. */
export function partyStatements(isDistributed: boolean): LimitStatement {
  const printed = onceForEachForm(sql => ({ text: printParties(sql) }))
  return (asked, values) => {
    const guard = guardOf(asked)
    if ('text' in guard) {
      const sql = (isDistributed ? guard.distributed : undefined) ?? guard.text
      return { statement: printed(asked, sql, 'parties', values.length).statement, values }
    }
    if (ON_TABLES_OF_PARTIES.test(asked.text)) throw new Error(`${asked.name} is not for parties`)
    return { statement: asked, values }
  }
}

/** On one server the conditions read the setting of the connection. */
function limitOnServer(all: LimitStatement): (limit: RowLimit) => LimitOn {
  const printed = onceForEachForm((sql, form) => ({ text: printOnServer(sql, form as RowLimit['kind']) }))
  return ({ kind }) => {
    const limited: LimitStatement = (asked, values) => {
      const guard = guardOf(asked)
      if (!isLimited(guard)) return kind === 'party' ? all(asked, values) : { statement: asked, values }
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
function limitOnNodes(all: LimitStatement): (limit: RowLimit) => LimitOn {
  const printed = onceForEachForm((sql, form, count) => printOnNodes(sql, form as RowLimit['kind'], count))
  return ({ kind, setting }) =>
    client => {
      let reach: Promise<ReachValues> | undefined
      return async (asked, values) => {
        const guard = guardOf(asked)
        if (!isLimited(guard)) return kind === 'party' ? all(asked, values) : { statement: asked, values }
        const sql = guard.distributed ?? guard.text
        const { statement, added } = printed(asked, sql, kind, values.length)
        if (added.length === 0) return { statement, values }
        reach ??= readReach(client, setting)
        const known = await reach
        return { statement, values: [...values, ...added.map(value => known[value])] }
      }
    }
}

/** `all`: how statements see all parties. */
export const limiterOf = (isDistributed: boolean, all: LimitStatement): ((limit: RowLimit) => LimitOn) =>
  isDistributed ? limitOnNodes(all) : limitOnServer(all)
