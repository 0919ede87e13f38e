/** The formats of records, by media type and by `?format=`. */
import type { FlatProfile } from '@cairn-ehr/openehr/format'
import { Refusal } from '../../refusal/index.ts'
import type { Incoming } from '../endpoint.ts'
import { acceptParameter } from './media-type.ts'

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

/** `?format=FLAT`, for clients that can only send JSON in a header; empty counts as absent. `CANONICAL` is XML to those who accept that, and else JSON. */
export function requestedFormat({ query, accepted }: Incoming): Format | undefined {
  const name = query.get('format')
  if (!name) return undefined
  if (name.toUpperCase() === 'CANONICAL') return FORMATS[accepted] === 'xml' ? 'xml' : 'json'
  const format = Object.hasOwn(BY_NAME, name.toUpperCase()) ? BY_NAME[name.toUpperCase()] : undefined
  if (!format)
    throw new Refusal('request.malformed', `The format is one of ${Object.keys(BY_NAME).join(', ')}.`)
  return format
}

/** The format of the answer. */
export interface AnswerFormat {
  readonly format: Format
  readonly mediaType: string
  /** Limits the keys of FLAT and STRUCTURED; absent: all keys. */
  readonly profile?: FlatProfile
}

const PREFERRED_TYPE: Record<Format, string> = {
  json: 'application/json',
  xml: 'application/xml',
  flat: 'application/openehr.wt.flat+json',
  structured: 'application/openehr.wt.structured+json',
}

export function answerFormatIn(request: Incoming): AnswerFormat {
  const accepted = FORMATS[request.accepted] ?? 'json'
  const asked = requestedFormat(request)
  const form =
    asked === undefined || asked === accepted
      ? { format: accepted, mediaType: request.accepted }
      : { format: asked, mediaType: PREFERRED_TYPE[asked] }
  if (!SIMPLIFIED.has(form.format) || requestedProfile(request) !== 'simple') return form
  return { ...form, mediaType: `${form.mediaType}; profile=simple`, profile: 'simple' }
}

const SIMPLIFIED: ReadonlySet<Format> = new Set(['flat', 'structured'])

const PROFILES: readonly string[] = ['full', 'simple'] satisfies readonly FlatProfile[]

/** `profile=simple` beside the media type in `Accept`, or in the query string; empty counts as absent. */
function requestedProfile({ query, headers, accepted }: Incoming): string | undefined {
  const given = query.get('profile') || undefined
  const name = given ?? acceptParameter(headers.accept, accepted, 'profile')
  if (name === undefined || PROFILES.includes(name)) return name
  const code = given === undefined ? 'request.not_acceptable' : 'request.malformed'
  throw new Refusal(code, `The profile is one of ${PROFILES.join(', ')}.`)
}

/** The value of Content-Type. */
export const mediaTypeOf = ({ mediaType }: AnswerFormat): string => `${mediaType}; charset=utf-8`

export const contentType = (wanted: AnswerFormat): Record<string, string> => ({
  'Content-Type': mediaTypeOf(wanted),
})
