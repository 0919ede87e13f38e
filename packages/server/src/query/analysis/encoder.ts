/** Formats for analysis, by media type. */
import type { TableColumn } from './column-kind.ts'
import type { Encoder } from './table.ts'

type MakeEncoder = (columns: readonly TableColumn[]) => Encoder | Promise<Encoder>

export const ANALYSIS_TYPES = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  arrow: 'application/vnd.apache.arrow.stream',
} as const

export type AnalysisType = (typeof ANALYSIS_TYPES)[keyof typeof ANALYSIS_TYPES]

export const isAnalysisType = (type: string): type is AnalysisType =>
  (Object.values(ANALYSIS_TYPES) as string[]).includes(type)

/** Loaded when they are first asked for: the libraries would make every start slower. */
const ENCODERS: Readonly<Record<AnalysisType, MakeEncoder>> = {
  'text/csv': async columns => (await import('./csv.ts')).csvEncoder(columns),
  'application/x-ndjson': async columns => (await import('./ndjson.ts')).ndjsonEncoder(columns),
  'application/vnd.apache.parquet': async columns => (await import('./parquet.ts')).parquetEncoder(columns),
  'application/vnd.apache.arrow.stream': async columns => (await import('./arrow.ts')).arrowEncoder(columns),
}

export const encoderFor = async (type: AnalysisType, columns: readonly TableColumn[]): Promise<Encoder> =>
  ENCODERS[type](columns)

/** CSV says its charset and that its first line has names. */
export const contentTypeOf = (type: AnalysisType): string =>
  type === ANALYSIS_TYPES.csv ? 'text/csv; charset=utf-8; header=present' : type
