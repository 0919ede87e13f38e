/** Prints guarded SQL: with the tables themselves, or with the rows of them that a limit reaches; for EHRs, or for parties. */
import { CONDITIONS, IN_PARTY, IN_PERSON, type ReachValue } from './conditions.ts'
import { type GuardedSql, type GuardedTable, PARTY_TABLES, type TableUse } from './guarded-sql.ts'
import type { LimitKind } from './row-limit.ts'

/** The schema and the rows that a statement is printed for. */
interface View {
  /** The name of a table with that of its schema. */
  readonly nameOf: (table: GuardedTable) => string
  /** The condition on a row of a table; undefined: every row is seen. */
  readonly conditionOf?: (table: GuardedTable, row: string) => string
}

const ofEhrs = (table: GuardedTable): string => `cairn.${table}`

const PARTY_NAMES: ReadonlySet<GuardedTable> = new Set(PARTY_TABLES)

/** Definitions are the same for both. */
const ofParties = (table: GuardedTable): string =>
  PARTY_NAMES.has(table) ? `cairn_party.${table}` : ofEhrs(table)

function printUse(use: TableUse, view: View): string {
  const { nameOf, conditionOf } = view
  switch (use.use) {
    case 'open':
      return `cairn.${use.name}`
    case 'insert':
      return `insert into ${nameOf(use.table)}`
    case 'rows': {
      const { table, alias } = use
      const name = nameOf(table)
      if (!conditionOf) return alias === undefined ? name : `${name} ${alias}`
      return `(select * from ${name} reached where ${conditionOf(table, 'reached')}) ${alias ?? table}`
    }
    case 'change': {
      const { verb, table, alias, rest } = use
      const target = alias === undefined ? nameOf(table) : `${nameOf(table)} ${alias}`
      const where = print(use.where, view)
      const condition = conditionOf ? `(${conditionOf(table, alias ?? table)}) and (${where})` : where
      return `${verb} ${target}${print(rest, view)} where ${condition}`
    }
  }
}

const print = ({ pieces }: GuardedSql, view: View): string =>
  pieces.map(piece => (typeof piece === 'string' ? piece : printUse(piece, view))).join('')

/** The text that sees all rows of EHRs. */
export const printWhole = (sql: GuardedSql): string => print(sql, { nameOf: ofEhrs })

/** The same text for parties. */
export const printParties = (sql: GuardedSql): string => print(sql, { nameOf: ofParties })

function partyCondition(table: GuardedTable): typeof IN_PARTY {
  if (table === 'person_entry') return IN_PERSON
  return PARTY_NAMES.has(table) ? IN_PARTY : CONDITIONS[table]
}

type GivenValue = (value: ReachValue) => string

const printLimited = (sql: GuardedSql, kind: LimitKind, given: GivenValue): string =>
  kind === 'party'
    ? print(sql, {
        nameOf: ofParties,
        conditionOf: (table, row) => partyCondition(table)({ kind, row, given }),
      })
    : print(sql, { nameOf: ofEhrs, conditionOf: (table, row) => CONDITIONS[table]({ kind, row, given }) })

const TYPES: Readonly<Record<ReachValue, string>> = { ehrs: 'uuid[]', records: 'jsonb', setting: 'jsonb' }

/** Of the setting of the connection. */
const ON_SERVER: Readonly<Record<ReachValue, string>> = {
  ehrs: 'cairn.reached_ehrs()',
  records: 'cairn.reached_records()',
  setting: 'cairn.reach()',
}

/** The beginning of a statement, before its own parts or its verb. */
const START = /^(declare [\w ]+ for )?(?:\s*(with)\s)?/

/** The values that a statement needs are a part of it, so that they are computed once and not for each of its tables. */
export function printOnServer(sql: GuardedSql, kind: LimitKind): string {
  const needed = new Set<ReachValue>()
  const text = printLimited(sql, kind, value => {
    needed.add(value)
    return `(select ${value} from caller_reach)::${TYPES[value]}`
  })
  if (needed.size === 0) return text
  const values = [...needed].map(value => `${ON_SERVER[value]} as ${value}`).join(', ')
  const [start = '', cursor = '', parts] = START.exec(text) ?? []
  return `${cursor}with caller_reach as materialized (select ${values})${parts ? ',' : ''} ${text.slice(start.length)}`
}

interface PrintedOnNodes {
  readonly text: string
  /** Values to add to those of the statement, in order. */
  readonly added: readonly ReachValue[]
}

/**
 * For a distributed database. Its nodes do not know the setting, so the values are parameters, after the `count` that the statement
 * has by itself.
 */
export function printOnNodes(sql: GuardedSql, kind: LimitKind, count: number): PrintedOnNodes {
  const added: ReachValue[] = []
  const text = printLimited(sql, kind, value => {
    if (!added.includes(value)) added.push(value)
    return `$${count + added.indexOf(value) + 1}::${TYPES[value]}`
  })
  return { text, added }
}
