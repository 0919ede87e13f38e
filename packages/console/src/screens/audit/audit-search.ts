/** The filter of the audit trail in an address. */

export const OUTCOMES = ['success', 'denied', 'failure', 'error'] as const
export const ACTIONS = ['C', 'R', 'U', 'D', 'E'] as const

export interface AuditFilter {
  readonly ehr_id?: string | undefined
  readonly client_id?: string | undefined
  readonly person?: string | undefined
  readonly method?: string | undefined
  readonly route?: string | undefined
  /** Times with their offset. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly outcome?: (typeof OUTCOMES)[number] | undefined
  readonly action?: (typeof ACTIONS)[number] | undefined
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export function readAuditFilter(search: Readonly<Record<string, unknown>>): AuditFilter {
  const { ehr_id, client_id, person, method, route, from, to, outcome, action } = search
  const filter = {
    ehr_id: text(ehr_id),
    client_id: text(client_id),
    person: text(person),
    method: text(method),
    route: text(route),
    from: text(from),
    to: text(to),
    outcome: OUTCOMES.find(each => each === outcome),
    action: ACTIONS.find(each => each === action),
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

/** The beginning of the next page, by the `Link` of an answer; undefined on the last page. */
export function nextPageIn(link: string | null): string | undefined {
  const [, address] = /<([^>]+)>;[^,]*rel="next"/.exec(link ?? '') ?? []
  return address === undefined ? undefined : (new URL(address).searchParams.get('after') ?? undefined)
}
