/** Makes the answer to a problem: status, headers and JSON body. */
import { STATUS_CODES } from 'node:http'
import { type Finding, Problem } from '@cairn-ehr/openehr'
import { CODES, type Code } from '../../refusal/index.ts'
import type { Reply } from '../endpoint.ts'

/** Facts of a problem that HTTP has a header for. */
const HEADER_OF_FACT: Record<string, (fact: string) => [name: string, value: string]> = {
  allow: methods => ['Allow', methods],
  challenge: challenge => ['WWW-Authenticate', challenge],
  retryAfter: seconds => ['Retry-After', seconds],
  latestVersion: uid => ['ETag', `"${uid}"`],
  location: path => ['Location', path],
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

const lineOf = ({ path, message }: Finding): string => (path === '' ? message : `${path}: ${message}`)

/** Many clients show only the message, so the first finding is added unless the message already has it. */
function messageOf({ message, findings: [first] }: Problem<Code>): string {
  if (first === undefined || message.includes(first.message)) return message
  return `${message} The first: ${lineOf(first).replace(/\.$/, '')}.`
}

/** Has all members that openEHR clients know: `validationErrors` as lines of text, `errors` as data, `error` of EHRbase. */
export function errorBody(problem: Problem<Code>, requestId: string): string {
  const status = statusOf(problem)
  return JSON.stringify({
    message: messageOf(problem),
    error: STATUS_CODES[status],
    code: problem.code,
    status,
    requestId,
    validationErrors: problem.findings.map(lineOf),
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
