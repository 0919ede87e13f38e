/** Another openEHR server, read over its REST API: not faster than allowed, and again after a passing error. */
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError, NoAnswer } from '../command/exit-codes.ts'

export interface SourceOptions {
  /** Down to the version of the API: `https://ehr.example.org/ehrbase/rest/openehr/v1`. */
  readonly url: string
  /** The value of `Authorization`; undefined: none. */
  readonly authorization: string | undefined
  /** Most requests a second. */
  readonly rate: number
  readonly stop: AbortSignal
}

export interface OpenEhrSource {
  /** The body as JSON; undefined where there is nothing (204, 404). */
  json(path: string): Promise<unknown>
  /** The body as text, in this media type. */
  text(path: string, accept: string): Promise<string | undefined>
  /** All rows of a query, page by page. */
  rows(q: string): AsyncGenerator<readonly unknown[]>
}

const PAUSES_SECONDS = [1, 2, 5, 10, 30]
const PAGE = 1000

/** Gives out moments that are at least `1 / rate` seconds apart. */
function pacer(rate: number, stop: AbortSignal): () => Promise<void> {
  const between = 1000 / rate
  let next = 0
  return async () => {
    const now = performance.now()
    const at = Math.max(now, next)
    next = at + between
    if (at > now) await sleep(at - now, undefined, { signal: stop })
    stop.throwIfAborted()
  }
}

const isPassing = (status: number): boolean =>
  status === 429 || status === 502 || status === 503 || status === 504

export function openSource({ url, authorization, rate, stop }: SourceOptions): OpenEhrSource {
  const base = url.replace(/\/+$/, '')
  const pace = pacer(rate, stop)
  let hasAnswered = false
  const send = async (path: string, init: RequestInit): Promise<Response | undefined> => {
    for (let attempt = 0; ; attempt++) {
      await pace()
      const answer = await fetch(`${base}${path}`, { ...init, signal: stop }).catch((error: unknown) => {
        if (stop.aborted) throw error
        // One that has never answered is the wrong address: nobody should wait for it.
        if (!hasAnswered || PAUSES_SECONDS[attempt] === undefined) throw new NoAnswer(base)
        return undefined
      })
      hasAnswered ||= answer !== undefined
      if (answer?.ok) return answer.status === 204 ? undefined : answer
      if (answer?.status === 404) return undefined
      const pause = PAUSES_SECONDS[attempt]
      if (answer && (!isPassing(answer.status) || pause === undefined))
        throw new CommandError(
          `The other server answered ${answer.status} to ${init.method ?? 'GET'} ${path}: ${(await answer.text()).slice(0, 300)}`,
        )
      await answer?.body?.cancel()
      await sleep((pause ?? 30) * 1000, undefined, { signal: stop })
    }
  }
  const headers = (accept: string) => ({
    Accept: accept,
    ...(authorization === undefined ? {} : { Authorization: authorization }),
  })
  const page = async (q: string, offset: number): Promise<readonly (readonly unknown[])[]> => {
    const answer = await send('/query/aql', {
      method: 'POST',
      headers: { ...headers('application/json'), 'Content-Type': 'application/json' },
      body: JSON.stringify({ q, offset, fetch: PAGE }),
    })
    return ((await answer?.json()) as { rows?: unknown[][] } | undefined)?.rows ?? []
  }
  return {
    json: async path => (await send(path, { headers: headers('application/json') }))?.json(),
    text: async (path, accept) => (await send(path, { headers: headers(accept) }))?.text(),
    rows: async function* (q) {
      for (let offset = 0; ; ) {
        const rows = await page(q, offset)
        yield* rows
        offset += rows.length
        if (rows.length < PAGE) return
      }
    },
  }
}
