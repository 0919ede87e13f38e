/** Reads the change feed of a test server, page by page or as a stream. */
import assert from 'node:assert/strict'
import type { Answer, RunningServer } from '../server.ts'

export interface FeedEvent {
  readonly id: string
  readonly type: string
  readonly subject: string
  readonly source: string
  readonly specversion: string
  readonly time: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look at data of every type
  readonly data: any
}

export interface FeedPage {
  readonly changes: readonly FeedEvent[]
  readonly next: string
  readonly more: boolean
}

export const callFeed = (server: RunningServer, query = '', scopes = 'api.read'): Promise<Answer> =>
  server.call(`GET /extra/v1/changes${query && `?${query}`}`, { scopes })

export async function readFeed(server: RunningServer, query = '', scopes = 'api.read'): Promise<FeedPage> {
  const answer = await callFeed(server, query, scopes)
  assert.equal(answer.status, 200, answer.text)
  return answer.json()
}

/** All events after a cursor, by pages of some events. */
export async function readAll(
  server: RunningServer,
  after = 'start',
  query = '',
  limit = 7,
): Promise<readonly FeedEvent[]> {
  const events: FeedEvent[] = []
  for (let next = after; ; ) {
    const page = await readFeed(server, `after=${next}&limit=${limit}${query && `&${query}`}`)
    events.push(...page.changes)
    if (!page.more) return events
    next = page.next
  }
}

export const now = async (server: RunningServer): Promise<string> =>
  (await readFeed(server, 'after=now')).next

export interface EventStream {
  readonly status: number
  /** The next message with data: an event, or the end of the stream with its name. */
  next(): Promise<{ readonly event: string; readonly id: string; readonly data: FeedEvent } | undefined>
  close(): Promise<void>
}

/** Reads Server-Sent Events as a browser does. */
export async function openEvents(
  server: RunningServer,
  query: string,
  { token, lastId }: { readonly token?: string; readonly lastId?: string } = {},
): Promise<EventStream> {
  const stop = new AbortController()
  const answer = await fetch(`${server.url}/extra/v1/changes?${query}`, {
    signal: stop.signal,
    headers: {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${token ?? (await server.token('api.read'))}`,
      ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }),
    },
  })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let id = ''
  const next: EventStream['next'] = async () => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end < 0) {
        const { value, done } = (await reader?.read()) ?? { done: true }
        if (done) return undefined
        text += value ?? ''
        continue
      }
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) => lines.find(line => line.startsWith(`${name}: `))?.slice(name.length + 2)
      id = field('id') ?? id
      const data = field('data')
      if (data !== undefined) return { event: field('event') ?? 'message', id, data: JSON.parse(data) }
    }
  }
  return {
    status: answer.status,
    next,
    close: async () => {
      stop.abort()
      await reader?.cancel().catch(() => {})
    },
  }
}
