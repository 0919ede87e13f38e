/** Reads a definition in XML or JSON. */
import { parseJson } from '@cairn-ehr/openehr/format'
import type { ReadDefinition } from './definition-members.ts'
import { readDefinitionJson } from './json.ts'
import { readDefinitionXml } from './xml.ts'

export type DefinitionFormat = 'xml' | 'json'

const READERS: Readonly<Record<DefinitionFormat, (text: string) => ReadDefinition>> = {
  xml: readDefinitionXml,
  json: text => readDefinitionJson(parseJson(text)),
}

/** Throws `xml.malformed` or `json.malformed` if the text cannot be parsed. */
export const readDefinition = (text: string, format: DefinitionFormat): ReadDefinition =>
  READERS[format](text)
