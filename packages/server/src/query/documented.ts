/** Parameters, bodies and answers of queries, as the API description words them. */
import type { ParameterDoc } from '../http/index.ts'

const text = { type: 'string' }
const int32 = { type: 'integer', format: 'int32', minimum: 0 }

export const NAME: ParameterDoc = {
  name: 'qualified_query_name',
  in: 'path',
  required: true,
  description: '`[{namespace}::]{query-name}`',
  schema: text,
}
export const VERSION: ParameterDoc = {
  name: 'version',
  in: 'path',
  required: true,
  description: 'SEMVER, or a prefix `{major}` or `{major}.{minor}`, which selects the highest.',
  schema: text,
}
export const Q: ParameterDoc = { name: 'q', in: 'query', required: true, description: 'AQL.', schema: text }
export const CALL: readonly ParameterDoc[] = [
  { name: 'ehr_id', in: 'query', description: 'Run the query in the context of this EHR.', schema: text },
  { name: 'offset', in: 'query', description: 'Row to start from; the first is 0.', schema: int32 },
  { name: 'fetch', in: 'query', description: 'Number of rows.', schema: int32 },
  {
    name: 'query_parameters',
    in: 'query',
    description: 'Values for the `$name`s of the query: each under its own name, or as a JSON object.',
    schema: { type: 'object', additionalProperties: true },
  },
]
export const EHR_HEADER: ParameterDoc = {
  name: 'openehr-ehr-id',
  in: 'header',
  description: 'The same as `ehr_id`.',
  schema: text,
}

export const EXPLAIN: ParameterDoc = {
  name: 'explain',
  in: 'query',
  description: '`true`: answer with the plan and its SQL instead (`api.admin`).',
  schema: { type: 'boolean' },
}

const META = {
  type: 'object',
  properties: {
    _href: text,
    _type: { type: 'string', enum: ['RESULTSET'] },
    _schema_version: text,
    _created: { type: 'string', format: 'date-time' },
    _generator: text,
    _executed_aql: { type: 'string', description: 'With the values of its parameters.' },
    resultsize: { type: 'integer', description: 'Rows of this answer.' },
    offset: { type: 'integer' },
    fetch: { type: 'integer', description: 'As it was applied, given or not.' },
    more: {
      type: 'boolean',
      description: 'The query has rows after these: they begin at `offset` + `resultsize`.',
    },
    total: { type: 'integer', description: 'Of all rows, where this is the last page.' },
    next: { type: 'string', description: 'The address of the next page, for GET.' },
    'cairn.findings': {
      type: 'integer',
      description:
        'Number of objects, of the EHR or of all, that break their template (`handling=lenient`), up to 1000; absent if there is none.',
    },
    warnings: {
      type: 'array',
      items: text,
      description:
        'Warnings about the query: an archetype or node that no template and no record has, an archetype of another class, a number that is compared with a text, a unit or code that no template has, wildcards of SQL; absent if there is none.',
    },
  },
}

const RESULT = {
  title: 'Result set',
  type: 'object',
  required: ['meta', 'q', 'columns', 'rows'],
  properties: {
    meta: META,
    name: { type: 'string' },
    q: { type: 'string' },
    columns: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'path'],
        properties: {
          name: text,
          path: { type: 'string', description: 'Empty where the column is computed.' },
        },
      },
    },
    rows: { type: 'array', items: { type: 'array', items: {} } },
  },
}

const RESULT_HEADERS = {
  ETag: 'Id of the result set.',
  Link: 'The next page (`rel="next"`) of a GET; where the answer is large, `meta.next` alone has it.',
}

export const RESPONSES = {
  200: { description: 'The result set.', schema: RESULT, headers: RESULT_HEADERS },
  400: { description: 'The query or a parameter is wrong: which, and where.' },
  408: { description: 'The query took longer than it may, and was ended.' },
}
export const STORED_RESPONSES = { ...RESPONSES, 404: { description: 'There is no such stored query.' } }

const properties = {
  offset: int32,
  fetch: int32,
  query_parameters: { type: 'object', additionalProperties: true },
}
export const ADHOC_BODY = { type: 'object', required: ['q'], properties: { q: text, ...properties } }
/** Interface spec 4.8: all three must be there. */
export const STORED_MEMBERS = ['fetch', 'offset', 'query_parameters']
export const STORED_BODY = { type: 'object', required: STORED_MEMBERS, properties }
