/** Rules for requests of all routes: when none is taken, what is noted of each, and what a fault is answered with. */
import type { Server } from 'node:http'
import { isAuditFault } from '../audit/index.ts'
import { auditUnavailable, boundUnderWay, type Connections, measureWait, type Served } from '../http/index.ts'
import { databaseRefusal } from '../http/reply/index.ts'
import { traceRequest } from '../observe/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { Services } from './services.ts'

/** Requests and connections of this process since it started. */
export interface RequestCounts {
  /** The wait of requests that was measured last. */
  waitMs(): number
  connections(): number
  connectionsClosed(): number
  counts(): { readonly underWay: number; readonly answered: number; readonly failed: number }
}

export type Requests = ReturnType<typeof openRequests>

export function openRequests({ config, log, metrics, audit, tracing, front }: Services) {
  const wait = front?.wait ?? measureWait(config.waitTarget)
  const underWay = boundUnderWay(config.maxRequests, wait.isTooLong)
  const connections: Connections[] = []
  const sumOf = (count: (each: Connections) => number) =>
    connections.reduce((sum, each) => sum + count(each), 0)
  let stopping = false
  let [answered, failed] = [0, 0]
  return {
    underWay,
    /** Of a server for clients. */
    opened: (server: Server, itsConnections: Connections) => {
      if (!front) wait.watch(server)
      connections.push(itsConnections)
    },
    counts: () => ({ underWay: underWay.count(), answered, failed }),
    waitMs: wait.measured,
    connections: () => sumOf(each => each.open()),
    connectionsClosed: () => sumOf(each => each.closed()),
    close: () => front ?? wait.close(),
    /** Refuses all further requests. */
    stop: () => {
      stopping = true
    },
    gate: (): Refusal | undefined => {
      if (stopping)
        return new Refusal('service.unavailable', 'The server is stopping.', [], { retryAfter: '5' })
      return audit.trail.fault() === undefined ? undefined : auditUnavailable()
    },
    served: (event: Served) => {
      log.served(event)
      answered += 1
      if (event.status >= 500) failed += 1
      metrics.observe(event)
      if (tracing) traceRequest(tracing, event)
    },
    unreadable: (count: number) =>
      log.warn({ count }, 'too many unreadable connections; no audit event stored for these'),
    fault: (error: unknown, requestId: string): Refusal => {
      if (isAuditFault(error)) {
        log.error({ error, requestId }, 'failed to store the audit event of a write')
        return auditUnavailable()
      }
      const refusal = databaseRefusal(error)
      if (refusal) {
        log.warn({ error, requestId }, 'database error while handling a request')
        return refusal
      }
      log.error({ error, requestId }, 'internal error while handling a request')
      return new Refusal('internal', 'An internal error occurred. The request id identifies it in the log.')
    },
  }
}
