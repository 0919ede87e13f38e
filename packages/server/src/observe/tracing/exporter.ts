/** Sends finished spans to a collector, in batches. A collector that does not answer costs spans, and never a request. */
import { type Attributes, printSpans, type Span } from './span.ts'

export interface SpanExporter {
  add(span: Span): void
  /** Spans that were sent, and those that were lost. */
  figures(): { readonly sent: number; readonly lost: number }
  /** Sends what waits, and stops. */
  close(): Promise<void>
}

export interface ExporterNeeds {
  /** Address of the collector, with its path. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Names this server. */
  readonly resource: Attributes
  readonly failed: (error: unknown) => void
}

const SEND_MS = 2000
const FULL = 512
/** More wait only while the collector is slow; they are lost. */
const MOST_WAITING = 4096
const TIMEOUT_MS = 5000
/** A collector that is down is told of once in this time. */
const TELL_MS = 60_000

export function openExporter({ url, headers, resource, failed }: ExporterNeeds): SpanExporter {
  let waiting: Span[] = []
  let sending: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let toldAt = Number.NEGATIVE_INFINITY
  let [sent, lost] = [0, 0]

  const lose = (count: number, error: unknown): void => {
    lost += count
    if (performance.now() - toldAt < TELL_MS) return
    toldAt = performance.now()
    failed(error)
  }
  const send = async (batch: readonly Span[]): Promise<void> => {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: printSpans(batch, resource),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the collector answered ${answer.status}`)
      sent += batch.length
    } catch (error) {
      lose(batch.length, error)
    }
  }
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (sending !== undefined || waiting.length === 0) return
    const batch = waiting.slice(0, FULL)
    waiting = waiting.slice(FULL)
    sending = send(batch).then(() => {
      sending = undefined
      if (waiting.length > 0) schedule(waiting.length >= FULL ? 0 : SEND_MS)
    })
  }
  const schedule = (delay: number): void => {
    timer ??= setTimeout(flush, delay).unref()
  }
  return {
    add: span => {
      if (waiting.length >= MOST_WAITING) return lose(1, new Error('the collector is too slow'))
      waiting.push(span)
      if (waiting.length >= FULL) flush()
      else schedule(SEND_MS)
    },
    figures: () => ({ sent, lost }),
    close: async () => {
      await sending
      flush()
      await sending
      clearTimeout(timer)
    },
  }
}
