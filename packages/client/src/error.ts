/** An answer that is not a success, as the server words it. */
import type { ErrorCode } from './codes.generated.ts'

export interface Finding {
  readonly path: string
  readonly code: string
  readonly message: string
  /** Beside a FLAT path or a label: the path in the reference model. */
  readonly rm_path?: string
}

type Body = Readonly<Record<string, unknown>>

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The token endpoint answers with the part of the code after `oauth.`. */
function codeIn({ code, error }: Body): ErrorCode | 'unknown' {
  const known = text(code) ?? (text(error) === undefined ? 'unknown' : `oauth.${text(error)}`)
  return known as ErrorCode | 'unknown'
}

/** Thrown for every answer from 400 on. `code` is one of a closed list; `unknown` where something else than Cairn answered. */
export class CairnError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'unknown'
  readonly requestId: string | undefined
  /** All that was wrong with the data, as lines of text. */
  readonly validationErrors: readonly string[]
  /** The same, each with its path and code. */
  readonly errors: readonly Finding[]
  /** The headers of the answer, such as `ETag` with the latest version after a conflict. */
  readonly headers: Headers

  constructor(status: number, body: Body, headers = new Headers()) {
    super(text(body['message']) ?? text(body['error_description']) ?? `The server answered ${status}.`)
    this.name = 'CairnError'
    this.status = status
    this.code = codeIn(body)
    this.requestId = text(body['requestId']) ?? headers.get('X-Request-Id') ?? undefined
    const { validationErrors, errors } = body
    this.validationErrors = Array.isArray(validationErrors) ? validationErrors.map(String) : []
    this.errors = Array.isArray(errors) ? (errors as Finding[]) : []
    this.headers = headers
  }
}

/** True for an error of the server with one of these codes; with none given, for any. */
export function isCairnError(error: unknown, ...codes: readonly ErrorCode[]): error is CairnError {
  return (
    error instanceof CairnError && (codes.length === 0 || (codes as readonly string[]).includes(error.code))
  )
}

/** The error that an answer stands for; a body that is no JSON says no more than its status. */
export async function errorOf(answer: Response): Promise<CairnError> {
  const body: unknown = await answer.json().catch(() => undefined)
  const known = typeof body === 'object' && body !== null ? (body as Body) : {}
  return new CairnError(answer.status, known, answer.headers)
}
