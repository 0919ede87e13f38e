/** `cairn aql top`: the queries that cost the server the most. */
import { parseArgs } from 'node:util'
import type { CairnClient } from '@cairn/client'
import { table } from './aql.ts'

export const TOP_USAGE = `cairn aql top [--order time|slowest|mean|runs|rows] [--fetch n] [--json]
            stored queries by name, others by a hash that --explain shows too; needs the scope api.admin`

interface Figures {
  readonly query: string
  readonly executor: string
  readonly runs: number
  readonly failed: number
  readonly timeouts: number
  readonly left: number
  readonly rows: number
  readonly milliseconds: number
  readonly mean: number
  readonly slowest: number
}

interface Statistics {
  readonly since: string
  readonly more: boolean
  readonly queries: readonly Figures[]
}

interface TopAsked {
  readonly path: string
  readonly json: boolean
}

export function readTop(args: readonly string[]): TopAsked {
  const { values } = parseArgs({
    args: [...args],
    options: {
      order: { type: 'string' },
      fetch: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const query = new URLSearchParams()
  if (values.order !== undefined) query.set('order', values.order)
  if (values.fetch !== undefined) query.set('fetch', values.fetch)
  return { path: `/admin/v1/queries${query.size > 0 ? `?${query}` : ''}`, json: values.json }
}

const COLUMNS = [
  'query',
  'executor',
  'runs',
  'failed',
  'timeouts',
  'left',
  'rows',
  'total ms',
  'mean ms',
  'slowest ms',
]

const rowOf = (each: Figures): readonly unknown[] => [
  each.query,
  each.executor,
  each.runs,
  each.failed,
  each.timeouts,
  each.left,
  each.rows,
  ...[each.milliseconds, each.mean, each.slowest].map(milliseconds => Math.round(milliseconds)),
]

export async function top(client: CairnClient, { path, json }: TopAsked): Promise<string> {
  const text = await (await client.call(`GET ${path}`)).text()
  if (json) return text
  const { since, more, queries } = JSON.parse(text) as Statistics
  const lines = table({ columns: COLUMNS.map(name => ({ name })), rows: queries.map(rowOf) })
  return `${lines} since ${since}${more ? '; there are more, by --fetch' : ''}`
}
