/** The routes of stored queries: store, read, list (openEHR REST, Definition). */
import { checkAql, parseAql, refuseAql } from '@cairn-ehr/openehr/aql'
import { RIGHTS } from '../access/index.ts'
import { type AuditEntry, type NoteType, recorded } from '../audit/index.ts'
import { type LimitedDatabase, untilWritten } from '../db/index.ts'
import { type Endpoint, endpoint, type Incoming, json, type ParameterDoc } from '../http/index.ts'
import { BODY_LIMITS, readJson, readText, unknownParameter } from '../http/request/index.ts'
import { Refusal } from '../refusal/index.ts'
import { addQuery, queriesWithPrefix, queryVersions, removeQuery, type StoredQuery } from './query-store.ts'
import { noQuery, selectQuery } from './select-query.ts'
import { parseSemVer, pickVersion, printSemVer, type SemVer } from './semver.ts'

export interface QueryDefinitionNeeds {
  readonly db: LimitedDatabase
}

const PATH = '/definition/query'

const NAME: ParameterDoc = {
  name: 'qualified_query_name',
  in: 'path',
  required: true,
  description: '`[{namespace}::]{query-name}`, the namespace a reverse domain name.',
  schema: { type: 'string' },
}
const VERSION: ParameterDoc = {
  name: 'version',
  in: 'path',
  required: true,
  description: 'SEMVER; on reads also a prefix `{major}` or `{major}.{minor}`, which selects the highest.',
  schema: { type: 'string' },
}
const QUERY = {
  title: 'Stored query',
  type: 'object',
  required: ['name', 'type', 'version', 'saved', 'q'],
  properties: {
    name: { type: 'string' },
    type: { type: 'string', enum: ['AQL'] },
    version: { type: 'string' },
    saved: { type: 'string', format: 'date-time' },
    q: { type: 'string' },
  },
}

const TYPE: ParameterDoc = {
  name: 'query_type',
  in: 'query',
  description: '`AQL`, which is also meant when it is left out.',
  schema: { type: 'string' },
}

/** openEHR REST, Qualified_query_name; `aql` in any case is not a name, since it is a part of the path. */
const QUALIFIED_NAME = /^(?:[A-Za-z0-9][A-Za-z0-9_.-]*::)?[A-Za-z0-9_.-]{1,200}$/

export function qualifiedNameIn({ parameters }: Incoming): string {
  const name = parameters['qualified_query_name'] ?? ''
  if (!QUALIFIED_NAME.test(name) || name.length > 300 || name.toLowerCase() === 'aql')
    throw new Refusal(
      'request.malformed',
      'A query name is [{namespace}::]{query-name} of letters, digits, "_", "." and "-". The name "aql" is reserved.',
    )
  return name
}

function semVerIn({ parameters }: Incoming): SemVer {
  const version = parseSemVer(parameters['version'] ?? '')
  if (!version) throw new Refusal('request.malformed', 'The version must be SEMVER in full, such as 1.0.0.')
  return version
}

const queryBody = (query: StoredQuery) => ({
  name: query.name,
  type: 'AQL',
  version: printSemVer(query),
  saved: query.savedAt.toISOString(),
  q: query.q,
})

/** Reads AQL as text, or as `{"q": …}` as clients of EHRbase send it. */
function aqlTextIn({ body, mountPoint }: Incoming): string {
  if (typeof body === 'string') return body
  const { q, ...others } = typeof body === 'object' && body !== null ? (body as { q?: unknown }) : {}
  if (typeof q !== 'string')
    throw new Refusal('request.malformed', 'The body is AQL as text, or as JSON {"q": "<AQL>"}.')
  const [other] = Object.keys(others)
  if (other !== undefined && !mountPoint.isLenient) throw unknownParameter(other, ['q'], 'the body')
  return q
}

/** Refuses a query that could not run with any parameters before it is stored. */
function aqlIn(request: Incoming): string {
  const type = request.query.get('query_type') ?? 'AQL'
  if (type.toUpperCase() !== 'AQL')
    throw new Refusal('request.malformed', 'The only query_type that is stored is AQL.')
  const q = aqlTextIn(request)
  refuseAql(checkAql(parseAql(q)))
  return q
}

const queryChange = (type: NoteType, name: string, version: SemVer) => ({
  changes: [{ type, subject: name, detail: { version: printSemVer(version) } }],
})

const queryAdded = (added: StoredQuery | undefined) =>
  added && queryChange('query.created', added.name, added)

/** Stores a query under the version that the client chose; a stored version is never overwritten. */
async function storeVersion(
  db: LimitedDatabase,
  entry: AuditEntry,
  { name, version, q }: { readonly name: string; readonly version: SemVer; readonly q: string },
): Promise<StoredQuery> {
  const storedReply = await recorded(
    db,
    entry,
    queries => addQuery(queries, { name, ...version, q }),
    queryAdded,
  )
  if (storedReply) return storedReply
  throw new Refusal('query.exists', `The query "${name}" has a version ${printSemVer(version)} already.`)
}

/** Without a version in the address, takes the next minor one, so that stored versions never change. */
const storeNext = (db: LimitedDatabase, entry: AuditEntry, name: string, q: string): Promise<StoredQuery> =>
  untilWritten(async () => {
    const latest = pickVersion(await queryVersions(db, name))
    if (latest?.q === q) return latest
    const next = latest
      ? { major: latest.major, minor: latest.minor + 1, patch: 0, prerelease: '' }
      : { major: 1, minor: 0, patch: 0, prerelease: '' }
    return recorded(db, entry, queries => addQuery(queries, { name, ...next, q }), queryAdded)
  })

