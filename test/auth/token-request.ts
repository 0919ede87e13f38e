/** Asks the token endpoint in every way that a client can think of. */
import type { Answer, RunningServer } from '../server.ts'

export interface Ask {
  /** The fields of the form; the good ones that are not named here are added. */
  readonly form?: Readonly<Record<string, string>>
  /** Names of good fields to leave out. */
  readonly without?: readonly string[]
  /** The whole body, instead of the form. */
  readonly body?: string | Uint8Array
  /** `id:secret` for HTTP Basic, sent as it is; null: no Authorization header. */
  readonly basic?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: string
}

/** The scope is left to the server, as a client would that has nothing special to ask for. */
const GOOD_FORM = (server: RunningServer): Record<string, string> => ({
  grant_type: 'client_credentials',
  audience: `${server.url}/openehr/v1`,
})

export const FORM_TYPE = 'application/x-www-form-urlencoded'

export const basicOf = (credentials: string): string => `Basic ${Buffer.from(credentials).toString('base64')}`

export function askToken(server: RunningServer, ask: Ask = {}): Promise<Answer> {
  const { form = {}, without = [], body, query = '', headers = {} } = ask
  const basic = ask.basic === undefined ? `${server.client.id}:${server.client.secret}` : ask.basic
  const fields = Object.entries({ ...GOOD_FORM(server), ...form }).filter(([name]) => !without.includes(name))
  return server.call(`POST /oauth/token${query}`, {
    headers: {
      'Content-Type': FORM_TYPE,
      ...(basic === null ? {} : { Authorization: basicOf(basic) }),
      ...headers,
    },
    body: body ?? new URLSearchParams(fields).toString(),
  })
}
