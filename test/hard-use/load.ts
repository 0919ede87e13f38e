/** Load for a server: at a rate that does not wait for answers, or as fast as some clients get their answers. */
import { Agent, type IncomingMessage, request } from 'node:http'

export interface Shot {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The outcome of one request; `status` is the code of the error if there was no answer. */
export interface Hit {
  readonly status: number | string
  readonly milliseconds: number
  readonly retryAfter: string | undefined
  readonly etag: string
}

interface RateOptions {
  /** Each request opens a connection of its own, as clients without a proxy do. */
  readonly isAlone?: boolean
}

export interface Load {
  send(shot: Shot): Promise<Hit>
  /** The same over a connection of its own. */
  sendAlone(shot: Shot): Promise<Hit>
  /** Opens all connections that there may be, by harmless requests. */
  connect(shot: Shot): Promise<void>
  /**
   * `rate` requests a second for some seconds, sent whether or not those before them were answered. One that is due while all
   * connections wait for an answer is left out: in a queue of ours it would measure the queue.
   */
  atRate(rate: number, seconds: number, next: (count: number) => Shot, how?: RateOptions): Promise<Hit[]>
  /** Each of the clients sends its next request when it has its answer. */
  byClients(clients: number, seconds: number, next: (count: number) => Shot): Promise<Hit[]>
  close(): void
}

/** More than the server takes requests at a time. */
const CONNECTIONS = 800

/** Bounds the clients of an overload, whatever the server does. */
const MOST_ALONE = 3000

export function openLoad(url: string): Load {
  const { hostname, port } = new URL(url)
  // As a proxy does, which keeps its connections: with a new one for each request the wait would be for the system to accept it.
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, maxFreeSockets: CONNECTIONS })

  const sendBy = (how: Agent | false, { method, path, headers, body }: Shot): Promise<Hit> => {
    const began = performance.now()
    return new Promise(done => {
      const hit = (status: number | string, head: IncomingMessage['headers'] = {}) =>
        done({
          status,
          milliseconds: performance.now() - began,
          retryAfter: head['retry-after'],
          etag: (head.etag ?? '').replaceAll('"', ''),
        })
      const sent = request({ hostname, port, method, path, headers, agent: how }, answer => {
        answer.resume()
        answer.on('end', () => hit(answer.statusCode ?? 0, answer.headers))
        answer.on('error', (error: NodeJS.ErrnoException) => hit(error.code ?? error.message))
      })
      sent.on('error', (error: NodeJS.ErrnoException) => hit(error.code ?? error.message))
      sent.end(body)
    })
  }
  const send = (shot: Shot): Promise<Hit> => sendBy(agent, shot)
  const sendAlone = (shot: Shot): Promise<Hit> => sendBy(false, shot)
  return {
    send,
    sendAlone,
    connect: async shot => {
      await Promise.all(Array.from({ length: CONNECTIONS }, () => send(shot)))
    },
    atRate: async (rate, seconds, next, { isAlone = false } = {}) => {
      const most = isAlone ? MOST_ALONE : CONNECTIONS
      const began = performance.now()
      const hits: Promise<Hit>[] = []
      let underWay = 0
      for (let count = 0; performance.now() - began < seconds * 1000; ) {
        const due = ((performance.now() - began) / 1000) * rate
        for (; count < due; count++) {
          if (underWay === most) continue
          underWay++
          hits.push((isAlone ? sendAlone : send)(next(count)).finally(() => underWay--))
        }
        await new Promise(resume => setTimeout(resume, 5))
      }
      return Promise.all(hits)
    },
    byClients: async (clients, seconds, next) => {
      const until = performance.now() + seconds * 1000
      const hits: Hit[] = []
      let count = 0
      const client = async () => {
        while (performance.now() < until) hits.push(await send(next(count++)))
      }
      await Promise.all(Array.from({ length: clients }, client))
      return hits
    },
    close: () => agent.destroy(),
  }
}

/** The time that a part of the requests took at most: `percentile(hits, 0.99)`. */
export function percentile(hits: readonly Hit[], part: number): number {
  const times = hits.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  return Math.round(times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0)
}

/** Counts the statuses, as `200: 15, 503: 2`. */
export function statuses(hits: readonly Hit[]): string {
  const counts = new Map<number | string, number>()
  for (const { status } of hits) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .sort(([a], [b]) => String(a).localeCompare(String(b)))
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')
}
