/** Reads live queries of a test server, and keeps their rows as a client does. */
import type { RunningServer } from '../server.ts'

interface LiveEvent {
  readonly event: string
  readonly id: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look at data of every event
  readonly data: any
}

export interface LiveReader {
  readonly status: number
  /** The body of an answer that is no stream. */
  readonly refused: string
  /** Events so far. */
  readonly events: readonly LiveEvent[]
  readonly isOver: () => boolean
  /** The rows as the events have made them, with their keys. */
  keyed(): readonly KeyedRow[]
  rows(): readonly unknown[]
  close(): Promise<void>
}

interface KeyedRow {
  readonly key: number
  readonly row: unknown
}

export interface LiveOptions {
  readonly token?: string | undefined
  readonly lastId?: string | undefined
  /** After `/extra/v1/live`. */
  readonly path?: string | undefined
}

type Placed = KeyedRow & { readonly at?: number }

/** As the API description says. */
export function applyChange(
  rows: readonly KeyedRow[],
  { added, changed, removed }: { added: Placed[]; changed: Placed[]; removed: number[] },
): readonly KeyedRow[] {
  const inPlace = new Map(changed.filter(({ at }) => at === undefined).map(each => [each.key, each]))
  const gone = new Set([...removed, ...changed.filter(({ at }) => at !== undefined).map(({ key }) => key)])
  const next = rows.filter(({ key }) => !gone.has(key)).map(each => inPlace.get(each.key) ?? each)
  const placed = [...added, ...changed].filter(({ at }) => at !== undefined)
  for (const each of placed.sort((a, b) => (a.at ?? 0) - (b.at ?? 0))) next.splice(each.at ?? 0, 0, each)
  next.push(...added.filter(({ at }) => at === undefined))
  return next.map(({ key, row }) => ({ key, row }))
}

function eventIn(text: string): LiveEvent | undefined {
  const field = (name: string) =>
    text
      .split('\n')
      .find(line => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
  const data = field('data')
  return data === undefined
    ? undefined
    : { event: field('event') ?? 'message', id: field('id') ?? '', data: JSON.parse(data) }
}

export async function openLive(
  server: RunningServer,
  body: unknown,
  { token, lastId, path = '' }: LiveOptions = {},
): Promise<LiveReader> {
  const stop = new AbortController()
  const answer = await fetch(`${server.url}/extra/v1/live${path}`, {
    method: 'POST',
    signal: stop.signal,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      Authorization: `Bearer ${token ?? (await server.token('api.read'))}`,
      ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }),
    },
    body: JSON.stringify(body),
  })
  const events: LiveEvent[] = []
  let rows: readonly KeyedRow[] = []
  let isOver = false
  const take = (each: LiveEvent): void => {
    if (each.event === 'rows') rows = each.data.rows.map(({ key, row }: Placed) => ({ key, row }))
    if (each.event === 'change') rows = applyChange(rows, each.data)
    events.push(each)
  }
  const read = async (): Promise<void> => {
    let text = ''
    const chunks = answer.body?.pipeThrough(new TextDecoderStream()) ?? []
    for await (const chunk of chunks) {
      text += chunk
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const each = eventIn(text.slice(0, end))
        if (each) take(each)
        text = text.slice(end + 2)
      }
    }
  }
  const refused = answer.status === 200 ? '' : await answer.text()
  const reading =
    answer.status === 200
      ? read()
          .catch(() => {})
          .finally(() => {
            isOver = true
          })
      : Promise.resolve()
  return {
    status: answer.status,
    refused,
    events,
    isOver: () => isOver,
    keyed: () => rows,
    rows: () => rows.map(({ row }) => row),
    close: async () => {
      stop.abort()
      await reading
    },
  }
}
