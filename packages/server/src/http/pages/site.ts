/** Health checks, the API description, and the start page. */
import { type BoundEndpoint, bind, type Endpoint, endpoint, json, type Mount } from '../endpoint.ts'
import { type DescribedApi, openApiDocument } from '../openapi/document.ts'
import { memoize } from './memoize.ts'
import { type StartFacts, startAnswer } from './start-page.ts'

interface HealthNeeds {
  /** Resolves to what is wrong; nothing when the server can serve. */
  readonly unready: () => Promise<string | undefined>
  /** Resolves to what is missing while the rest is served. */
  readonly degraded: () => Promise<string | undefined>
}

interface SiteNeeds extends HealthNeeds, StartFacts {
  readonly prefixes: readonly string[]
  readonly tokenUrl: string
}

const HEALTH = {
  type: 'object',
  required: ['status'],
  properties: { status: { type: 'string' }, reason: { type: 'string' } },
}

export const healthEndpoints: readonly Endpoint<HealthNeeds>[] = [
  endpoint({
    route: 'GET /health/live',
    scope: 'public',
    unaudited: true,
    produces: ['application/json'],
    doc: {
      operationId: 'health_live',
      tag: 'Service',
      summary: 'Is the process alive?',
      description: 'Asks nothing of the database.',
      responses: { 200: { description: 'It is.', schema: HEALTH } },
    },
    read: () => undefined,
    act: () => ({ status: 'live' }),
    reply: body => json(200, body),
  }),
  endpoint({
    route: 'GET /health/ready',
    scope: 'public',
    unaudited: true,
    produces: ['application/json'],
    doc: {
      operationId: 'health_ready',
      tag: 'Service',
      summary: 'Can it serve: is the database there, and of the right version?',
      responses: {
        200: { description: 'It can; `degraded` where a part of the database is away.', schema: HEALTH },
        503: { description: 'It cannot; `reason` says why.', schema: HEALTH },
      },
    },
    read: () => undefined,
    act: async ({ unready, degraded }: HealthNeeds) => {
      const fault = await unready()
      return { fault, missing: fault === undefined ? await degraded() : undefined }
    },
    reply: ({ fault, missing }) => {
      if (fault !== undefined) return json(503, { status: 'not ready', reason: fault })
      return json(200, missing === undefined ? { status: 'ready' } : { status: 'degraded', reason: missing })
    },
  }),
]

const START = {
  type: 'object',
  required: ['name', 'version', 'status', 'links'],
  properties: {
    name: { type: 'string' },
    version: { type: 'string' },
    status: { type: 'string', enum: ['ready', 'not ready'] },
    specifications: { type: 'object', additionalProperties: { type: 'string' } },
    links: { type: 'object', additionalProperties: { type: 'string' } },
  },
}

const startEndpoint: Endpoint<HealthNeeds & StartFacts> = endpoint({
  route: 'GET /',
  scope: 'public',
  unaudited: true,
  // A browser names HTML; whoever takes anything is a program.
  produces: ['application/json', 'text/html'],
  doc: {
    operationId: 'start_page',
    tag: 'Service',
    summary: 'Start page',
    description: 'The server in a few facts, with links to all the rest: JSON, or a page for browsers.',
    responses: { 200: { description: 'The facts.', schema: START } },
  },
  read: ({ accepted }) => ({ accepted }),
  act: async (facts: HealthNeeds & StartFacts) => ({ facts, unready: await facts.unready() }),
  reply: ({ facts, unready }, { accepted }) => startAnswer(facts, unready === undefined, accepted),
})

const descriptionEndpoint: Endpoint<{ readonly description: () => string }> = endpoint({
  route: 'GET /openapi.json',
  scope: 'public',
  unaudited: true,
  produces: ['application/json'],
  doc: {
    operationId: 'openapi_description',
    tag: 'Service',
    summary: 'OpenAPI description',
    responses: {
      200: { description: 'The document.', schema: { type: 'object', additionalProperties: true } },
    },
  },
  read: () => undefined,
  act: ({ description }) => description(),
  reply: body => ({
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body,
  }),
})

/** A mount with a description of its own. */
interface DescribedMount {
  readonly mount: Mount
  readonly api: DescribedApi
}

/** At `openapi.json` below the mount; no description has it. */
function ownDescription({ mount, api }: DescribedMount, about: SiteNeeds): BoundEndpoint[] {
  const description = memoize(() => JSON.stringify(openApiDocument([mount], about, api), null, 2))
  const { doc, ...others } = descriptionEndpoint
  const own: typeof descriptionEndpoint = {
    ...others,
    route: `GET ${mount.prefixes[0]}/openapi.json` as typeof descriptionEndpoint.route,
    doc: { ...doc, hidden: true },
  }
  return bind([own], { description })
}

/** The description holds every route, these included. `described`: mounts that it leaves out. */
export function siteMount(
  needs: SiteNeeds,
  others: readonly Mount[],
  described: readonly DescribedMount[],
): Mount {
  const description = memoize(() => JSON.stringify(openApiDocument(all, needs), null, 2))
  const endpoints: BoundEndpoint[] = [
    ...bind(healthEndpoints, needs),
    ...bind([startEndpoint], needs),
    ...bind([descriptionEndpoint], { description }),
    ...described.flatMap(each => ownDescription(each, needs)),
  ]
  const site: Mount = { prefixes: needs.prefixes, endpoints }
  const all = [...others, site]
  return site
}
