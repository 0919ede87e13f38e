/** Reads requests about definitions: the name of a datamap, a definition in XML or JSON, and If-Match. */
import type { BodyReader, Incoming, ParameterDoc } from '../../http/index.ts'
import { ifMatchTags, readText, readXmlText } from '../../http/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { type DefinitionFormat, readDefinition } from './definition.ts'
import type { ReadDefinition } from './definition-members.ts'
import type { ExpectedTags } from './store.ts'

export const DATAMAP_NAME: ParameterDoc = {
  name: 'datamapName',
  in: 'path',
  required: true,
  description: 'Name of the datamap: up to 100 letters, digits, blanks, `_`, `-` and `.`.',
  schema: { type: 'string', maxLength: 100 },
}

const NAME = /^(?!\.+$)[\p{L}\p{N}_.-](?:[\p{L}\p{M}\p{N}_. -]{0,98}[\p{L}\p{M}\p{N}_.-])?$/u

export function datamapNameIn({ parameters }: Incoming): string {
  const name = parameters['datamapName'] ?? ''
  if (!NAME.test(name))
    throw new Refusal(
      'request.malformed',
      'The name of a datamap is 1 to 100 letters, digits, "_", "-", "." and blanks between them.',
    )
  return name
}

interface DefinitionInput extends ReadDefinition {
  readonly text: string
  readonly format: DefinitionFormat
}

const reader =
  (format: DefinitionFormat, read: BodyReader): BodyReader =>
  (bytes, media, limits): DefinitionInput => {
    const text = read(bytes, media, limits) as string
    return { text, format, ...readDefinition(text, format) }
  }

/** Every route accepts a definition as XML or as JSON. */
export const DEFINITION_BODY: Readonly<Record<string, BodyReader>> = {
  'application/xml': reader('xml', readXmlText),
  'text/xml': reader('xml', readXmlText),
  'application/json': reader('json', readText),
}

export const definitionIn = ({ body }: Incoming): DefinitionInput => body as DefinitionInput

/** Null without If-Match: any definition, or none, may exist. */
export const expectedIn = (request: Incoming): ExpectedTags => ifMatchTags(request) ?? null
