/** The forms that records come in and go out in, by media type and by `?format=`. */
import { Refusal } from './codes.ts'
import type { Incoming } from './endpoint.ts'

export type Format = 'json' | 'xml' | 'flat' | 'structured'

/** openEHR REST, media types; the longer spellings are those of earlier texts and of other servers. */
export const FORMATS: Readonly<Record<string, Format>> = {
  'application/json': 'json',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'application/openehr.wt.flat+json': 'flat',
  'application/openehr.wt.structured+json': 'structured',
  'application/openehr.wt.flat.schema+json': 'flat',
  'application/openehr.wt.structured.schema+json': 'structured',
  'application/openehr.wt.flat.structured+json': 'structured',
}

const BY_NAME: Record<string, Format> = { JSON: 'json', XML: 'xml', FLAT: 'flat', STRUCTURED: 'structured' }

/** `?format=FLAT`, for clients that can say no more than JSON in a header; empty counts as absent. */
export function formatAsked({ query }: Incoming): Format | undefined {
  const name = query.get('format')
  if (!name) return undefined
  const format = Object.hasOwn(BY_NAME, name.toUpperCase()) ? BY_NAME[name.toUpperCase()] : undefined
  if (!format)
    throw new Refusal('request.malformed', `The format is one of ${Object.keys(BY_NAME).join(', ')}.`)
  return format
}

/** The form to answer in. */
export interface Wanted {
  readonly format: Format
  readonly mediaType: string
}

const PREFERRED_TYPE: Record<Format, string> = {
  json: 'application/json',
  xml: 'application/xml',
  flat: 'application/openehr.wt.flat+json',
  structured: 'application/openehr.wt.structured+json',
}

export function wantedIn(request: Incoming): Wanted {
  const accepted = FORMATS[request.accepted] ?? 'json'
  const asked = formatAsked(request)
  return asked === undefined || asked === accepted
    ? { format: accepted, mediaType: request.accepted }
    : { format: asked, mediaType: PREFERRED_TYPE[asked] }
}

export const contentType = ({ mediaType }: Wanted): Record<string, string> => ({
  'Content-Type': `${mediaType}; charset=utf-8`,
})
