/** The list of requests of operators: the registry has it, and no tenant. It is written before an answer is sent. */
import { auditEvent, type FinishedRequest, type TrailEvent, trailEvent } from '../../audit/index.ts'
import { type Queries, sql } from '../../db/index.ts'

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
