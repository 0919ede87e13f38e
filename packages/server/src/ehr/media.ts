/** The forms that records come in and go out in, by media type and by `?format=`. */
import {
  type ParsedJson,
  parseJsonText,
  printJson,
  readXml,
  writeFlat,
  writeStructured,
  writeXml,
} from '@cairn/openehr/format'
import type { RmObject } from '@cairn/openehr/rm'
import type { Template } from '@cairn/openehr/template'
import { type BodyReader, type Incoming, Refusal } from '../http/index.ts'

export type Format = 'json' | 'xml' | 'flat' | 'structured'

/** openEHR REST, media types; the longer spellings are those of earlier texts and of other servers. */
const FORMATS: Record<string, Format> = {
  'application/json': 'json',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'application/openehr.wt.flat+json': 'flat',
  'application/openehr.wt.structured+json': 'structured',
  'application/openehr.wt.flat.schema+json': 'flat',
  'application/openehr.wt.structured.schema+json': 'structured',
  'application/openehr.wt.flat.structured+json': 'structured',
}

/** What can be sent for anything that is LOCATABLE. */
export const LOCATABLE_TYPES = Object.keys(FORMATS)

/** What can be sent for the rest. */
export const CANONICAL_TYPES = ['application/json', 'application/xml', 'text/xml']

/** Bytes as the format has them; what they mean may need a template. */
export interface Given {
  readonly format: Format
  readonly value: unknown
  /** What was sent as JSON, with its text; the value is another where somebody has changed it since. */
  readonly sent?: ParsedJson
}

const reader =
  (format: Format): BodyReader =>
  (bytes): Given => {
    if (format === 'xml') return { format, value: readXml(bytes) }
    const sent = parseJsonText(bytes)
    return { format, value: sent.value, sent }
  }

const readers = (types: readonly string[]) =>
  Object.fromEntries(types.map(type => [type, reader(FORMATS[type] ?? 'json')]))

export const LOCATABLE_BODY = readers(LOCATABLE_TYPES)
export const CANONICAL_BODY = readers(CANONICAL_TYPES)

const BY_NAME: Record<string, Format> = { JSON: 'json', XML: 'xml', FLAT: 'flat', STRUCTURED: 'structured' }

/** `?format=FLAT`, for clients that can say no more than JSON in a header. */
function formatAsked({ query }: Incoming): Format | undefined {
  const name = query.get('format')
  if (name === null) return undefined
  const format = Object.hasOwn(BY_NAME, name.toUpperCase()) ? BY_NAME[name.toUpperCase()] : undefined
  if (!format)
    throw new Refusal('request.malformed', `The format is one of ${Object.keys(BY_NAME).join(', ')}.`)
  return format
}

/** The body in the format that its media type, or the query string, says; undefined without a body. */
export function givenIn(request: Incoming): Given | undefined {
  const given = request.body as Given | undefined
  const asked = formatAsked(request)
  return given && asked && given.format === 'json' ? { ...given, format: asked } : given
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

export const isSimplified = (format: Format): boolean => format === 'flat' || format === 'structured'

export const noSimplifiedForm = () =>
  new Refusal('request.not_acceptable', 'FLAT and STRUCTURED need a template, and this was made by none.')

/** JSON text of an RM object in another form; FLAT and STRUCTURED need the template that it was made by. */
export function represent(data: string, format: Format, template: Template | undefined): string {
  if (format === 'json') return data
  const object = JSON.parse(data) as RmObject
  if (format === 'xml') return writeXml(object)
  if (!template) throw noSimplifiedForm()
  return JSON.stringify(format === 'flat' ? writeFlat(template, object) : writeStructured(template, object))
}

export const contentType = ({ mediaType }: Wanted): Record<string, string> => ({
  'Content-Type': `${mediaType}; charset=utf-8`,
})

/** A resource that is no version, such as an EHR or a container, in canonical JSON or XML. */
export const printResource = (resource: RmObject, { format }: Wanted): string =>
  format === 'xml' ? writeXml(resource) : printJson(resource)
