/** `cairn audit`: who saw or changed what, as a table, or as JSON for other programs. */
import type { AuditEvent, AuditSearchParameters } from '@cairn-ehr/client'
import { tableOf } from '../command/print.ts'
import { verb } from '../command/verb.ts'

const EHRS_SHOWN = 2

interface Detail {
  readonly ehrs?: readonly string[]
  readonly ehr_count?: number
}

function ehrsOf({ ehr_id, detail }: AuditEvent): string {
  const { ehrs = [], ehr_count } = (detail ?? {}) as Detail
  if (ehr_count !== undefined) return `${ehr_count} EHRs`
  const ids = [...(ehr_id === null || ehr_id === undefined ? [] : [ehr_id]), ...ehrs]
  return ids.length > EHRS_SHOWN ? `${ids[0]} and ${ids.length - 1} more` : ids.join(' ')
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

const text = (value: string, about: string) => ({ type: 'string', value, about }) as const

export const AUDIT_VERBS = [
  verb({
    words: 'audit',
    about: 'show who saw or changed what, the newest first',
    details: 'Needs the scope api.admin.',
    options: {
      ehr: text('id', 'of this EHR'),
      client: text('id', 'by this client'),
      person: text('id', 'by this person'),
      action: text('C|R|U|D|E', 'created, read, updated, deleted or executed'),
      outcome: text('outcome', 'success, denied, failure or error'),
      from: text('time', 'from this time on'),
      to: text('time', 'before this time'),
      limit: text('n', 'events of a page'),
      all: { type: 'boolean', about: 'all events, page after page' },
    },
    examples: ['cairn audit --ehr 7d44b88c-4199-4bad-97dc-d78268e01398 --action R --all'],
    run: async (context, { options: { ehr, client, all, ...others } }) => {
      const { person, action, outcome, from, to, limit } = others
      // The server says what is wrong with a value.
      const wanted = {
        ehr_id: ehr,
        client_id: client,
        person,
        action,
        outcome,
        from,
        to,
        limit,
      } as AuditSearchParameters
      const cairn = context.connect('api.admin')
      const answer = await cairn.request('audit_search', wanted, { signal: context.stop })
      const hasMore = answer.headers.get('Link')?.includes('rel="next"') === true
      const { events: first } = (await answer.json()) as { readonly events: readonly AuditEvent[] }
      const events = [...first]
      if (hasMore && all) {
        events.length = 0
        for await (const event of cairn.auditTrail.searchEach(wanted, { signal: context.stop }))
          events.push(event)
      }
      if (hasMore && !all)
        context.tell(`${events.length.toLocaleString('en-US')} of more events; --all for the rest`)
      context.print({ events }, () => tableOf(COLUMNS, events.map(rowOf)))
    },
  }),
]
