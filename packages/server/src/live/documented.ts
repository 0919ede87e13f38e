/** Bodies and answers of live queries, as the API description words them. */
import type { ParameterDoc } from '../http/index.ts'

const text = { type: 'string' }

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
export const LAST_EVENT: ParameterDoc = {
  name: 'Last-Event-ID',
  in: 'header',
  description:
    'The `id` of the last event that the client has. If the server still has the changes after it, the stream goes on with these; else it begins with all rows again.',
  schema: text,
}

const properties = {
  ehr_id: { type: 'string', format: 'uuid', description: 'Run the query in the context of this EHR.' },
  query_parameters: {
    type: 'object',
    additionalProperties: true,
    description: 'Values for the `$name`s of the query.',
  },
}
export const ADHOC_BODY = {
  type: 'object',
  required: ['q'],
  properties: { q: { type: 'string', description: 'AQL.' }, ...properties },
}
export const STORED_BODY = { type: 'object', properties }

export const DESCRIPTION = [
  'Server-Sent Events, in JSON.',
  '',
  '- `rows`: all rows, each with a `key`: `{"kept": …, "columns": […], "rows": [{"key": 1, "row": […]}]}`. It comes first, and again if the reader fell behind, connected again too late, or its rights have changed: it replaces everything before.',
  '- `change`: `{"added": [{"key": 7, "row": […]}], "changed": […], "removed": [3]}`, about a commit or several. A row that has `at` belongs at this index: take the removed and changed rows out, then put the added and changed ones in, in ascending order of `at`. Without `at` the rows have no order.',
  '- `end`: `{"code": …, "message": …}`: the rights of the caller have ended, or the query cannot be run any more.',
  '- An event with an `id` alone is a heartbeat.',
  '',
  '`kept` says what is run again after a change: `ehr`, the query of one EHR; `ehrs`, the query in the EHRs that changed; `query`, the whole query, at most once in `interval_ms`. The audit trail has each answer with the EHRs that it shows.',
].join('\n')

export const RESPONSES = {
  200: { description: 'The stream.' },
  400: { description: 'The query or a parameter is wrong: which, and where. Or it has too many rows.' },
  408: { description: 'The query took longer than it may, and was ended.' },
  429: { description: 'The client reads as many live queries as it may.' },
  503: { description: 'The server has as many live queries as it allows.' },
}
export const STORED_RESPONSES = { ...RESPONSES, 404: { description: 'There is no such stored query.' } }

const KEY = { type: 'integer', description: 'The number of the row in this stream.' }
const PLACED_ROWS = {
  type: 'array',
  items: {
    type: 'object',
    required: ['key', 'row'],
    properties: {
      key: KEY,
      row: { type: 'array', description: 'The cells, in the order of `columns`.' },
      at: { type: 'integer', description: 'The index of the row among all rows, where they have an order.' },
    },
  },
}

/** The data of each event of a stream, by its name. */
export const LIVE_EVENTS = {
  rows: {
    title: 'All rows: they replace everything before',
    schema: {
      type: 'object',
      required: ['kept', 'columns', 'rows'],
      properties: {
        kept: { type: 'string', enum: ['ehr', 'ehrs', 'query'] },
        interval_ms: { type: 'integer', description: 'Shortest time between two runs of the whole query.' },
        columns: { type: 'array', items: { type: 'object' } },
        warnings: { type: 'array' },
        rows: PLACED_ROWS,
      },
    },
  },
  change: {
    title: 'Rows that one or several commits have changed',
    schema: {
      type: 'object',
      required: ['added', 'changed', 'removed'],
      properties: { added: PLACED_ROWS, changed: PLACED_ROWS, removed: { type: 'array', items: KEY } },
    },
  },
  end: {
    title: 'The stream is over',
    schema: { type: 'object', required: ['code', 'message'], properties: { code: text, message: text } },
  },
}
