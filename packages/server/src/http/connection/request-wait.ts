/**
 * Tells when requests wait too long before the server begins with them: in the queue of connections to accept, and for their turn in the event
 * loop. The rule is that of CoDel (RFC 8289): a short burst may wait, a queue that stays may not (decision 0085).
 */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { acceptQueue } from './accept-queue.ts'

export interface WaitRule {
  /** Takes note of a measured wait; times are milliseconds of one monotonic clock. */
  observe(waitMs: number, now: number): void
  /** True while further requests are to be refused. */
  isTooLong(): boolean
}

/** A wait above the target counts once it has lasted for so long. */
const LASTING_MS = 500

/** After requests were refused, for so long the target alone counts: the load has not gone yet. */
const RECENT_MS = 10_000

/** `targetMs` of 0: no wait is too long. */
export function waitRule(targetMs: number): WaitRule {
  let aboveSince: number | undefined
  let refusedUntil = Number.NEGATIVE_INFINITY
  let isTooLong = false
  return {
    observe: (waitMs, now) => {
      if (targetMs === 0) return
      // Below half of it, so that it does not change with every measurement.
      if (isTooLong && waitMs > targetMs / 2) return
      if (isTooLong) refusedUntil = now
      if (waitMs <= targetMs) {
        isTooLong = false
        aboveSince = undefined
        return
      }
      aboveSince ??= now
      isTooLong = now - aboveSince >= LASTING_MS || now - refusedUntil < RECENT_MS
    },
    isTooLong: () => isTooLong,
  }
}

/** Interval of measurements. */
const MEASURE_MS = 100

/** Fewer new connections in an interval are no queue. */
const FEW_CONNECTIONS = 5

export interface RequestWait {
  isTooLong(): boolean
  /** The last wait that was measured, in milliseconds. */
  measured(): number
  /** Counts the connections of a server that listens for clients. */
  watch(server: Server): void
  close(): void
}

export function measureWait(targetMs: number): RequestWait {
  const rule = waitRule(targetMs)
  const servers = new Map<Server, number>()
  let [last, wait] = [performance.now(), 0]

  /** The time that a connection waits which comes now, if the server goes on to accept as in the interval. */
  const acceptMs = (elapsed: number): number => {
    let longest = 0
    for (const [server, accepted] of servers) {
      servers.set(server, 0)
      if (accepted < FEW_CONNECTIONS) continue
      const { port = 0 } = (server.address() ?? {}) as Partial<AddressInfo>
      longest = Math.max(longest, (acceptQueue(port) * elapsed) / accepted)
    }
    return longest
  }
  const measure = setInterval(() => {
    const now = performance.now()
    const elapsed = now - last
    last = now
    wait = Math.max(0, elapsed - MEASURE_MS) + acceptMs(elapsed)
    rule.observe(wait, now)
  }, MEASURE_MS).unref()
  return {
    isTooLong: rule.isTooLong,
    measured: () => wait,
    watch: server => {
      servers.set(server, 0)
      server.on('connection', () => servers.set(server, (servers.get(server) ?? 0) + 1))
      server.once('close', () => servers.delete(server))
    },
    close: () => clearInterval(measure),
  }
}
