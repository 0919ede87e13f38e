/** The list of requests of operators: the registry has it, and no tenant. It is written before an answer is sent. */
import {
  auditEvent,
  compareClocks,
  type FinishedRequest,
  keptSince,
  type RetentionClocks,
  type TrailEvent,
  trailEvent,
} from '../../audit/index.ts'
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

/** The newest request, and the newest one that is older than it by a day or more: in the order of their numbers, whatever their times are. */
const clocks = sql<RetentionClocks>({
  name: 'operator.clocks',
  text: `with newest as materialized (
      select at from cairn_tenants.operator_request order by operator_request_id desc limit 1)
    select clock_timestamp() as database, (select at from newest) as newest,
      (select r.at from cairn_tenants.operator_request r where r.at <= (select at - interval '1 day' from newest)
       order by r.operator_request_id desc limit 1) as day_before`,
})

const removeOld = sql<never, [before: string]>({
  name: 'operator.removeOldRequests',
  text: 'delete from cairn_tenants.operator_request where at < $1',
})

/** By the clocks of the server, of the database and of the requests, as for audit trails: a wrong one removes nothing (decision 0083). */
export async function removeRequests(queries: Queries, months: number, now: number): Promise<number> {
  const [row] = await queries.query(clocks)
  const { agree = false, confirmed } = row ? compareClocks(row, now) : {}
  return agree && confirmed !== undefined ? queries.execute(removeOld, [keptSince(confirmed, months)]) : 0
}

const REMOVE_MS = 60 * 60_000

/** Removes requests at once and every hour, after as many whole months as audit trails are kept. Returns a function that stops it. */
export function removeOldRequests(queries: Queries, months: number | undefined, log: Log): () => void {
  if (months === undefined) return () => {}
  const remove = async (): Promise<void> => {
    try {
      const removed = await removeRequests(queries, months, Date.now())
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
