/** The client: every operation of the API as a method, and bare requests for the rest. */
import { buildApi } from './api.ts'
import { aqlOver, type RunAql } from './aql.ts'
import { type AuthenticationFor, clientCredentials } from './authentication.ts'
import { type CallOptions, type PreparedRequest, prepare } from './operation.ts'
import { type Api, OPERATIONS, type OperationId, type OperationParameters } from './operations.generated.ts'
import { RETRY_LIMITS, type RetryLimits } from './retry.ts'
import { type Sender, send } from './send.ts'
import type { Credentials } from './token.ts'

interface ServerOptions {
  /** `{base_url}`, such as `https://cdr.example.org`. */
  readonly baseUrl: string
  /** Another `fetch` than the global one. */
  readonly fetch?: typeof fetch
  readonly retries?: Partial<RetryLimits>
}

/** The credentials of a client, or another way to prove who calls. */
export type ClientOptions = ServerOptions & (Credentials | { readonly authentication: AuthenticationFor })

export interface BareCallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
}

export interface CairnClient extends Api {
  /** All rows of a query, as objects. */
  readonly aql: RunAql
  /** An operation by its id, with the answer as it comes: to read its body as a stream. */
  request<Id extends OperationId>(
    id: Id,
    parameters: OperationParameters[Id],
    options?: CallOptions,
  ): Promise<Response>
  /**
   * The answer to a request, whatever its status under 400; throws `CairnError` for the others.
   *
   *     const answer = await cairn.call('GET /openehr/v1/definition/template/adl1.4')
   *     const templates = await answer.json()
   */
  call(request: string, options?: BareCallOptions): Promise<Response>
  /** An access token, for other tools; a browser session has none. */
  token(): Promise<string>
}

function bareRequest(request: string, { headers, body, signal }: BareCallOptions): PreparedRequest {
  const space = request.indexOf(' ')
  return {
    method: request.slice(0, space),
    path: request.slice(space + 1),
    headers: { Accept: 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
    signal,
  }
}

/**
 *     const cairn = createClient({ baseUrl: 'https://cdr.example.org', clientId, clientSecret })
 *     const { value, version } = await cairn.composition.get({ ehr_id, uid_based_id })
 */
export function createClient(options: ClientOptions): CairnClient {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const fetcher: typeof fetch = options.fetch ?? ((...call) => fetch(...call))
  const authentication = 'authentication' in options ? options.authentication : clientCredentials(options)
  const sender: Sender = {
    baseUrl,
    fetch: fetcher,
    authentication: authentication({ baseUrl, fetch: fetcher }),
    retries: { ...RETRY_LIMITS, ...options.retries },
  }
  const sendIt = (request: PreparedRequest) => send(sender, request)
  const api = buildApi(sendIt)
  return {
    ...api,
    aql: aqlOver(api),
    request: (id, parameters, call = {}) =>
      sendIt(prepare(OPERATIONS[id], parameters as Readonly<Record<string, unknown>>, call)),
    call: async (request, call = {}) => sendIt(bareRequest(request, call)),
    token: async () => {
      const token = await sender.authentication.token?.()
      if (token === undefined) throw new Error('This way to authenticate has no access token.')
      return token
    },
  }
}
