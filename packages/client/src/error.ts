/** An answer that is not a success, as the server words it. */

interface ErrorBody {
  readonly message?: unknown
  readonly code?: unknown
  readonly error?: unknown
  readonly error_description?: unknown
  readonly requestId?: unknown
  readonly validationErrors?: unknown
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export class CairnError extends Error {
  readonly status: number
  /** Stable: the `code` of an API error, the `error` of an OAuth one. */
  readonly code: string
  readonly requestId: string | undefined
  /** All that was wrong with the data, each with its path. */
  readonly validationErrors: readonly string[]

  constructor(status: number, body: ErrorBody) {
    super(text(body.message) ?? text(body.error_description) ?? `The server answered ${status}.`)
    this.name = 'CairnError'
    this.status = status
    this.code = text(body.code) ?? text(body.error) ?? 'unknown'
    this.requestId = text(body.requestId)
    this.validationErrors = Array.isArray(body.validationErrors) ? body.validationErrors.map(String) : []
  }
}

/** The error that an answer stands for; a body that is no JSON says no more than its status. */
export async function errorOf(answer: Response): Promise<CairnError> {
  const body: unknown = await answer.json().catch(() => undefined)
  return new CairnError(answer.status, typeof body === 'object' && body !== null ? body : {})
}
