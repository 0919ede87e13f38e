/** The client: every operation of the API as a method, and bare requests for the rest. */
import { buildApi } from './api.ts'
import { type AqlCells, aqlOver, type NoCells, type RunAql } from './aql.ts'
import { type AuthenticationFor, clientCredentials } from './authentication.ts'
import { type FollowChanges, followChanges } from './changes.ts'
import { type FollowQuery, followQuery } from './live.ts'
import { type CallOptions, isRepeatable, type PreparedRequest, prepare } from './operation.ts'
import { type Api, OPERATIONS, type OperationId, type OperationParameters } from './operations.generated.ts'
import { RETRY_LIMITS, type RetryLimits } from './retry.ts'
import { type Sender, send } from './send.ts'
import { withinTime } from './timeout.ts'
import type { Credentials } from './token.ts'

interface ServerOptions {
  /** `{base_url}`, such as `https://cdr.example.org`. */
  readonly baseUrl: string
  /** Another `fetch` than the global one. */
  readonly fetch?: typeof fetch
  readonly retries?: Partial<RetryLimits>
  /** Time of a call of a method, attempts that failed included; 300 when left out. `request` and `call` have a limit only where it is given to them. */
  readonly timeoutSeconds?: number
}

const TIMEOUT_SECONDS = 300

/** The credentials of a client, or another way to prove who calls. */
export type ClientOptions = ServerOptions & (Credentials | { readonly authentication: AuthenticationFor })

export interface BareCallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
  /** Time until the answer begins, attempts that failed included. */
  readonly timeoutSeconds?: number
}

export interface CairnClient<Cells = NoCells> extends Api {
  /** All rows of a query, as objects. */
  readonly aql: RunAql<Cells>
  /** All changes from a place on, as they are committed. */
  readonly changes: FollowChanges
  /** The rows of a query, and what commits change in them. */
  readonly live: FollowQuery
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

function bareRequest(request: string, { headers = {}, body, signal }: BareCallOptions): PreparedRequest {
  const space = request.indexOf(' ')
  const method = request.slice(0, space)
  return {
    method,
    path: request.slice(space + 1),
    isRepeatable: isRepeatable(method, headers),
    headers: { Accept: 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
    signal,
  }
}

/**
 *     const cairn = createClient({ baseUrl: 'https://cdr.example.org', clientId, clientSecret })
 *     const { value, version } = await cairn.composition.get({ ehr_id, uid_based_id })
 *
 * `Cells` are the types that `cairn generate types` writes for templates: `createClient<VitalSignsCells & LaboratoryCells>(…)`.
 */
export function createClient<Cells extends AqlCells = NoCells>(options: ClientOptions): CairnClient<Cells> {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const fetcher: typeof fetch = options.fetch ?? ((...call) => fetch(...call))
  const authentication = 'authentication' in options ? options.authentication : clientCredentials(options)
  const retries = { ...RETRY_LIMITS, ...options.retries }
  const { timeoutSeconds = TIMEOUT_SECONDS } = options
  const sender: Sender = {
    baseUrl,
    fetch: fetcher,
    authentication: authentication({ baseUrl, fetch: fetcher, retries }),
    retries,
  }
  const sendIt = (request: PreparedRequest) => send(sender, request)
  const begin = (request: PreparedRequest, seconds: number | undefined) =>
    withinTime({ seconds, signal: request.signal }, signal => sendIt({ ...request, signal }))
  return {
    ...buildApi(sendIt, timeoutSeconds),
    aql: aqlOver((request, seconds = timeoutSeconds) => begin(request, seconds)),
    changes: followChanges(begin),
    live: followQuery(begin),
    request: async (id, parameters, call = {}) =>
      begin(
        prepare(OPERATIONS[id], parameters as Readonly<Record<string, unknown>>, call),
        call.timeoutSeconds,
      ),
    call: async (request, call = {}) => begin(bareRequest(request, call), call.timeoutSeconds),
    token: async () => {
      const token = await sender.authentication.token?.()
      if (token === undefined) throw new Error('This way to authenticate has no access token.')
      return token
    },
  }
}
