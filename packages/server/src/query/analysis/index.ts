/** Results in formats for analysis: CSV, NDJSON, Parquet and Arrow. */
export type { ColumnKind } from './column-kind.ts'
export { ANALYSIS_TYPES, type AnalysisType, contentTypeOf } from './encoder.ts'
export { FORMAT, requestedAnalysis } from './requested.ts'
export { analysisStream, guardedPieces } from './stream.ts'
export { isWholeNumber } from './whole-numbers.ts'
