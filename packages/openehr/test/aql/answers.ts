import type { EvaluateOptions, ResultSet } from '../../src/aql/evaluate/data.ts'
import { evaluate } from '../../src/aql/evaluate/evaluate.ts'
import { bindParameters, type ParameterValues } from '../../src/aql/syntax/bind.ts'
import { parseAql } from '../../src/aql/syntax/parse.ts'
import { RECORDS } from './records.ts'

export const OPTIONS: EvaluateOptions = {
  now: '2026-11-14T10:11:12.5+01:00',
  terminology: (operation, service, parameters) => {
    if (operation === 'expand' || operation === 'hierarchy')
      return ['73211009', { terminology: 'LOINC', code: '1' }]
    return service === 'hl7.org/fhir/r4' && parameters.includes('73211009')
  },
}

const PARAMETERS: ParameterValues = {
  ev: 'After exercise',
  arch: 'openEHR-EHR-COMPOSITION.report.v1',
  ehr: 'one',
  from: '2024-01-01',
  to: '2025-01-01',
  pattern: '*1',
  a: 'Visit 1',
  b: 'Problems',
}

export function run(query: string, options: Partial<EvaluateOptions> = {}): ResultSet {
  return evaluate(bindParameters(parseAql(query), PARAMETERS), RECORDS, { ...OPTIONS, ...options })
}

export const rows = (query: string, options?: Partial<EvaluateOptions>): unknown => run(query, options).rows
