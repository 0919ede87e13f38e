/** A small receiver of webhooks: verifies requests and hands on their events. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { faultOf } from './verify.ts'

/** Rows of the query of a subscription. */
export interface ReceivedRows {
  readonly added?: readonly unknown[]
  readonly changed?: readonly { readonly before?: unknown; readonly after?: unknown }[]
  readonly removed?: readonly unknown[]
}

export interface ReceivedEvent {
  readonly time?: string
  readonly type?: string
  readonly subject?: string
  readonly data?: { readonly ehr_id?: string; readonly template_id?: string; readonly rows?: ReceivedRows }
}

export interface Listener {
  readonly port: number
  /** Undefined: requests are not verified. */
  readonly secret: string | undefined
  readonly now: () => number
  readonly event: (event: ReceivedEvent) => void
  readonly refused: (reason: string) => void
}

const MOST_BYTES = 64 * 1024 * 1024

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new Error('the body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function eventsIn(body: string): readonly ReceivedEvent[] {
  const parsed = JSON.parse(body) as ReceivedEvent | readonly ReceivedEvent[]
  return Array.isArray(parsed) ? parsed : [parsed as ReceivedEvent]
}

async function receive({ secret, now, event }: Listener, request: IncomingMessage): Promise<void> {
  const header = (name: string) => String(request.headers[name] ?? '')
  const body = await bodyOf(request)
  const signed = {
    id: header('webhook-id'),
    timestamp: header('webhook-timestamp'),
    signature: header('webhook-signature'),
    body,
  }
  const fault = secret === undefined ? undefined : faultOf(secret, signed, now())
  if (fault !== undefined) throw new Error(fault)
  for (const each of eventsIn(body)) event(each)
}

/** Resolves when it listens. */
export function listen(listener: Listener): Promise<Server> {
  const answer = (request: IncomingMessage, reply: ServerResponse) =>
    receive(listener, request).then(
      () => reply.writeHead(204).end(),
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        listener.refused(reason)
        reply.writeHead(400, { 'Content-Type': 'text/plain' }).end(`${reason}\n`)
      },
    )
  const server = createServer((request, reply) => void answer(request, reply))
  return new Promise((done, failed) => {
    server.once('error', failed)
    server.listen(listener.port, '127.0.0.1', () => done(server))
  })
}
