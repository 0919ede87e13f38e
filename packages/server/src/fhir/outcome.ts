/** OperationOutcome: what FHIR answers to a fault, with the FHIRPath where one is known. */
import type { Finding, Problem } from '@cairn-ehr/openehr'
import type { Reply } from '../http/index.ts'
import { headersOf, statusOf } from '../http/reply/index.ts'
import type { Code } from '../refusal/index.ts'

const FHIR_JSON = 'application/fhir+json'

/** Media types of answers and bodies. */
export const FHIR_TYPES = [FHIR_JSON, 'application/json'] as const

export interface Issue {
  readonly severity: 'error' | 'warning' | 'information'
  readonly code: string
  readonly diagnostics: string
  readonly expression?: readonly string[]
}

export const outcome = (issues: readonly Issue[]) => ({
  resourceType: 'OperationOutcome' as const,
  issue: issues,
})

/** Codes of http://hl7.org/fhir/issue-type by status; others are `processing`. */
const ISSUE_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  406: 'not-supported',
  408: 'timeout',
  409: 'conflict',
  410: 'deleted',
  412: 'conflict',
  413: 'too-long',
  415: 'not-supported',
  422: 'invalid',
  429: 'throttled',
  500: 'exception',
  501: 'not-supported',
  503: 'transient',
}

/** A finding with the FHIRPath that its value came from, if one did. */
export interface FhirFinding extends Finding {
  readonly expression?: string
}

const issueOf = ({ path, message, expression }: FhirFinding, code: string): Issue => ({
  severity: 'error',
  code,
  diagnostics: path === '' ? message : `${path}: ${message}`,
  ...(expression === undefined ? {} : { expression: [expression] }),
})

export function issuesOf(problem: Problem<Code>): readonly Issue[] {
  const code = ISSUE_TYPES[statusOf(problem)] ?? 'processing'
  const whole: Issue = { severity: 'error', code, diagnostics: `${problem.message} (${problem.code})` }
  return [whole, ...problem.findings.map(each => issueOf(each, code === 'invalid' ? 'value' : code))]
}

/** The answer to a problem, for every endpoint of the room. */
export const refuseAsOutcome = (problem: Problem<Code>): Reply => ({
  status: statusOf(problem),
  headers: { ...headersOf(problem), 'Content-Type': `${FHIR_JSON}; charset=utf-8` },
  body: JSON.stringify(outcome(issuesOf(problem))),
})

export const fhirReply = (
  status: number,
  resource: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status,
  headers: { 'Content-Type': `${FHIR_JSON}; charset=utf-8`, ...headers },
  body: JSON.stringify(resource),
})