const stored = (query: StoredQuery) => ({
  status: 200,
  headers: {
    Location: `${PATH}/${encodeURIComponent(query.name)}/${printSemVer(query)}`,
  },
})

const STORED = {
  200: { description: 'Stored.', headers: { Location: 'The query with its version.' } },
  400: { description: 'Not AQL, or AQL that cannot be run: line and column are named.' },
}

const AQL_BODY = { 'text/plain': readText, 'application/json': readJson }
const AQL_SCHEMA = {
  type: 'object',
  description: 'As JSON; as `text/plain`, the text of the query alone.',
  required: ['q'],
  properties: { q: { type: 'string' } },
}

const list = (
  route: `GET /${string}`,
  operationId: string,
  parameters: ParameterDoc[],
): Endpoint<QueryDefinitionNeeds> =>
  endpoint({
    route,
    scope: 'api.read',
    right: RIGHTS.readQuery,
    produces: ['application/json'],
    doc: {
      operationId,
      tag: 'Stored queries',
      summary: parameters.length > 0 ? 'List stored queries whose name begins so' : 'List all stored queries',
      parameters,
      responses: {
        200: { description: 'Name by name, version by version.', schema: { type: 'array', items: QUERY } },
      },
    },
    read: request => request.parameters['qualified_query_name'] ?? '',
    act: ({ db }, _caller, prefix) => queriesWithPrefix(db, prefix.replace(/\0/g, '')),
    reply: queries => json(200, queries.map(queryBody)),
  })

export const queryDefinitionEndpoints: readonly Endpoint<QueryDefinitionNeeds>[] = [
  list(`GET ${PATH}`, 'query_list_all', []),
  list(`GET ${PATH}/{qualified_query_name}`, 'query_list', [NAME]),
  endpoint({
    route: `PUT ${PATH}/{qualified_query_name}`,
    writes: 200,
    scope: 'api.write',
    right: RIGHTS.saveQuery,
    body: AQL_BODY,
    bodyLimit: BODY_LIMITS.definition,
    produces: ['application/json'],
    doc: {
      operationId: 'query_store',
      tag: 'Stored queries',
      summary: 'Store a query; the server chooses the version',
      description: 'The first is 1.0.0, then the minor version is counted up.',
      parameters: [NAME, TYPE],
      body: AQL_SCHEMA,
      responses: STORED,
    },
    read: request => ({ name: qualifiedNameIn(request), q: aqlIn(request) }),
    nameOf: ({ name }) => name,
    act: async ({ db }, { entry }, { name, q }) => stored(await storeNext(db, entry, name, q)),
    reply: reply => reply,
  }),
  endpoint({
    route: `PUT ${PATH}/{qualified_query_name}/{version}`,
    action: 'C',
    writes: 200,
    scope: 'api.write',
    right: RIGHTS.saveQuery,
    body: AQL_BODY,
    bodyLimit: BODY_LIMITS.definition,
    produces: ['application/json'],
    doc: {
      operationId: 'query_store_version',
      tag: 'Stored queries',
      summary: 'Store a query under a version',
      parameters: [NAME, VERSION, TYPE],
      body: AQL_SCHEMA,
      responses: { ...STORED, 409: { description: 'That version is there already.' } },
    },
    read: request => ({ name: qualifiedNameIn(request), version: semVerIn(request), q: aqlIn(request) }),
    nameOf: ({ name }) => name,
    act: async ({ db }, { entry }, asked) => stored(await storeVersion(db, entry, asked)),
    reply: reply => reply,
  }),
  endpoint({
    route: `GET ${PATH}/{qualified_query_name}/{version}`,
    scope: 'api.read',
    right: RIGHTS.readQuery,
    produces: ['application/json'],
    doc: {
      operationId: 'query_get',
      tag: 'Stored queries',
      summary: 'Read a stored query',
      parameters: [NAME, VERSION],
      responses: {
        200: { description: 'The query.', schema: QUERY },
        404: { description: 'There is no such query, or not in that version.' },
      },
    },
    read: request => ({ name: qualifiedNameIn(request), version: request.parameters['version'] ?? '' }),
    act: ({ db }, _caller, { name, version }) => selectQuery(db, name, version),
    reply: query => json(200, queryBody(query)),
  }),
  endpoint({
    route: `DELETE ${PATH}/{qualified_query_name}/{version}`,
    writes: 204,
    scope: 'api.write',
    right: RIGHTS.deleteQuery,
    produces: [],
    doc: {
      operationId: 'query_delete',
      tag: 'Stored queries',
      summary: 'Delete a version of a stored query',
      description:
        'The version is named in full: a prefix, which selects another version from time to time, deletes none.',
      parameters: [NAME, VERSION],
      responses: {
        204: { description: 'Deleted.' },
        400: { description: 'The version is not SEMVER in full.' },
        404: { description: 'There is no such query, or not in that version.' },
      },
    },
    read: request => ({ name: qualifiedNameIn(request), version: semVerIn(request) }),
    act: async ({ db }, { entry }, { name, version }) => {
      const isRemoved = await recorded(
        db,
        entry,
        queries => removeQuery(queries, name, version),
        removed => (removed ? queryChange('query.deleted', name, version) : undefined),
      )
      if (!isRemoved) throw await noQuery(db, name, printSemVer(version))
    },
    reply: () => ({ status: 204 }),
  }),
]
