/** The trace that a request belongs to, as W3C Trace Context writes it in `traceparent`. */
import { randomBytes } from 'node:crypto'

export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits: the span that is running. */
  readonly spanId: string
  /** The span of the caller; absent where the trace begins here. */
  readonly parentId: string | undefined
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

const SAMPLED = 1

interface Caller {
  readonly traceId: string
  readonly spanId: string
  readonly isSampled: boolean
}

/** Reads the header; undefined if there is none, or none that can be used. */
function readTraceparent(header: string | undefined): Caller | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(header ?? '') ?? []
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

const newId = (bytes: number): string => randomBytes(bytes).toString('hex')

export const newSpanId = (): string => newId(8)

/** The caller decides whether its trace is recorded; without one, `isChosen` does. */
export function beginTrace(header: string | undefined, isChosen: () => boolean): TraceContext | undefined {
  const caller = readTraceparent(header)
  if (caller ? !caller.isSampled : !isChosen()) return undefined
  return { traceId: caller?.traceId ?? newId(16), spanId: newSpanId(), parentId: caller?.spanId }
}
