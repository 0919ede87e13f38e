/** Health checks, the API description with its reader, and the start page. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DOCS_STYLE, docsPage } from './docs-page.ts'
import {
  type BoundEndpoint,
  bind,
  type Endpoint,
  endpoint,
  json,
  type Mount,
  type Reply,
} from './endpoint.ts'
import { memoize } from './memoize.ts'
import { openApiDocument } from './openapi/document.ts'

interface HealthNeeds {
  /** Resolves to what is wrong; nothing when the server can serve. */
  readonly unready: () => Promise<string | undefined>
}

interface SiteNeeds extends HealthNeeds {
  readonly prefixes: readonly string[]
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly version: string
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
        200: { description: 'It can.', schema: HEALTH },
        503: { description: 'It cannot; `reason` says why.', schema: HEALTH },
      },
    },
    read: () => undefined,
    act: ({ unready }: HealthNeeds) => unready(),
    reply: reason => (reason ? json(503, { status: 'not ready', reason }) : json(200, { status: 'ready' })),
  }),
]

/** A page may use the style that it brings, known by its hash, and nothing else. */
function page(html: string, style: string): Reply {
  const hash = createHash('sha256').update(style).digest('base64')
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
    body: html,
  }
}

const fixed = (path: `/${string}`, tag: string, summary: string, produces: string, reply: () => Reply) =>
  endpoint<unknown, undefined, undefined>({
    route: `GET ${path}`,
    scope: 'public',
    unaudited: true,
    produces: [produces],
    doc: {
      operationId: summary.toLowerCase().replace(/\W+/g, '_'),
      tag,
      summary,
      responses: {
        200: { description: 'The document.', schema: { type: 'object', additionalProperties: true } },
      },
    },
    read: () => undefined,
    act: () => undefined,
    reply,
  })

function startPage(): Reply {
  const file = fileURLToPath(import.meta.resolve('@cairn/console/pages/index.html'))
  const html = readFileSync(file, 'utf8')
  return page(html, /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '')
}

/** The description holds every route, these included. */
export function siteMount(needs: SiteNeeds, others: readonly Mount[]): Mount {
  const start = startPage()
  const docs = memoize(() => page(docsPage(all), DOCS_STYLE))
  const description = memoize(() => JSON.stringify(openApiDocument(all, needs), null, 2))
  const pages = [
    fixed('/', 'Service', 'Start page', 'text/html', () => start),
    fixed('/docs', 'Service', 'Reader for the API description', 'text/html', docs),
    fixed('/openapi.json', 'Service', 'OpenAPI description', 'application/json', () => ({
      status: 200,
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: description(),
    })),
  ]
  const endpoints: BoundEndpoint[] = [...bind(healthEndpoints, needs), ...bind<unknown>(pages, undefined)]
  const site: Mount = { prefixes: needs.prefixes, endpoints }
  const all = [...others, site]
  return site
}
