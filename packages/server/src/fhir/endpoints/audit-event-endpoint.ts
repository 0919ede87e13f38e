/** `GET AuditEvent`: the audit trail as FHIR, for those who may read the trail. */
import { RIGHTS } from '../../access/index.ts'
import { fhirBundle, findTrailPage, trailPageIn } from '../../audit/search/index.ts'
import type { Endpoint, Incoming } from '../../http/index.ts'
import { withQuery } from '../../http/reply/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { FhirNeeds } from '../needs.ts'
import { fhirReply } from '../outcome.ts'
import { dateConditionIn } from '../search/date-range.ts'
import { searchQueryIn } from '../search/search-query.ts'
import { BUNDLE, FORMAT_PARAMETERS, MALFORMED, PAGE_PARAMETERS, TAG } from './documented.ts'
import { fhirEndpoint } from './resource-endpoint.ts'

const STRING = { type: 'string' }

const PARAMETERS = [
  {
    name: 'patient',
    in: 'query',
    description: 'Events about this patient, also among others.',
    schema: STRING,
  },
  {
    name: 'date',
    in: 'query',
    description: 'The time of the event, with `ge`, `gt`, `le`, `lt` or none; may be repeated.',
    schema: { type: 'array', items: STRING },
  },
  { name: 'action', in: 'query', description: '`C`, `R`, `U`, `D` or `E`.', schema: STRING },
] as const

const ofDates = (texts: readonly string[]): Readonly<Record<string, string>> => {
  const limits = texts.map(text => {
    const { prefix, span } = dateConditionIn(text) ?? {}
    if (span === undefined || prefix === undefined || !Object.hasOwn(LIMITS, prefix))
      throw new Refusal('request.malformed', 'A date of an AuditEvent is a date of FHIR, such as ge2024-01.')
    return LIMITS[prefix as keyof typeof LIMITS](span)
  })
  const from = Math.max(...limits.map(([start]) => start))
  const to = Math.min(...limits.map(([, end]) => end))
  const textOf = (time: number) => new Date(time).toISOString()
  return {
    ...(Number.isFinite(from) ? { from: textOf(from) } : {}),
    ...(Number.isFinite(to) ? { to: textOf(to) } : {}),
  }
}

interface TimeSpan {
  readonly from: number
  readonly to: number
}

/** An event is at one instant: from the first limit on, before the second. */
const LIMITS = {
  eq: ({ from, to }: TimeSpan): readonly [number, number] => [from, to],
  ge: ({ from }: TimeSpan) => [from, Number.POSITIVE_INFINITY],
  gt: ({ to }: TimeSpan) => [to, Number.POSITIVE_INFINITY],
  le: ({ to }: TimeSpan) => [Number.NEGATIVE_INFINITY, to],
  lt: ({ from }: TimeSpan) => [Number.NEGATIVE_INFINITY, from],
} as const satisfies Record<string, (span: TimeSpan) => readonly [number, number]>

/** The parameters of the search as those of `GET /admin/v1/audit`. */
function trailPageOf(request: Incoming) {
  const { query } = request
  const own = new URLSearchParams([...query].filter(([name]) => name === '_count' || name === 'patient'))
  const { patient, count } = searchQueryIn(request, 'AuditEvent', own)
  const [action, after] = [query.get('action'), query.get('page')]
  const asked = {
    limit: String(count),
    ...(patient === undefined ? {} : { ehr_id: patient }),
    ...(action === null ? {} : { action }),
    ...(after === null ? {} : { after }),
    ...ofDates(query.getAll('date')),
  }
  return trailPageIn({ ...request, query: new URLSearchParams(asked) })
}

export const auditEventEndpoints: readonly Endpoint<FhirNeeds>[] = [
  fhirEndpoint({
    route: 'GET /AuditEvent',
    scope: 'api.admin',
    right: RIGHTS.readAudit,
    doc: {
      operationId: 'fhir_audit_event_search',
      tag: TAG,
      summary: 'Search the audit trail',
      description:
        'The newest events first, by the patterns of IHE BALP. The same events as those of `GET /admin/v1/audit`, with the same rights.',
      parameters: [...PARAMETERS, ...PAGE_PARAMETERS, ...FORMAT_PARAMETERS],
      responses: { 200: { description: 'A page of AuditEvents.', schema: BUNDLE }, ...MALFORMED },
    },
    read: trailPageOf,
    ehrOf: ({ ehrId }) => ehrId,
    act: async ({ trail, baseUrl }, _caller, page) => ({
      found: await findTrailPage(trail, page),
      baseUrl,
    }),
    reply: ({ found, baseUrl }, _page, { publicUrl }) => {
      const next = found.after === undefined ? undefined : withQuery(publicUrl, { page: found.after })
      return fhirReply(200, fhirBundle(found, baseUrl, publicUrl, next))
    },
  }),
]
