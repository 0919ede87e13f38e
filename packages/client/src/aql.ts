/** AQL with rows as objects: their keys are the names of the columns. */
import { CairnError } from './error.ts'
import { networkErrorOf } from './network-error.ts'
import { type CallOptions, type PreparedRequest, prepare } from './operation.ts'
import { OPERATIONS } from './operations.generated.ts'

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

/** Types of cells by archetype and path below it, as `cairn generate types` writes them for a template. */
export type AqlCells = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** No template is known: a cell has any type. */
export type NoCells = Readonly<Record<never, never>>

type Trim<Text extends string> = Text extends `${Blank}${infer Rest}`
  ? Trim<Rest>
  : Text extends `${infer Rest}${Blank}`
    ? Trim<Rest>
    : Text

type SplitByComma<Text extends string> = Text extends `${infer First},${infer Rest}`
  ? First | SplitByComma<Rest>
  : Text

/** The columns of SELECT, without the keyword. */
type Items<Select extends string> =
  Trim<Select> extends `${'SELECT' | 'select' | 'Select'}${Blank}${infer Items}` ? SplitByComma<Items> : never

/** The expression of the column with this name, such as `o/data[at0001]/…`. */
type ExpressionOf<Item extends string, Name extends string> = Item extends string
  ? Trim<Item> extends `${infer Expression}${Blank}${'AS' | 'as' | 'As'}${Blank}${infer Alias}`
    ? Trim<Alias> extends Name
      ? Trim<Expression>
      : never
    : never
  : never

type FromClause<Query extends string> =
  Query extends `${string}${Blank}${'FROM' | 'from' | 'From'}${Blank}${infer From}` ? ` ${From}` : ''

/** The archetype that FROM says for a variable: `OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]`. */
type ArchetypeOf<
  From extends string,
  Variable extends string,
> = From extends `${string}${Blank}${Variable}[${infer Archetype}]${string}` ? Trim<Archetype> : never

type CellOf<
  From extends string,
  Expression extends string,
  Cells,
> = Expression extends `${infer Variable}/${infer Path}`
  ? ArchetypeOf<From, Variable> extends infer Archetype extends keyof Cells
    ? Path extends keyof Cells[Archetype]
      ? Cells[Archetype][Path] | null
      : AqlValue
    : AqlValue
  : AqlValue

/**
 * A row of a query whose types nobody has given: the columns by their names; those without AS are `#0`, `#1`, … A cell has the type that the
 * template gives its path, where the text of the query tells both.
 */
export type AqlRow<Query extends string, Cells = NoCells> = {
  readonly [Name in AqlColumns<Query> | `#${number}`]: Name extends AqlColumns<Query>
    ? [ExpressionOf<Items<SelectClause<Query>>, Name>] extends [never]
      ? AqlValue
      : CellOf<FromClause<Query>, ExpressionOf<Items<SelectClause<Query>>, Name>, Cells>
    : AqlValue
}

export interface AqlOptions extends Pick<CallOptions, 'signal' | 'timeoutSeconds'> {
  /** Values for the `$names` of the query. */
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly ehrId?: string
  /** Row to start from; the first is 0. */
  readonly offset?: number
  /** Called once, before the first row, if the service has warnings about the query: it probably means something else. */
  readonly onWarnings?: (warnings: readonly string[]) => void
}

/**
 * All rows of a query, as they come from the server. They are of one moment, and only a few of them are in memory:
 *
 *     for await (const { systolic } of cairn.aql<{ systolic: number }>('SELECT … AS systolic FROM …')) …
 *
 * `timeoutSeconds` is the time until the first of them can be there. A stream that breaks off throws; it is not begun again.
 */
export interface RunAql<Cells = NoCells> {
  <const Query extends string>(query: Query, options?: AqlOptions): AsyncIterable<AqlRow<Query, Cells>>
  <Row extends object>(query: string, options?: AqlOptions): AsyncIterable<Row>
}

type Row = Readonly<Record<string, unknown>>

/** The lines of an answer. A reader that stops early ends the query. */
async function* linesOf({ body }: Response, signal: AbortSignal | undefined): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(error => {
        throw networkErrorOf(error, signal)
      })
      const lines = (rest + (value ?? '')).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line !== '') yield line
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** The last line of an answer that broke off has nothing but the reason. */
const BREAK = '#error'

const reasonIn = (row: Row): Row | undefined =>
  BREAK in row && Object.keys(row).length === 1 ? (row[BREAK] as Row) : undefined

function tellWarnings({ headers }: Response, { onWarnings }: AqlOptions): void {
  const warnings = headers.get('cairn-warnings')
  if (warnings !== null) onWarnings?.(JSON.parse(warnings))
}

async function* rowsOf(begin: Begin, q: string, options: AqlOptions): AsyncGenerator<Row> {
  const { parameters = {}, ehrId, offset = 0, signal, timeoutSeconds } = options
  const body = { q, query_parameters: parameters, ...(offset === 0 ? {} : { offset }) }
  const request = prepare(
    OPERATIONS.query_adhoc_post,
    { body, openehrEhrId: ehrId },
    { signal, accept: 'application/x-ndjson' },
  )
  const answer = await begin(request, timeoutSeconds)
  tellWarnings(answer, options)
  for await (const line of linesOf(answer, signal)) {
    const row = JSON.parse(line) as Row
    const reason = reasonIn(row)
    if (reason) throw new CairnError(answer.status, reason, answer.headers)
    yield row
  }
}

/** Resolves when the answer begins. */
type Begin = (request: PreparedRequest, timeoutSeconds: number | undefined) => Promise<Response>

export const aqlOver = (begin: Begin): RunAql =>
  ((query: string, options: AqlOptions = {}) => rowsOf(begin, query, options)) as RunAql
