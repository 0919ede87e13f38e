/** AQL with rows as objects: their keys are the names of the columns. */
import type { CallOptions } from './operation.ts'
import type { Api } from './operations.generated.ts'

/** A cell: a value, or an object of the reference model. */
export type AqlValue = unknown

type Blank = ' ' | '\n' | '\t'

type TrimStart<Text extends string> = Text extends `${Blank}${infer Rest}` ? TrimStart<Rest> : Text

/** The first word of a text: up to a blank or a comma. */
type FirstWord<Text extends string> = Text extends `${infer Word}${Blank | ','}${string}`
  ? FirstWord<Word>
  : Text

/** The part of a query before FROM. */
type SelectClause<Query extends string> =
  Query extends `${infer Select}${Blank}${'FROM' | 'from' | 'From'}${Blank}${string}` ? Select : Query

type NamesIn<Select extends string> =
  Select extends `${string}${Blank}${'AS' | 'as' | 'As'}${Blank}${infer Rest}`
    ? FirstWord<TrimStart<Rest>> | NamesIn<Rest>
    : never

/** The names that a query gives to its columns by AS. A query that is no literal has any names. */
export type AqlColumns<Query extends string> = string extends Query ? string : NamesIn<SelectClause<Query>>

/** A row of a query whose types nobody has given: the columns by their names; those without AS are `#0`, `#1`, … */
export type AqlRow<Query extends string> = Readonly<Record<AqlColumns<Query> | `#${number}`, AqlValue>>

export interface AqlOptions extends Pick<CallOptions, 'signal'> {
  /** Values for the `$names` of the query. */
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly ehrId?: string
  /** Rows of a page. */
  readonly fetch?: number
  /** Row to start from; the first is 0. */
  readonly offset?: number
  /** Called once, before the first row, if the service has warnings about the query: it probably means something else. */
  readonly onWarnings?: (warnings: readonly string[]) => void
}

/**
 * All rows of a query, page by page:
 *
 *     for await (const { systolic } of cairn.aql<{ systolic: number }>('SELECT … AS systolic FROM …')) …
 */
export interface RunAql {
  <const Query extends string>(query: Query, options?: AqlOptions): AsyncIterable<AqlRow<Query>>
  <Row extends object>(query: string, options?: AqlOptions): AsyncIterable<Row>
}

const DEFAULT_FETCH = 1000

async function* rowsOf(api: Api, q: string, options: AqlOptions): AsyncGenerator<Record<string, unknown>> {
  const { parameters = {}, ehrId, fetch = DEFAULT_FETCH, offset: start = 0, signal, onWarnings } = options
  for (let offset = start; ; ) {
    const body = { q, offset, fetch, query_parameters: parameters }
    const page = await api.query.adhocPost({ body, openehrEhrId: ehrId }, { signal })
    if (offset === start && page.meta.warnings) onWarnings?.(page.meta.warnings)
    for (const row of page.rows)
      yield Object.fromEntries(page.columns.map(({ name }, column) => [name, row[column]]))
    offset += page.rows.length
    if (page.meta.more !== true || page.rows.length === 0) return
  }
}

export const aqlOver = (api: Api): RunAql =>
  ((query: string, options: AqlOptions = {}) => rowsOf(api, query, options)) as RunAql
