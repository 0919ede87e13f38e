/** The SQL of the chain of seals, and of the rows that seals cover. */
import { type LimitedQueries, type Queries, sql } from '../db/index.ts'
import { KIND_NAMES, kindOf, type SealedTable } from './kinds.ts'
import { chainSeal, contentSeal, type SealedRows, type SealKey, type StateSeal } from './seal.ts'

const seesAll = 'a seal covers its object, whoever writes it'

const FORMS: Readonly<Record<SealedTable['columns'][string], (column: string) => string>> = {
  json: column => `t.${column}`,
  time: column => `to_char(t.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`,
  bytes: column => `encode(t.${column}, 'hex')`,
  digest: column => `encode(sha256(convert_to(t.${column}, 'UTF8')), 'hex')`,
}

const printed = ({ columns }: SealedTable): string =>
  Object.entries(columns)
    .map(([column, form]) => `'${column}', ${FORMS[form](column)}`)
    .join(', ')

interface FoundRow {
  id: string
  rows: SealedRows
  number: number | null
  content: Buffer | null
  is_complete: boolean
}

/** One statement, and so one snapshot: the rows of objects, and the last seal of each. */
function findText(name: string): string {
  const { tables } = kindOf(name)
  const parts = tables.map(
    (each, at) => `t${at} as materialized (
      select ${each.owner} as id, json_agg(json_build_object(${printed(each)})) as rows
      from ${each.schema}.${each.table} t where ${each.owner} = any($1::text[]) group by ${each.owner})`,
  )
  const joins = tables.map((_, at) => `left join t${at} on t${at}.id = w.id`)
  const rows = tables.map(({ table }, at) => `'${table}', coalesce(t${at}.rows, '[]'::json)`)
  return `with ${parts.join(', ')}, sealed as materialized (
      select distinct on (s.id) s.id, s.number, s.content from cairn.state_seal s
      where s.kind = '${name}' and s.id = any($1::text[]) order by s.id, s.number desc)
    select w.id, json_build_object(${rows.join(', ')}) as rows, sealed.number, sealed.content,
      exists (select 1 from cairn.state_seal where kind = '${COMPLETE}' and id = '${name}') as is_complete
    from unnest($1::text[]) w (id) ${joins.join(' ')} left join sealed on sealed.id = w.id
    order by w.id collate "C"`
}

/** Seals of this kind say that all objects of a kind are sealed. */
const COMPLETE = 'complete'

const perKind = <S>(make: (name: string) => S): ((name: string) => S) => {
  const made = new Map(KIND_NAMES.map(name => [name, make(name)]))
  return name => {
    const statement = made.get(name)
    if (!statement) throw new Error(`there is no sealed kind ${name}`)
    return statement
  }
}

const find = perKind(name =>
  sql<FoundRow, [ids: readonly string[]]>({
    name: `seal.find.${name}`,
    seesAll,
    text: findText(name),
  }),
)

/** An object beside its last seal. */
export interface FoundObject {
  readonly id: string
  /** The seal of its rows as they are; null if it has none. */
  readonly content: Buffer | null
  /** Undefined if it was never sealed. */
  readonly sealed: Pick<StateSeal, 'number' | 'content'> | undefined
  /** False until all objects of the kind have been sealed once. */
  readonly isComplete: boolean
}

export async function findObjects(
  queries: LimitedQueries,
  key: SealKey,
  kind: string,
  ids: readonly string[],
): Promise<FoundObject[]> {
  const [main] = kindOf(kind).tables
  return (await queries.query(find(kind), [ids])).map(row => ({
    id: row.id,
    content: row.rows[main.table]?.length ? contentSeal(key, kind, row.id, row.rows) : null,
    sealed: row.number === null ? undefined : { number: row.number, content: row.content },
    isComplete: row.is_complete,
  }))
}

/** Distinct ids of each side, so that as many are the first of both. */
const idsOf = perKind(name => {
  const [{ schema, table, owner }] = kindOf(name).tables
  return sql<{ id: string }, [after: string, limit: number]>({
    name: `seal.ids.${name}`,
    text: `select id from (
             (select distinct ${owner} as id from ${schema}.${table} where ${owner} > $1 order by id limit $2)
             union (select distinct id from cairn.state_seal where kind = '${name}' and id > $1 order by id limit $2)
           ) each order by id limit $2`,
  })
})

/** Ids of objects of a kind that exist or were sealed, after one of them; all follow the empty one. */
export const findIdsAfter = async (
  queries: Queries,
  kind: string,
  after: string,
  limit: number,
): Promise<readonly string[]> => (await queries.query(idsOf(kind), [after, limit])).map(({ id }) => id)

