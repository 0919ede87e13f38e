/** `cairn audit`: who saw or changed what, as a table, or as JSON for other programs. */
import { parseArgs } from 'node:util'
import type { CairnClient } from '@cairn/client'
import { table } from './aql.ts'

export const AUDIT_USAGE = `cairn audit [--ehr <id>] [--client <id>] [--person <id>] [--action C|R|U|D|E]
            [--outcome success|denied|failure|error] [--from <time>] [--to <time>] [--limit n] [--all] [--json]
            the newest events first; needs the scope api.admin`

interface AuditEvent {
  readonly at: string
  readonly client_id: string
  readonly person: string | null
  readonly action: string
  readonly status: number
  readonly outcome: string
  readonly ehr_id: string | null
  readonly method: string
  readonly path: string
  readonly detail: { readonly ehrs?: readonly string[]; readonly ehr_count?: number } | null
}

interface Asked {
  readonly path: string
  readonly all: boolean
  readonly json: boolean
}

/** Options, and the parameters that they become. */
const FILTERS = {
  ehr: 'ehr_id',
  client: 'client_id',
  person: 'person',
  action: 'action',
  outcome: 'outcome',
  from: 'from',
  to: 'to',
  limit: 'limit',
} as const

export function readAudit(args: readonly string[]): Asked {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      ehr: text,
      client: text,
      person: text,
      action: text,
      outcome: text,
      from: text,
      to: text,
      limit: text,
      all: flag,
      json: flag,
    },
  })
  const { all, json, ...filters } = values
  const query = new URLSearchParams()
  for (const [name, parameter] of Object.entries(FILTERS)) {
    const value = filters[name as keyof typeof FILTERS]
    if (value !== undefined) query.set(parameter, value)
  }
  return { path: `/admin/v1/audit?${query}`, all, json }
}

/** The path of the next page, where there is one. */
const nextOf = ({ headers }: Response): string | undefined => {
  const address = /<([^>]*)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1]
  if (address === undefined) return undefined
  return `/admin/v1/audit${new URL(address).search}`
}

const EHRS_SHOWN = 2

function ehrsOf({ ehr_id, detail }: AuditEvent): string {
  if (detail?.ehr_count !== undefined) return `${detail.ehr_count} EHRs`
  const ids = [...(ehr_id === null ? [] : [ehr_id]), ...(detail?.ehrs ?? [])]
  const more = ids.length - EHRS_SHOWN
  return more > 0 ? `${ids[0]} and ${ids.length - 1} more` : ids.join(' ')
}

const COLUMNS = ['at', 'client', 'person', 'action', 'outcome', 'ehr', 'request']

const rowOf = (event: AuditEvent) => [
  event.at,
  event.client_id,
  event.person ?? '',
  event.action,
  `${event.status} ${event.outcome}`,
  ehrsOf(event),
  `${event.method} ${event.path}`.trim(),
]

/** Prints the events; `tell` gets the message that there are more of them. */
export async function audit(
  client: CairnClient,
  asked: Asked,
  tell: (line: string) => void,
): Promise<string> {
  const events: AuditEvent[] = []
  let next: string | undefined = asked.path
  do {
    const answer: Response = await client.call(`GET ${next}`)
    events.push(...((await answer.json()) as { events: AuditEvent[] }).events)
    next = nextOf(answer)
  } while (next !== undefined && asked.all)
  if (next !== undefined) tell(`${events.length.toLocaleString('en-US')} of more events; --all for the rest`)
  if (asked.json) return JSON.stringify({ events }, null, 2)
  return table({ columns: COLUMNS.map(name => ({ name })), rows: events.map(rowOf) })
}
