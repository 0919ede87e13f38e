/** The formats of a record, by their media types. */
export const RECORD_TYPES = {
  json: 'application/json',
  xml: 'application/xml',
  flat: 'application/openehr.wt.flat+json',
  structured: 'application/openehr.wt.structured+json',
} as const

export type RecordFormat = keyof typeof RECORD_TYPES
