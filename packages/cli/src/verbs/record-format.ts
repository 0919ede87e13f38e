/** The formats of a record. */
export const RECORD_FORMATS = ['json', 'xml', 'flat', 'structured'] as const

export type RecordFormat = (typeof RECORD_FORMATS)[number]

export const MEDIA_TYPES = {
  json: 'application/json',
  xml: 'application/xml',
  flat: 'application/openehr.wt.flat+json',
  structured: 'application/openehr.wt.structured+json',
} as const satisfies Readonly<Record<RecordFormat, string>>
