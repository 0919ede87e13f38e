/** Requests that have no answer: the server was not reached, the connection was lost, or the time was over. */

/**
 * - `network.not_sent`: no connection could be made, so the server has not seen the request.
 * - `network.lost`: the connection ended before the answer did. The server may have carried out the request.
 * - `network.timeout`: the answer was not complete in time. The server may have carried out the request.
 */
export type NetworkErrorCode = 'network.not_sent' | 'network.lost' | 'network.timeout'

const MESSAGES: Readonly<Record<NetworkErrorCode, string>> = {
  'network.not_sent': 'The server cannot be reached.',
  'network.lost': 'The connection to the server was lost.',
  'network.timeout': 'The server did not answer in time.',
}

/** `cause` is the error of `fetch`. */
export class CairnNetworkError extends Error {
  readonly code: NetworkErrorCode

  constructor(code: NetworkErrorCode, cause?: unknown) {
    super(MESSAGES[code], { cause })
    this.name = 'CairnNetworkError'
    this.code = code
  }
}

export const isNetworkError = (
  error: unknown,
  ...codes: readonly NetworkErrorCode[]
): error is CairnNetworkError =>
  error instanceof CairnNetworkError && (codes.length === 0 || codes.includes(error.code))

/** Codes of Node for a connection that was never made. A browser does not tell. */
const NEVER_CONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** `fetch` fails with a TypeError, whose cause has the code; with two addresses for a name, the cause has an error for each. */
function codesIn(error: unknown): unknown[] {
  const { code, cause, errors } = (error ?? {}) as { code?: unknown; cause?: unknown; errors?: unknown[] }
  if (Array.isArray(errors)) return errors.flatMap(codesIn)
  return cause === undefined ? [code] : codesIn(cause)
}

/** The error of a request that failed. Throws what is not of the network: the reason of the signal, or an error of ours. */
export function networkErrorOf(error: unknown, signal?: AbortSignal): CairnNetworkError {
  if (signal?.aborted) throw signal.reason
  const codes = codesIn(error)
  if (!(error instanceof TypeError) || codes.includes('ERR_INVALID_URL')) throw error
  const isUnsent = codes.every(code => NEVER_CONNECTED.has(code))
  return new CairnNetworkError(isUnsent ? 'network.not_sent' : 'network.lost', error)
}