const sealedObjects = sql<{ objects: number }, [kinds: readonly string[]]>({
  name: 'seal.objects',
  text: `select count(*) as objects
         from (select from cairn.state_seal where kind = any($1::text[]) group by kind, id) each`,
})

/** The number of objects that were ever sealed. */
export const countSealed = async (queries: Queries): Promise<number> =>
  (await queries.query(sealedObjects, [KIND_NAMES]))[0]?.objects ?? 0

const earlier = sql<{ number: number }, [kind: string, id: string, content: Buffer]>({
  name: 'seal.earlier',
  seesAll,
  text: 'select number from cairn.state_seal where kind = $1 and id = $2 and content = $3 limit 1',
})

/** True if the object was as it is now at some time. */
export const wasSealedAs = async (
  queries: LimitedQueries,
  kind: string,
  { id, content }: FoundObject,
): Promise<boolean> => content !== null && (await queries.query(earlier, [kind, id, content])).length > 0

const completeKinds = sql<{ id: string }>({
  name: 'seal.complete',
  seesAll,
  text: `select id from cairn.state_seal where kind = '${COMPLETE}'`,
})

/** Kinds whose objects have all been sealed once. */
export const findCompleteKinds = async (queries: LimitedQueries): Promise<ReadonlySet<string>> =>
  new Set((await queries.query(completeKinds)).map(({ id }) => id))

/** Taken as the last lock of a transaction, so that two transactions never wait for each other. */
const lockChain = sql({
  name: 'seal.lock',
  seesAll,
  text: "select pg_advisory_xact_lock(hashtextextended('cairn.state_seal', 0))",
})

/** Until the transaction ends, no other adds to the chain. */
export const lockSeals = (queries: LimitedQueries): Promise<unknown> => queries.query(lockChain)

const lastSeal = sql<{ number: number; chain: Buffer }>({
  name: 'seal.head',
  seesAll,
  text: 'select number, chain from cairn.state_seal order by number desc limit 1',
})

/** The end of the chain. */
export interface StateHead {
  readonly number: number
  readonly chain: Buffer
}

export async function findStateHead(queries: LimitedQueries): Promise<StateHead | undefined> {
  return (await queries.query(lastSeal))[0]
}

const insert = sql<
  never,
  [
    numbers: readonly number[],
    kinds: readonly string[],
    ids: readonly string[],
    contents: readonly (Buffer | null)[],
    chains: readonly Buffer[],
  ]
>({
  name: 'seal.insert',
  seesAll,
  text: `insert into cairn.state_seal (number, kind, id, content, chain)
         select * from unnest($1::bigint[], $2::text[], $3::text[], $4::bytea[], $5::bytea[])`,
})

export type Change = Omit<StateSeal, 'number'>

/** Adds seals at the end of the chain, which must be locked. */
export async function appendSeals(
  queries: LimitedQueries,
  key: SealKey,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return
  let head = await findStateHead(queries)
  const added = changes.map(change => {
    const seal = { ...change, number: (head?.number ?? 0) + 1 }
    const chain = chainSeal(key, seal, head?.chain)
    head = { number: seal.number, chain }
    return { ...seal, chain }
  })
  await queries.execute(insert, [
    added.map(({ number }) => number),
    added.map(({ kind }) => kind),
    added.map(({ id }) => id),
    added.map(({ content }) => content),
    added.map(({ chain }) => chain),
  ])
}

/** The seal that says that all objects of a kind are sealed. */
export const completeSeal = (key: SealKey, kind: string): Change => ({
  kind: COMPLETE,
  id: kind,
  content: contentSeal(key, COMPLETE, kind, {}),
})

const sealsFrom = sql<StateSeal & { readonly chain: Buffer }, [after: number, limit: number]>({
  name: 'seal.after',
  text: `select number, kind, id, content, chain from cairn.state_seal where number > $1 order by number limit $2`,
})

/** Seals after a number, in their order. */
export const sealsAfter = (
  queries: Queries,
  number: number,
  limit: number,
): Promise<readonly (StateSeal & { readonly chain: Buffer })[]> => queries.query(sealsFrom, [number, limit])

/** Audit seals that name another end of the chain than the one that exists, or one that is gone. */
const unknownHeads = sql<{ seal_number: number; state_number: number }>({
  name: 'seal.unknownHeads',
  text: `select a.seal_number, a.state_number from cairn.audit_seal a
         left join cairn.state_seal s on s.number = a.state_number
         where a.state_number is not null and s.chain is distinct from a.state_chain
         order by a.seal_number limit 100`,
})

export const findUnknownHeads = (
  queries: Queries,
): Promise<readonly { readonly seal_number: number; readonly state_number: number }[]> =>
  queries.query(unknownHeads)
