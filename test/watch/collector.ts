/** A collector of traces for tests: keeps the spans that a server sends to it. */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after } from 'node:test'

export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** 2: of a request; 3: of a statement. */
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, string>> }[]
  readonly status: { readonly code?: number }
}

export const attribute = (span: Span | undefined, key: string) =>
  Object.values(span?.attributes.find(each => each.key === key)?.value ?? {})[0]

export async function openCollector() {
  const bodies: unknown[] = []
  const authorizations = new Set<string | undefined>()
  const answers = { status: 200 }
  const server = createServer(async (request, answer) => {
    authorizations.add(request.headers.authorization)
    if (answers.status === 200) bodies.push(await json(request))
    answer.writeHead(answers.status).end('{}')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  after(() => server.close())
  const { port } = server.address() as AddressInfo

  // biome-ignore lint/suspicious/noExplicitAny: the body of a request to the collector
  const resources = () => bodies.flatMap((body: any) => body.resourceSpans)
  const spans = (): Span[] =>
    resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap((each: { spans: Span[] }) => each.spans))
  return {
    /** For `CAIRN_TRACE_URL`. */
    url: `http://127.0.0.1:${port}/v1/traces`,
    bodies,
    authorizations,
    /** The status that the collector answers with. */
    answers,
    resources,
    spans,
    /** A trace of its own: the header that a request sends, and the spans that came of it. */
    trace: () => {
      const traceId = randomBytes(16).toString('hex')
      return {
        traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
        spans: () => spans().filter(span => span.traceId === traceId),
      }
    },
  }
}
