/** Parameters, schemas and examples of the template routes, as the API description shows them. */
import type { ParameterDoc } from '../http/index.ts'

export const ID: ParameterDoc = {
  name: 'template_id',
  in: 'path',
  required: true,
  description: 'Id of the template, percent-encoded.',
  schema: { type: 'string' },
}

export const PREFER: ParameterDoc = {
  name: 'Prefer',
  in: 'header',
  description: '`return=minimal` (default) or `return=representation`.',
  schema: { type: 'string' },
}

/** An entry of the template list (docs/interface.md, section 7; openEHR REST adds the timestamp). */
export const SUMMARY = {
  title: 'Template summary',
  type: 'object',
  required: ['template_id', 'concept', 'archetype_id', 'created_timestamp'],
  properties: {
    template_id: { type: 'string' },
    concept: { type: 'string' },
    archetype_id: { type: 'string' },
    version: {
      type: 'string',
      description: 'Only if versions are asked for. The first is 1; each replacement adds one.',
    },
    created_timestamp: { type: 'string', format: 'date-time' },
  },
}

const STRING = { type: 'string' }
export const INT32 = { type: 'integer', format: 'int32', minimum: 0 }
const WILDCARD = '`*` stands for any run of characters; upper and lower case are the same.'

export const LIST_PARAMETERS: readonly ParameterDoc[] = [
  {
    name: 'template_id',
    in: 'query',
    description: `Only templates with this id. ${WILDCARD}`,
    schema: STRING,
  },
  {
    name: 'concept',
    in: 'query',
    description: `Only templates of this concept. ${WILDCARD}`,
    schema: STRING,
  },
  {
    name: 'version',
    in: 'query',
    description: 'Only this version of each template; `*`: all versions. The latest when left out.',
    schema: STRING,
  },
  { name: 'offset', in: 'query', description: 'Templates to pass over; 0 when left out.', schema: INT32 },
  { name: 'fetch', in: 'query', description: 'Number of templates; all when left out.', schema: INT32 },
]

export const NOT_FOUND = { 404: { description: 'There is no such template.' } }

export const OPT_TEXT = { type: 'string', description: 'An operational template (OPT 1.4).' }
export const OPT_EXAMPLE =
  '<template xmlns="http://schemas.openehr.org/v1"><template_id><value>Blood pressure.v1</value></template_id></template>'
export const OPT_EXAMPLES = { 'application/xml': OPT_EXAMPLE, 'application/octet-stream': OPT_EXAMPLE }
