/** Records as bytes: how bodies are read, and how data are written in the form that is wanted. */
import {
  parseJsonDocument,
  printJson,
  readXml,
  writeFlat,
  writeStructured,
  writeXml,
} from '@cairn/openehr/format'
import { type RmObject, withoutEmptyLists } from '@cairn/openehr/rm'
import type { Template } from '@cairn/openehr/template'
import {
  type BodyReader,
  FORMATS,
  type Format,
  formatAsked,
  type Incoming,
  type Wanted,
} from '../http/index.ts'
import { Refusal } from '../refusal/index.ts'
import { LARGE, threads } from '../threads/index.ts'

export { contentType, type Format, type Wanted, wantedIn } from '../http/index.ts'

/** What can be sent for anything that is LOCATABLE. */
export const LOCATABLE_TYPES = Object.keys(FORMATS)

/** What can be sent for the rest. */
export const CANONICAL_TYPES = ['application/json', 'application/xml', 'text/xml']

/** Bytes as the format has them; what they mean may need a template. */
export interface Given {
  readonly format: Format
  readonly value: unknown
  /** Bytes of the body. */
  readonly size: number
}

const reader =
  (format: Format): BodyReader =>
  (bytes): Given | Promise<Given> => {
    const size = bytes.length
    if (format === 'xml')
      return size > LARGE
        ? threads.run('readXml', bytes).then(value => ({ format, value, size }))
        : { format, value: readXml(bytes), size }
    const { value, hasEmptyArray } = parseJsonDocument(bytes)
    return { format, value: hasEmptyArray ? withoutEmptyLists(value) : value, size }
  }

const readers = (types: readonly string[]) =>
  Object.fromEntries(types.map(type => [type, reader(FORMATS[type] ?? 'json')]))

export const LOCATABLE_BODY = readers(LOCATABLE_TYPES)
export const CANONICAL_BODY = readers(CANONICAL_TYPES)

/** The body in the format that its media type, or the query string, says; undefined without a body. */
export function givenIn(request: Incoming): Given | undefined {
  const given = request.body as Given | undefined
  const asked = formatAsked(request)
  return given && asked && given.format === 'json' ? { ...given, format: asked } : given
}

export const isSimplified = (format: Format): boolean => format === 'flat' || format === 'structured'

export const noSimplifiedForm = () =>
  new Refusal('request.not_acceptable', 'FLAT and STRUCTURED need a template, and this was made by none.')

/** JSON text of an RM object in another form; FLAT and STRUCTURED need the template that it was made by. */
export function represent(
  data: string,
  { format, profile }: Pick<Wanted, 'format' | 'profile'>,
  template: Template | undefined,
): string {
  if (format === 'json') return data
  const object = JSON.parse(data) as RmObject
  if (format === 'xml') return writeXml(object)
  if (!template) throw noSimplifiedForm()
  const write = format === 'flat' ? writeFlat : writeStructured
  return JSON.stringify(write(template, object, profile))
}

/** A resource that is no version, such as an EHR or a container, in canonical JSON or XML. */
export const printResource = (resource: RmObject, { format }: Wanted): string =>
  format === 'xml' ? writeXml(resource) : printJson(resource)
