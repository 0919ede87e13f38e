/** A call of a query as it was read from the request: parameters, page, address, and whether the plan is asked for. */
import { type Incoming, type ParameterDoc, queryNamesOf } from '../http/index.ts'
import { Refusal } from '../refusal/index.ts'
import { type AnalysisType, isAnalysisType } from './analysis/index.ts'
import { type CallInput, callInBody, callInQueryString } from './parameters.ts'

export interface Call extends CallInput {
  /** The address of the call, as the client knows it. */
  readonly href: string
  /** The whole call is in its address. */
  readonly isGet: boolean
  /** The plan is asked for, and not the rows. */
  readonly isExplained: boolean
  /** A format for analysis; undefined: the result set of openEHR. */
  readonly analysis: AnalysisType | undefined
  readonly requestId: string
  readonly signal: AbortSignal
}

function isExplained({ query }: Incoming): boolean {
  const asked = query.get('explain') ?? 'false'
  if (asked === 'true' || asked === 'false') return asked === 'true'
  throw new Refusal('request.malformed', 'explain is true or false.')
}

const callIn = (request: Incoming, input: CallInput, isGet: boolean): Call => ({
  ...input,
  href: request.publicUrl,
  isGet,
  isExplained: isExplained(request),
  analysis: isAnalysisType(request.accepted) ? request.accepted : undefined,
  requestId: request.requestId,
  after: request.after,
  signal: request.signal,
})

/** `parameters`: those that the operation declares; every other name of the query string is one of the query. */
export const callByGet = (request: Incoming, parameters: readonly ParameterDoc[]): Call =>
  callIn(request, callInQueryString(request, queryNamesOf(parameters)), true)

export function callByPost(request: Incoming, required: readonly string[]): Call & { readonly q: string } {
  const { q, ...input } = callInBody(request, required)
  return { q, ...callIn(request, input, false) }
}
