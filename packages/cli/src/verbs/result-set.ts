/** Result sets of queries: asked for page by page, and shown as a table, CSV or JSON. */
import type { CairnClient, ResultSet } from '@cairn-ehr/client'
import { table } from '../command/print.ts'

/** A query as it is sent: ad hoc, or a stored one by its name. */
export interface Question {
  /** Below `/openehr/v1/query`. */
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Rows requested from a stored query, whose body must name `fetch` (docs/interface.md, section 8.2). */
const FETCH = 1000

/** The largest number that `fetch` can have. */
const MOST_ROWS = 2 ** 31 - 1

export interface Asked {
  readonly q: string | undefined
  /** `name` or `name/version`. */
  readonly name: string | undefined
  readonly ehr: string | undefined
  readonly fetch: number | undefined
  readonly offset: number | undefined
  readonly parameters: Readonly<Record<string, unknown>>
}

const storedPath = (name: string): string =>
  name.split('/').map(encodeURIComponent).join('/').replaceAll('%3A', ':')

/** `fetchAll`: as many rows as there are, where none are asked for. */
export function questionOf(
  { q, name, ehr, fetch, offset, parameters }: Asked,
  { fetchAll = false } = {},
): Question {
  const most = fetch ?? (fetchAll && name !== undefined ? MOST_ROWS : undefined)
  const page = { ...(most === undefined ? {} : { fetch: most }), ...(offset === undefined ? {} : { offset }) }
  const common = { ...(ehr === undefined ? {} : { ehr_id: ehr }), query_parameters: parameters }
  return {
    path: name === undefined ? 'aql' : storedPath(name),
    body: name === undefined ? { q, ...page, ...common } : { fetch: FETCH, offset: 0, ...page, ...common },
  }
}

interface AskOptions {
  readonly explain?: boolean
  readonly accept?: string
  readonly signal?: AbortSignal
  /** Seconds that the query may take; 0: as many as it needs. */
  readonly timeout?: number | undefined
}

function controlsOf(explain: boolean, timeout: number | undefined): string {
  if (explain) return '?explain=true'
  return timeout === undefined ? '' : `?timeout=${timeout}`
}

export const ask = (
  client: CairnClient,
  { path, body }: Question,
  { explain = false, accept, signal, timeout }: AskOptions = {},
): Promise<Response> =>
  client.call(`POST /openehr/v1/query/${path}${controlsOf(explain, timeout)}`, {
    headers: {
      'Content-Type': 'application/json',
      ...(explain ? { Accept: 'text/plain' } : accept ? { Accept: accept } : {}),
    },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  })

/** Page after page. */
export async function* pagesOf(
  client: CairnClient,
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<ResultSet> {
  const start = Number(question.body['offset'] ?? 0)
  for (let read = 0; ; ) {
    const body = { ...question.body, offset: start + read }
    const page = (await (await ask(client, { ...question, body }, { signal })).json()) as ResultSet
    yield page
    read += page.rows.length
    if (page.meta.more !== true || page.rows.length === 0) return
  }
}

/** One result set with the rows of all pages. */
export async function allPages(
  client: CairnClient,
  question: Question,
  signal: AbortSignal,
): Promise<ResultSet> {
  const rows: (readonly unknown[])[] = []
  let last: ResultSet | undefined
  for await (const page of pagesOf(client, question, signal)) {
    for (const row of page.rows) rows.push(row)
    last = page
  }
  if (!last) throw new Error('A query answers with one page at least.')
  return { ...last, meta: { ...last.meta, resultsize: rows.length }, rows }
}

/** RFC 4180. A cell that a spreadsheet would run as a formula is kept as text by a quote before it. */
function csvCell(cell: unknown): string {
  const text =
    typeof cell === 'string' ? cell : cell === null || cell === undefined ? '' : JSON.stringify(cell)
  const safe = typeof cell === 'string' && /^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`

export const ndjsonLine = ({ columns }: ResultSet, row: readonly unknown[]): string =>
  `${JSON.stringify(Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])))}\n`

export const FORMATS = ['table', 'csv', 'ndjson', 'json'] as const

export type Format = (typeof FORMATS)[number]

const PRINTERS: Readonly<Record<Format, (result: ResultSet) => string>> = {
  table,
  csv: ({ columns, rows }) => [columns.map(({ name }) => name), ...rows].map(csvLine).join(''),
  ndjson: result => result.rows.map(row => ndjsonLine(result, row)).join(''),
  json: result => JSON.stringify(result),
}

export const printResult = (result: ResultSet, format: Format): string => PRINTERS[format](result)
