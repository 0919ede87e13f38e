/** The list of requests of operators: the registry has it, and no tenant. It is written before an answer is sent. */
import { auditEvent, type FinishedRequest, type TrailEvent, trailEvent } from '../../audit/index.ts'
import { type Queries, sql } from '../../db/index.ts'
import type { Log } from '../../observe/index.ts'

const insert = sql<
  never,
  [operator: string, request: string, method: string, path: string, status: number, address: string]
>({
  name: 'operator.request',
  text: `insert into cairn_tenants.operator_request (operator_id, request_id, method, path, status, address)
    values ($1, $2, $3, $4, $5, $6)`,
})

const MOST_CHARACTERS = 1000

const addRequest = (
  queries: Queries,
  { requestId, method, path, status, clientId, address }: FinishedRequest,
): Promise<number> =>
  queries.execute(insert, [clientId, requestId, method, path.slice(0, MOST_CHARACTERS), status, address])

/** Sessions have UTC, as the months of audit trails have. */
const removeOld = sql<never, [months: number]>({
  name: 'operator.removeOldRequests',
  text: `delete from cairn_tenants.operator_request
    where at < date_trunc('month', now()) - make_interval(months => $1::integer)`,
})

const REMOVE_MS = 60 * 60_000

/** Removes requests at once and every hour, after as many whole months as audit trails are kept. Returns a function that stops it. */
export function removeOldRequests(queries: Queries, months: number | undefined, log: Log): () => void {
  if (months === undefined) return () => {}
  const remove = async (): Promise<void> => {
    try {
      const removed = await queries.execute(removeOld, [months])
      if (removed > 0) log.info({ removed }, 'removed old requests of operators')
    } catch (error) {
      log.warn({ error }, 'failed to remove old requests of operators; trying again in an hour')
    }
  }
  void remove()
  const removing = setInterval(() => void remove(), REMOVE_MS).unref()
  return () => clearInterval(removing)
}

/** Takes the place of the audit trail that a server of one organisation has. */
export function operatorTrail(queries: Queries, failed: (error: unknown) => void) {
  const requests = new WeakMap<TrailEvent, FinishedRequest>()
  return {
    eventOf: (request: FinishedRequest): TrailEvent => {
      const event = trailEvent(auditEvent(request, Date.now()))
      requests.set(event, request)
      return event
    },
    record: async (event: TrailEvent): Promise<boolean> => {
      const request = requests.get(event)
      try {
        if (request) await addRequest(queries, request)
        return true
      } catch (error) {
        failed(error)
        return false
      }
    },
    stored: () => {},
  }
}
