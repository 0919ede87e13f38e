/** A definition in whatever it is written in: XML or JSON. */
import { parseJson } from '@cairn/openehr/format'
import { readDefinitionJson } from './json.ts'
import type { ReadDefinition } from './shape.ts'
import { readDefinitionXml } from './xml.ts'

export type DefinitionFormat = 'xml' | 'json'

const READERS: Readonly<Record<DefinitionFormat, (text: string) => ReadDefinition>> = {
  xml: readDefinitionXml,
  json: text => readDefinitionJson(parseJson(text)),
}

/** Throws `xml.malformed` or `json.malformed` where the text is neither. */
export const readDefinition = (text: string, format: DefinitionFormat): ReadDefinition =>
  READERS[format](text)
