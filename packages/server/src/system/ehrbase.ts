/** Paths of EHRbase outside the openEHR REST API, for clients that were written for it. */
import { release, type } from 'node:os'
import { type Queries, sql } from '../db/index.ts'
import { type BoundEndpoint, bind, type Endpoint, endpoint, json, type Reply } from '../http/index.ts'

/** `/ehrbase/rest/openehr/v1` → `/ehrbase/rest`: such clients expect the other paths there. */
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
        // Clients check this member to see that the server is up.
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
  /** Changes the input where EHRbase gives the same call another meaning. */
  readonly input?: (input: unknown) => unknown
  /** Changes the answer where EHRbase answers differently, with its status. */
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

/** Makes links relative to this mount; those of the operation are relative to the openEHR mount. */
function relocateLinks({ headers, ...reply }: Reply): Reply {
  const path = headers?.['Location']
  return path === undefined
    ? { ...reply, ...(headers ? { headers } : {}) }
    : { ...reply, headers: { ...headers, Location: `/openehr/v1${path}` } }
}

function bindAlias(alias: Alias, endpoints: readonly BoundEndpoint[]): BoundEndpoint {
  const { route, of, input = given => given, reply = relocateLinks, writes } = alias
  const original = endpoints.find(each => each.route === of)
  if (!original) throw new Error(`there is no operation ${of}`)
  return {
    ...original,
    route,
    // A route under /admin always needs the admin scope, even if the same operation elsewhere does not.
    scope: 'api.admin',
    ...(writes === undefined ? {} : { writes }),
    read: request => input(original.read(request)),
    reply: (...answer) => reply(original.reply(...answer)),
  }
}

export const ehrbaseEndpoints = ({ endpoints, ...needs }: EhrbaseNeeds): BoundEndpoint[] => [
  ...bind(statusEndpoints, needs),
  ...ALIASES.map(alias => bindAlias(alias, endpoints)),
]
