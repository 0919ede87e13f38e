/** A call of a query as it was read from the request: parameters, page, address, and whether the plan is asked for. */

import type { Incoming } from '../http/index.ts'
import { Refusal } from '../refusal/index.ts'
import { type AnalysisType, requestedAnalysis } from './analysis/index.ts'
import { timeoutIn } from './own-time.ts'
import { type CallInput, callInBody, callInQueryString } from './parameters.ts'

export interface Call extends CallInput {
  /** The address of the call, as the client knows it. */
  readonly href: string
  /** The whole call is in its address. */
  readonly isGet: boolean
  /** The plan is asked for, and not the rows. */
  readonly isExplained: boolean
  /** The answer is that of the openEHR REST specification where the interface has another. */
  readonly isOpenehr: boolean
  /** A format for analysis; undefined: the result set of openEHR. */
  readonly analysis: AnalysisType | undefined
  /** Seconds that the call asks for; 0: as many as the query needs. */
  readonly timeout: number | undefined
  readonly requestId: string
  readonly signal: AbortSignal
}

function isExplained({ query }: Incoming): boolean {
  const asked = query.get('explain') ?? 'false'
  if (asked === 'true' || asked === 'false') return asked === 'true'
  throw new Refusal('request.malformed', 'explain is true or false.')
}

/** Every member is named: to spread them takes longer than all the rest. */
const callIn = (
  request: Incoming,
  { controls, ehrId, offset, fetch, parameters }: CallInput,
  isGet: boolean,
): Call => {
  const analysis = requestedAnalysis(request)
  return {
    controls,
    ehrId,
    offset,
    fetch,
    parameters,
    href: request.publicUrl,
    isGet,
    isExplained: isExplained(request),
    isOpenehr: request.mountPoint.isOpenehr,
    analysis,
    timeout: timeoutIn(request, analysis),
    requestId: request.requestId,
    after: request.after,
    signal: request.signal,
  }
}

/** `controls`: the names that the operation declares; every other name of the query string is one of the query. */
export const callByGet = (request: Incoming, controls: readonly string[]): Call =>
  callIn(request, callInQueryString(request, controls), true)

export function callByPost(request: Incoming, required: readonly string[]): Call & { readonly q: string } {
  const { q, ...input } = callInBody(request, required)
  return { q, ...callIn(request, input, false) }
}
