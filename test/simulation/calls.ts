/** Calls of clients, each with an id by which its audit event is known, and a note of all that was answered. */
import type { Answer } from '../server.ts'
import type { Call } from './operations.ts'
import { CLIENT, type SimulatedServer, type World } from './world.ts'

/** No answer, or one that leaves open what happened: the write may be stored or not. */
export class UnclearError extends Error {}

interface Acknowledged {
  readonly id: string
  readonly isWrite: boolean
  /** True: its last piece waits for a second event, which names the EHRs. */
  readonly isInPieces: boolean
}

export interface Calls {
  /** The answer, unless it is unclear. */
  send(id: string, server: number, call: Call): Promise<Answer>
  /** A number that no other request has. */
  nextNumber(): number
  readonly acknowledged: Acknowledged[]
  /** Requests without a clear answer. */
  unclear: number
}

/** Longer than any limit of a server under test: a request that nobody serves would be waited for without end. */
const PATIENCE_MS = 15_000
const MOST_TRIES = 4
/** The server cannot serve at the moment: overload, no database, no room on the disk, shutdown. */
const NOT_NOW = [408, 429, 502, 503, 507]

/** As `fetch` tells of connections that end or never begin, and of a wait that was too long. */
const isOfNetwork = (error: Error): boolean =>
  error instanceof TypeError || ['TimeoutError', 'AbortError'].includes(error.name)

async function newToken({ servers }: World, { url }: SimulatedServer): Promise<string> {
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: { Authorization: `Basic ${btoa(`${CLIENT.id}:${CLIENT.secret}`)}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      audience: `${servers[0]?.url}/openehr/v1`,
      scope: 'api.read api.write api.admin',
    }),
  })
  if (NOT_NOW.includes(answer.status)) throw new UnclearError(`no token: ${answer.status}`)
  if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}

export function openCalls(world: World): Calls {
  const tokens = new Map<number, Promise<string>>()
  const tokenOf = (server: SimulatedServer, at: number, isNew: boolean): Promise<string> => {
    const kept = isNew ? undefined : tokens.get(at)
    const token = kept ?? newToken(world, server)
    tokens.set(at, token)
    token.catch(() => tokens.delete(at))
    return token
  }
  const acknowledged: Acknowledged[] = []
  let count = 0

  /** A token is asked for again if a clock made the last one invalid; meanwhile the clock may be set once more. */
  const attempt = async (id: string, at: number, call: Call, tries = 1): Promise<Answer> => {
    const server = world.servers[at] as SimulatedServer
    const [method = '', path = ''] = call.request.split(/ (.*)/s)
    const isText = typeof call.body === 'string'
    const answer = await fetch(`${server.url}${path}`, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        Authorization: `Bearer ${await tokenOf(server, at, tries > 1)}`,
        'X-Request-Id': id,
        ...(call.body === undefined || isText ? {} : { 'Content-Type': 'application/json' }),
        ...call.headers,
      },
      ...(call.body === undefined
        ? {}
        : { body: isText ? (call.body as string) : JSON.stringify(call.body) }),
    })
    const text = await answer.text()
    if (answer.status === 401 && tries < MOST_TRIES) return attempt(id, at, call, tries + 1)
    return { status: answer.status, headers: answer.headers, text, json: () => JSON.parse(text) }
  }

  const calls: Calls = {
    nextNumber: () => count++,
    acknowledged,
    unclear: 0,
    send: async (id, at, call) => {
      const answer = await attempt(id, at, call).catch(error => {
        calls.unclear++
        throw isOfNetwork(error) ? new UnclearError(String(error.cause ?? error)) : error
      })
      if (NOT_NOW.includes(answer.status)) {
        calls.unclear++
        throw new UnclearError(`${answer.status} ${answer.text}`)
      }
      if (answer.status >= 500) throw new Error(`${id}: ${call.request}: ${answer.status} ${answer.text}`)
      const isWrite = !call.request.startsWith('GET ')
      const isInPieces = call.headers?.['Accept'] === 'text/csv'
      if (answer.status < 300) acknowledged.push({ id, isWrite, isInPieces })
      return answer
    },
  }
  return calls
}
