/** The schema and an example of a body in each of its media types. */
import { writeXml } from '@cairn-ehr/openehr/format'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Schema } from '../operation-doc.ts'
import { FORMATS } from '../request/record-format.ts'
import { EXAMPLES, exampleOf } from './examples.ts'
import { schemaRef } from './rm-schemas.ts'

/** Other spellings of media types, which are accepted but not described. */
const OTHER_SPELLINGS: ReadonlySet<string> = new Set([
  'text/xml',
  'application/openehr.wt.flat.schema+json',
  'application/openehr.wt.structured.schema+json',
  'application/openehr.wt.flat.structured+json',
])

/** The component that a body refers to, if any. */
function componentOf(schema: Schema): string | undefined {
  const [first = schema] = (schema['anyOf'] ?? []) as Schema[]
  const ref = first['$ref']
  return typeof ref === 'string' ? ref.replace('#/components/schemas/', '') : undefined
}

/** XML always has the literals of the reference model, whatever JSON has. */
const asVersionXml = (version: RmObject): RmObject => ({
  ...version,
  uid: { ...(version['uid'] as object), _type: 'OBJECT_VERSION_ID' },
  contribution: {
    ...(version['contribution'] as object),
    _type: 'OBJECT_REF',
    id: { _type: 'HIER_OBJECT_ID', value: '7d44b88c-4199-4bad-97dc-d78268e01398' },
    type: 'CONTRIBUTION',
  },
})

function xmlExample(component: string | undefined): string | undefined {
  const example = component === undefined ? undefined : EXAMPLES[component]
  const { _type: type } = (example ?? {}) as RmObject
  if (type === undefined) return undefined
  return writeXml(type === 'ORIGINAL_VERSION' ? asVersionXml(example as RmObject) : (example as RmObject))
}

const isJson = (type: string): boolean => /[/+]json$/.test(type)

/** Media types whose bodies are no text. */
const BINARY: ReadonlySet<string> = new Set([
  'application/octet-stream',
  'application/vnd.apache.parquet',
  'application/vnd.apache.arrow.stream',
])

function mediaSchema(type: string, schema: Schema): Schema {
  const format = FORMATS[type]
  if (format === 'flat') return schemaRef('FLAT')
  if (format === 'structured') return schemaRef('STRUCTURED')
  if (type === 'application/openehr.wt+json') return schemaRef('WEB_TEMPLATE')
  if (isJson(type) || type === 'application/x-www-form-urlencoded') return schema
  if (BINARY.has(type)) return { type: 'string', format: 'binary' }
  return { type: 'string' }
}

/** Texts that are no JSON, by media type; an operation may have better ones of its own. */
const TEXTS: Readonly<Record<string, string>> = {
  'application/xml': '<?xml version="1.0" encoding="UTF-8"?><document/>',
  'text/plain': 'SELECT e/ehr_id/value FROM EHR e',
  'text/html': '<!doctype html><html lang="en"><title>Cairn</title></html>',
  'text/csv': 'uid,systolic\r\n8849182c-82ad-4088-a07f-48ead4180515,120\r\n',
}

function mediaExample(type: string, schema: Schema, component: string | undefined): unknown {
  if (type === 'application/octet-stream') return TEXTS['application/xml']
  if (schema['type'] !== 'string') return exampleOf(schema)
  return (FORMATS[type] === 'xml' ? xmlExample(component) : undefined) ?? TEXTS[type] ?? 'text'
}

export type Examples = Readonly<Record<string, unknown>>

export function contentOf(types: readonly string[], schema: Schema, examples: Examples = {}): Schema {
  const component = componentOf(schema)
  return Object.fromEntries(
    types
      .filter(type => !OTHER_SPELLINGS.has(type))
      .map(type => {
        const media = mediaSchema(type, schema)
        return [type, { schema: media, example: examples[type] ?? mediaExample(type, media, component) }]
      }),
  )
}
