/** A receiver of webhooks that keeps what it gets, and answers as a test wants it. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { FeedEvent } from '../events/feed-calls.ts'
import type { Answer, RunningServer } from '../server.ts'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Of the body: one, or those of a batch. */
  readonly events: readonly FeedEvent[]
  /** The status that it was answered with. */
  readonly status: number
}

interface ReceiverAnswer {
  readonly status: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** Decides about each request; 204 unless a test sets another. */
  answer: (request: Omit<Received, 'status'>) => ReceiverAnswer | Promise<ReceiverAnswer>
  /** Events that were taken, in the order of their requests. */
  taken(): readonly FeedEvent[]
  close(): Promise<void>
}

const eventsIn = (body: string): readonly FeedEvent[] => {
  try {
    const parsed = JSON.parse(body) as FeedEvent | FeedEvent[]
    return Array.isArray(parsed) ? parsed : [parsed]
  } catch {
    return []
  }
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString()
      const given = { path: request.url ?? '', headers: request.headers, body, events: eventsIn(body) }
      const { status, body: text = '', headers = {} } = await receiver.answer(given)
      received.push({ ...given, status })
      reply.writeHead(status, headers).end(text)
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: () => ({ status: 204 }),
    taken: () => received.filter(({ status }) => status < 300).flatMap(({ events }) => events),
    close: () =>
      new Promise(done => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
  after(() => receiver.close())
  return receiver
}

/** Settings of a server whose receivers are on this machine. */
export const LOCAL = { CAIRN_PRIVATE_ADDRESSES: '127.0.0.1' }

// biome-ignore lint/suspicious/noExplicitAny: tests look at answers of every shape
type Json = any

export const callSubscription = (
  server: RunningServer,
  request: string,
  body?: unknown,
  scopes = 'api.read',
): Promise<Answer> => {
  const [method, path = ''] = request.split(' ')
  return server.call(`${method} /extra/v1/subscription${path}`, {
    scopes,
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
}

/** A subscription with its secret. */
export async function subscribe(server: RunningServer, url: string, more: object = {}): Promise<Json> {
  const answer = await callSubscription(server, 'POST ', { name: 'Test', url, ...more })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json()
}

export const getSubscription = async (server: RunningServer, id: string): Promise<Json> =>
  (await callSubscription(server, `GET /${id}`)).json()

export const deliveriesOf = async (server: RunningServer, id: string): Promise<readonly Json[]> =>
  (await callSubscription(server, `GET /${id}/delivery`)).json().deliveries
