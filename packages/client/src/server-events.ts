/** Server-Sent Events of an answer. */
import { networkErrorOf } from './network-error.ts'

export interface ServerEvent {
  readonly event: string
  readonly id: string | undefined
  /** Parsed; undefined for a heartbeat. */
  readonly data: unknown
}

/** A server that is there sends something within this time. */
const SILENCE_MS = 60_000

const silent = (): TypeError => new TypeError('The server has sent nothing for a minute.')

/** Rejects if nothing comes for too long. */
function withinSilence<T>(work: Promise<T>): Promise<T> {
  return new Promise((done, failed) => {
    const timer = setTimeout(() => failed(silent()), SILENCE_MS)
    work.then(done, failed).finally(() => clearTimeout(timer))
  })
}

function eventIn(text: string): ServerEvent {
  const fields = new Map(
    text.split('\n').map(line => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')] as const
    }),
  )
  const data = fields.get('data')
  return {
    event: data === undefined ? 'heartbeat' : (fields.get('event') ?? 'message'),
    id: fields.get('id'),
    data: data === undefined ? undefined : JSON.parse(data),
  }
}

/** A reader that stops early ends the answer. */
export async function* eventsOf(
  { body }: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerEvent> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read()).catch(error => {
        throw networkErrorOf(error, signal)
      })
      const parts = (rest + (value ?? '')).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) yield eventIn(part)
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
