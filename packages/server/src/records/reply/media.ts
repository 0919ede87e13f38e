/** Reads bodies of records, and prints records, in the formats of openEHR. */
import {
  parseJsonDocument,
  printJson,
  readXml,
  writeFlat,
  writeStructured,
  writeXml,
} from '@cairn-ehr/openehr/format'
import { type RmObject, withoutEmptyLists } from '@cairn-ehr/openehr/rm'
import type { Template } from '@cairn-ehr/openehr/template'
import type { BodyReader, Incoming } from '../../http/index.ts'
import { type AnswerFormat, FORMATS, type Format, requestedFormat } from '../../http/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { LARGE, threads } from '../../threads/index.ts'

export {
  type AnswerFormat,
  answerFormatIn,
  contentType,
  type Format,
  mediaTypeOf,
} from '../../http/request/index.ts'

/** Media types of bodies with a LOCATABLE. */
export const LOCATABLE_TYPES = Object.keys(FORMATS)

/** Media types of other bodies. */
export const CANONICAL_TYPES = ['application/json', 'application/xml', 'text/xml']

/** The body of a request as its format has it; FLAT and STRUCTURED still need a template to be understood. */
export interface RecordBody {
  readonly format: Format
  readonly value: unknown
  /** Bytes of the body. */
  readonly size: number
}

/** Bytes from which JSON is first checked in a thread: to refuse 15 MB, with line and column, took 60 ms. */
const LARGE_JSON = 1024 * 1024

const bodyReader =
  (format: Format): BodyReader =>
  (bytes, _media, { objects, systemId }): RecordBody | Promise<RecordBody> => {
    const size = bytes.length
    if (format === 'xml')
      return size > LARGE
        ? threads.run('readXml', { bytes, objects }, systemId).then(value => ({ format, value, size }))
        : { format, value: readXml(bytes), size }
    return size > LARGE_JSON
      ? threads.run('checkJson', { bytes, objects }, systemId).then(() => jsonBody(format, bytes, objects))
      : jsonBody(format, bytes, objects)
  }

function jsonBody(format: Format, bytes: Uint8Array, objects: number): RecordBody {
  const size = bytes.length
  const { value, hasEmptyArray } = parseJsonDocument(bytes, { containers: objects })
  return { format, value: hasEmptyArray ? withoutEmptyLists(value) : value, size }
}

const bodyReaders = (types: readonly string[]) =>
  Object.fromEntries(types.map(type => [type, bodyReader(FORMATS[type] ?? 'json')]))

export const LOCATABLE_BODY = bodyReaders(LOCATABLE_TYPES)
export const CANONICAL_BODY = bodyReaders(CANONICAL_TYPES)

/** Returns the body in the format of its media type or of the query string; undefined without a body. */
export function recordBodyIn(request: Incoming): RecordBody | undefined {
  const given = request.body as RecordBody | undefined
  const asked = requestedFormat(request)
  return given && asked && given.format === 'json' ? { ...given, format: asked } : given
}

export const isSimplified = (format: Format): boolean => format === 'flat' || format === 'structured'

export const noSimplifiedForm = () =>
  new Refusal(
    'request.not_acceptable',
    'FLAT and STRUCTURED need a template, but this record was made without one.',
  )

/** Prints the JSON text of an RM object in another format; FLAT and STRUCTURED need its template. */
export function represent(
  data: string,
  { format, profile }: Pick<AnswerFormat, 'format' | 'profile'>,
  template: Template | undefined,
): string {
  if (format === 'json') return data
  const object = JSON.parse(data) as RmObject
  if (format === 'xml') return writeXml(object)
  if (!template) throw noSimplifiedForm()
  const write = format === 'flat' ? writeFlat : writeStructured
  return JSON.stringify(write(template, object, profile))
}

/** Prints a resource without versions, such as an EHR or a container, as canonical JSON or XML. */
export const printResource = (resource: RmObject, { format }: AnswerFormat): string =>
  format === 'xml' ? writeXml(resource) : printJson(resource)
