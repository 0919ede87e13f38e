/** The format that a request asks for its rows in, by `?format=` or by `Accept`. */
import type { Incoming, ParameterDoc } from '../../http/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { ANALYSIS_TYPES, type AnalysisType, isAnalysisType } from './encoder.ts'

const NAMES = ['json', ...Object.keys(ANALYSIS_TYPES)]

export const FORMAT: ParameterDoc = {
  name: 'format',
  in: 'query',
  description:
    'The format of the answer, for clients that cannot set `Accept`; it takes precedence over `Accept`.',
  schema: { type: 'string', enum: NAMES },
}

const isAnalysisName = (name: string): name is keyof typeof ANALYSIS_TYPES =>
  Object.hasOwn(ANALYSIS_TYPES, name)

/** Undefined: JSON. An empty name counts as absent. */
export function requestedAnalysis({ query, accepted }: Incoming): AnalysisType | undefined {
  const name = query.get('format')?.toLowerCase()
  if (!name) return isAnalysisType(accepted) ? accepted : undefined
  if (name === 'json') return undefined
  if (isAnalysisName(name)) return ANALYSIS_TYPES[name]
  throw new Refusal('request.malformed', `The format is one of ${NAMES.join(', ')}.`)
}
