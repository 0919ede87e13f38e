/** How a problem looks on the wire: status, headers and the JSON body of an API error. */
import { Problem } from '@cairn/openehr'
import { CODES, type Code } from './codes.ts'
import type { Reply } from './endpoint.ts'

/** Facts of a problem that HTTP has a header for. */
const HEADER_OF_FACT: Record<string, (fact: string) => [name: string, value: string]> = {
  allow: methods => ['Allow', methods],
  challenge: challenge => ['WWW-Authenticate', challenge],
  retryAfter: seconds => ['Retry-After', seconds],
  latestVersion: uid => ['ETag', `"${uid}"`],
}

export function isKnown(error: unknown): error is Problem<Code> {
  return error instanceof Problem && Object.hasOwn(CODES, error.code)
}

export function statusOf(problem: Problem<Code>): number {
  return CODES[problem.code].status
}

export function headersOf(problem: Problem<Code>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [fact, value] of Object.entries(problem.facts)) {
    const header = HEADER_OF_FACT[fact]?.(value)
    if (header) headers[header[0]] = header[1]
  }
  return headers
}

/** Both shapes that openEHR clients know: `validationErrors` as lines of text, `errors` as data. */
export function errorBody(problem: Problem<Code>, requestId: string): string {
  return JSON.stringify({
    message: problem.message,
    code: problem.code,
    status: statusOf(problem),
    requestId,
    validationErrors: problem.findings.map(({ path, message }) =>
      path === '' ? message : `${path}: ${message}`,
    ),
    errors: problem.findings,
  })
}

export function errorReply(problem: Problem<Code>, requestId: string): Reply {
  return {
    status: statusOf(problem),
    headers: { ...headersOf(problem), 'Content-Type': 'application/json; charset=utf-8' },
    body: errorBody(problem, requestId),
  }
}
