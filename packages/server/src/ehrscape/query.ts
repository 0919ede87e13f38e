/** Queries whose rows are objects, as EhrScape answers them. */
import type { Incoming, Reply } from '../http/index.ts'
import { readJson } from '../http/request/index.ts'
import { Refusal } from '../refusal/index.ts'
import { addressOf, enveloped, textOf } from './operation.ts'
import type { CompatiblePath } from './path.ts'

interface ResultSet {
  readonly q: string
  readonly columns: readonly { readonly name: string }[]
  readonly rows: readonly (readonly unknown[])[]
}

/** 204 if there is no row. */
async function rowsAsObjects(reply: Reply, request: Incoming): Promise<Reply> {
  const { q, columns, rows } = JSON.parse(await textOf(reply)) as ResultSet
  if (rows.length === 0) {
    const { body: _body, headers: _headers, ...rest } = reply
    return { ...rest, status: 204 }
  }
  const resultSet = rows.map(row => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])))
  return enveloped(reply, 200, {
    action: 'EXECUTE',
    resultSet,
    aql: q,
    meta: { href: addressOf(request, '/query') },
  })
}

const noAql = () => new Refusal('request.malformed', 'aql is missing: the text of the query.')

export const queryPaths: readonly CompatiblePath[] = [
  {
    route: 'GET /query',
    of: 'GET /aql',
    summary: 'Run a query',
    action: 'E',
    act: async ({ call }, caller, request) => {
      const query = new URLSearchParams(request.query)
      const aql = query.get('aql')
      if (!aql) throw noAql()
      query.delete('aql')
      // Rows are made of a result set in JSON, whatever the client names.
      query.delete('format')
      query.set('q', aql)
      return rowsAsObjects(await call('GET /aql', caller, request, { query }), request)
    },
  },
  {
    route: 'POST /query',
    of: 'POST /aql',
    summary: 'Run a query',
    action: 'E',
    body: { 'application/json': readJson },
    act: async ({ call }, caller, request) => {
      const { aql, aqlParameters } = (request.body ?? {}) as Record<string, unknown>
      if (typeof aql !== 'string') throw noAql()
      const body = { q: aql, query_parameters: aqlParameters }
      return rowsAsObjects(
        await call('POST /aql', caller, request, { body, query: new URLSearchParams() }),
        request,
      )
    },
  },
]
