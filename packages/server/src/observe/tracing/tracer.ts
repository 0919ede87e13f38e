/**
 * Traces of requests for OpenTelemetry, where a collector is set. A span has names of routes, statements and stored queries, numbers and the
 * client: no address, parameter, query text, row or id of a patient. See docs/decisions/0059-traces-without-an-sdk.md.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { SpanExporter } from './exporter.ts'
import type { Attributes, Span } from './span.ts'
import { beginTrace, newSpanId, type TraceContext } from './trace-context.ts'

interface Finished {
  readonly name: string
  readonly kind: Span['kind']
  readonly milliseconds: number
  readonly attributes: Attributes
  readonly isError: boolean
}

export interface Tracer {
  /** The trace of a request; undefined if it is not recorded. */
  begin(traceparent: string | undefined): TraceContext | undefined
  /** Runs work whose spans belong to the trace. */
  run<T>(context: TraceContext, work: () => T): T
  /** Records the span of a request, which the trace began with. */
  request(context: TraceContext, finished: Finished): void
  /** Records a span that ends now, inside the work that runs; does nothing where none is recorded. */
  record(finished: Finished): void
  /** False where no trace is recorded: then measuring is for nothing. */
  isRecording(): boolean
}

export function openTracer(exporter: Pick<SpanExporter, 'add'>, ratio: number): Tracer {
  const running = new AsyncLocalStorage<TraceContext>()
  const isChosen = () => Math.random() < ratio
  const add = (ids: TraceContext, { milliseconds, ...finished }: Finished): void => {
    const endedAt = performance.timeOrigin + performance.now()
    exporter.add({ ...ids, ...finished, startedAt: endedAt - milliseconds, endedAt })
  }
  return {
    begin: traceparent => beginTrace(traceparent, isChosen),
    run: (context, work) => running.run(context, work),
    request: add,
    record: finished => {
      const context = running.getStore()
      if (context === undefined) return
      add({ traceId: context.traceId, spanId: newSpanId(), parentId: context.spanId }, finished)
    },
    isRecording: () => running.getStore() !== undefined,
  }
}
