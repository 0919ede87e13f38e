/** The paths that EHRbase has beside the openEHR REST API, for clients that were made for it. */
import { release, type } from 'node:os'
import { type Queries, sql } from '../db/index.ts'
import { type BoundEndpoint, bind, type Endpoint, endpoint, json, type Reply } from '../http/index.ts'

/** `/ehrbase/rest` of `/ehrbase/rest/openehr/v1`: where such clients look for the rest. */
export const ehrbaseRoots = (prefixes: readonly string[]): string[] => [
  ...new Set(prefixes.flatMap(prefix => /^(.*\/rest)\/openehr\/v1$/.exec(prefix)?.[1] ?? [])),
]

interface StatusNeeds {
  readonly db: Queries
  readonly version: string
}

const serverVersion = sql<{ server_version: string }>({
  name: 'system.serverVersion',
  text: 'show server_version',
})

const statusEndpoints: readonly Endpoint<StatusNeeds>[] = [
  endpoint({
    route: 'GET /status',
    scope: 'api.read',
    produces: ['application/json'],
    doc: {
      operationId: 'ehrbase_status',
      tag: 'System',
      summary: 'Versions of the server and of what it runs on',
      responses: { 200: { description: 'The versions.' } },
    },
    read: () => undefined,
    act: async ({ db, version }) => {
      const [row] = await db.query(serverVersion)
      return {
        solution: 'Cairn',
        solution_version: version,
        // Clients take this member for the sign that the server is there.
        ehrbase_version: version,
        os_version: `${type()} ${release()}`,
        postgres_version: row?.server_version ?? '',
      }
    },
    reply: versions => json(200, versions),
  }),
  endpoint({
    route: 'GET /admin/status',
    scope: 'api.admin',
    produces: ['application/json'],
    doc: {
      operationId: 'ehrbase_admin_status',
      tag: 'System',
      summary: 'May this client use the admin operations?',
      responses: { 200: { description: 'It may.' } },
    },
    read: () => undefined,
    act: () => ({ status: 'The admin operations are there, and this client may use them.' }),
    reply: body => json(200, body),
  }),
]

interface Alias {
  readonly route: BoundEndpoint['route']
  /** The operation that it stands for. */
  readonly of: BoundEndpoint['route']
  /** What was asked for, where EHRbase means something else by the same call. */
  readonly input?: (input: unknown) => unknown
  /** The answer, where EHRbase has another, and its status. */
  readonly reply?: (reply: Reply) => Reply
  readonly writes?: number
}

const asRepresentation = (input: unknown) => ({
  ...(input as object),
  prefer: { return: 'representation' },
})

const ALIASES: readonly Alias[] = [
  { route: 'DELETE /admin/ehr/{ehr_id}', of: 'DELETE /admin/ehr/{ehr_id}' },
  {
    route: 'DELETE /admin/ehr/{ehr_id}/composition/{uid_based_id}',
    of: 'DELETE /admin/ehr/{ehr_id}/composition/{uid_based_id}',
  },
  {
    route: 'DELETE /admin/ehr/{ehr_id}/directory/{uid_based_id}',
    of: 'DELETE /admin/ehr/{ehr_id}/directory/{uid_based_id}',
  },
  {
    route: 'PUT /admin/template/{template_id}',
    of: 'PUT /definition/template/adl1.4/{template_id}',
    input: asRepresentation,
  },
  {
    route: 'DELETE /admin/template/{template_id}',
    of: 'DELETE /admin/template/{template_id}',
    reply: () => json(200, { deleted: 1 }),
    writes: 200,
  },
  {
    route: 'DELETE /admin/query/{qualified_query_name}/{version}',
    of: 'DELETE /definition/query/{qualified_query_name}/{version}',
    reply: () => ({ status: 200 }),
    writes: 200,
  },
]

export interface EhrbaseNeeds extends StatusNeeds {
  /** The operations of the openEHR mount. */
  readonly endpoints: readonly BoundEndpoint[]
}

/** Links of the operation are below the openEHR mount, which hangs beside. */
function relocated({ headers, ...reply }: Reply): Reply {
  const path = headers?.['Location']
  return path === undefined
    ? { ...reply, ...(headers ? { headers } : {}) }
    : { ...reply, headers: { ...headers, Location: `/openehr/v1${path}` } }
}

function aliased(alias: Alias, endpoints: readonly BoundEndpoint[]): BoundEndpoint {
  const { route, of, input = given => given, reply = relocated, writes } = alias
  const original = endpoints.find(each => each.route === of)
  if (!original) throw new Error(`there is no operation ${of}`)
  return {
    ...original,
    route,
    // What EHRbase has under /admin needs the right of an administrator, whatever it needs elsewhere.
    scope: 'api.admin',
    ...(writes === undefined ? {} : { writes }),
    read: request => input(original.read(request)),
    reply: (...answer) => reply(original.reply(...answer)),
  }
}

export const ehrbaseEndpoints = ({ endpoints, ...needs }: EhrbaseNeeds): BoundEndpoint[] => [
  ...bind(statusEndpoints, needs),
  ...ALIASES.map(alias => aliased(alias, endpoints)),
]
