/** `cairn aql`: runs a query and shows its rows as a table, or as JSON for other programs. */
import { parseArgs } from 'node:util'
import type { CairnClient } from '@cairn/client'

export const AQL_USAGE = `cairn aql "<query>" | --name <stored query>[/<version>]
            [--param name=value]… [--ehr <id>] [--fetch n] [--offset n] [--all] [--json] [--explain]
            a value is JSON where it can be read as such, else text; --all asks for page after page, of --fetch rows each;
            --explain needs the scope api.admin`

interface ResultSet {
  readonly meta: { readonly more: boolean; readonly resultsize: number }
  readonly columns: readonly { readonly name: string }[]
  readonly rows: readonly (readonly unknown[])[]
}

interface Asked {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly json: boolean
  /** Every page, and not the first alone. */
  readonly all: boolean
  readonly explain: boolean
}

/** Rows requested from a stored query, whose `fetch` is required (docs/interface.md, section 8.1). */
const FETCH = 1000

export function readAql(args: readonly string[]): Asked {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      param: { type: 'string', multiple: true, default: [] },
      ehr: { type: 'string' },
      fetch: { type: 'string' },
      offset: { type: 'string' },
      json: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      explain: { type: 'boolean', default: false },
    },
  })
  const { name, param, ehr, json, all, explain } = values
  const [q, more] = positionals
  if ((q === undefined) === (name === undefined) || more !== undefined)
    throw new Error(`Give one query, in quotes, or the name of a stored one.\n${AQL_USAGE}`)
  const query_parameters = Object.fromEntries(param.map(parameterOf))
  const page = { ...numberOf(values, 'fetch'), ...numberOf(values, 'offset') }
  const common = { ...(ehr === undefined ? {} : { ehr_id: ehr }), query_parameters }
  return {
    path: `/openehr/v1/query/${name ?? 'aql'}${explain ? '?explain=true' : ''}`,
    body: q === undefined ? { fetch: FETCH, offset: 0, ...page, ...common } : { q, ...page, ...common },
    json,
    all,
    explain,
  }
}

function parameterOf(pair: string): [name: string, value: unknown] {
  const equals = pair.indexOf('=')
  if (equals < 1) throw new Error(`--param takes name=value, not "${pair}".`)
  return [pair.slice(0, equals).replace(/^\$/, ''), readValue(pair.slice(equals + 1))]
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function numberOf<Name extends string>(values: { readonly [K in Name]?: string | undefined }, name: Name) {
  const text = values[name]
  if (text === undefined) return {}
  if (!/^\d+$/.test(text)) throw new Error(`--${name} takes a whole number, not "${text}".`)
  return { [name]: Number(text) }
}

const send = (client: CairnClient, { path, explain }: Asked, body: Asked['body']): Promise<Response> =>
  client.call(`POST ${path}`, {
    headers: { 'Content-Type': 'application/json', ...(explain ? { Accept: 'text/plain' } : {}) },
    body: JSON.stringify(body),
  })

/** One result set with the rows of all pages. */
async function allPages(client: CairnClient, asked: Asked): Promise<ResultSet> {
  const start = Number(asked.body['offset'] ?? 0)
  const rows: (readonly unknown[])[] = []
  for (;;) {
    const answer = await send(client, asked, { ...asked.body, offset: start + rows.length })
    const page = (await answer.json()) as ResultSet
    for (const row of page.rows) rows.push(row)
    if (page.meta.more && page.rows.length > 0) continue
    return { ...page, meta: { ...page.meta, resultsize: rows.length }, rows }
  }
}

/** Prints the rows; `tell` gets the message that there are more of them. */
export async function aql(client: CairnClient, asked: Asked, tell: (line: string) => void): Promise<string> {
  const { all, json, explain } = asked
  if (all && !explain) {
    const result = await allPages(client, asked)
    return json ? JSON.stringify(result) : table(result)
  }
  const text = await (await send(client, asked, asked.body)).text()
  if (explain) return text
  const result = JSON.parse(text) as ResultSet
  const { more, resultsize } = result.meta
  if (more) tell(`${resultsize.toLocaleString('en-US')} of more rows; --all for the rest`)
  return json ? text : table(result)
}

/** Cells are cut to this many characters: what is longer is for `--json`. */
const WIDEST = 60

function shown(cell: unknown): string {
  const text = typeof cell === 'string' ? cell : cell === null ? '' : JSON.stringify(cell)
  // Control characters of a record are not for a terminal to act on.
  const line = text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
  return line.length > WIDEST ? `${line.slice(0, WIDEST - 1)}…` : line
}

export function table({ columns, rows }: Pick<ResultSet, 'columns' | 'rows'>): string {
  const lines = [columns.map(({ name }) => name), ...rows.map(row => row.map(shown))]
  const widths = columns.map((_, at) => Math.max(...lines.map(line => line[at]?.length ?? 0)))
  const print = (line: readonly string[]) =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  const [head = '', ...body] = lines.map(print)
  const rule = widths.map(width => '-'.repeat(width)).join('  ')
  const count = `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`
  return [head, rule, ...body, '', count].join('\n')
}
