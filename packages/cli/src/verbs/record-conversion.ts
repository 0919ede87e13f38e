/** Records in files: which format they have, and from one format to another, by a template. */
import {
  parseJson,
  printJson,
  readFlat,
  readStructured,
  readXml,
  writeFlat,
  writeStructured,
  writeXml,
} from '@cairn-ehr/openehr/format'
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import type { Template } from '@cairn-ehr/openehr/template'
import { CommandError } from '../command/exit-codes.ts'
import type { RecordFormat } from './record-format.ts'

/** FLAT keys have slashes, STRUCTURED data one object for the template beside `ctx`; canonical JSON has neither. */
export function formatIn(text: string): RecordFormat {
  if (text.trimStart().startsWith('<')) return 'xml'
  const value = parseJson(text)
  if (!isRmObject(value))
    throw new CommandError('The file has no record: it is neither XML nor a JSON object.')
  const keys = Object.keys(value)
  if (keys.includes('_type') || keys.includes('archetype_node_id')) return 'json'
  return keys.some(key => key.includes('/')) ? 'flat' : 'structured'
}

/** `archetype_details/template_id/value`, of a canonical record. */
export function templateIdIn(text: string, format: RecordFormat): string | undefined {
  if (format === 'flat' || format === 'structured') return undefined
  const record = format === 'xml' ? readXml(text) : parseJson(text)
  const details = isRmObject(record) ? record['archetype_details'] : undefined
  const id = isRmObject(details) ? details['template_id'] : undefined
  const value = isRmObject(id) ? id['value'] : undefined
  return typeof value === 'string' ? value : undefined
}

type Reader = (text: string, template: Template, now: string) => RmObject

const objectIn = (text: string): RmObject => parseJson(text) as RmObject

const READERS: Readonly<Record<RecordFormat, Reader>> = {
  json: objectIn,
  xml: text => readXml(text),
  flat: (text, template, now) => readFlat(template, objectIn(text), { now }),
  structured: (text, template, now) => readStructured(template, objectIn(text), { now }),
}

const WRITERS: Readonly<Record<RecordFormat, (record: RmObject, template: Template) => string>> = {
  json: record => JSON.stringify(JSON.parse(printJson(record)), null, 2),
  xml: record => writeXml(record),
  flat: (record, template) => JSON.stringify(writeFlat(template, record), null, 2),
  structured: (record, template) => JSON.stringify(writeStructured(template, record), null, 2),
}

export const readRecord = (text: string, format: RecordFormat, template: Template, now: string): RmObject =>
  READERS[format](text, template, now)

export const writeRecord = (record: RmObject, format: RecordFormat, template: Template): string =>
  WRITERS[format](record, template)
