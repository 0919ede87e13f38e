/** The OpenAPI 3.1 description, made from the same route table that serves. */
import type { BoundEndpoint, Mount } from './endpoint.ts'
import type { ResponseDoc, Schema } from './operation-doc.ts'
import { SCOPES } from './scope.ts'

const ERROR_SCHEMA: Schema = {
  type: 'object',
  required: ['message', 'error', 'code', 'status', 'requestId', 'validationErrors', 'errors'],
  properties: {
    message: { type: 'string', description: 'A sentence a person can act on, with the first of the errors.' },
    error: { type: 'string', description: 'The name of the status, such as `Not Found`.' },
    code: { type: 'string', description: 'Stable; docs/reference/errors.md lists them all.' },
    status: { type: 'integer' },
    requestId: { type: 'string' },
    validationErrors: { type: 'array', items: { type: 'string' } },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: {
          path: { type: 'string' },
          rm_path: { type: 'string', description: 'Beside a FLAT path or a label: the path in the RM.' },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
  },
}

const errorResponse = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

/** Answers that the core gives before an endpoint is asked. */
function coreResponses(endpoint: BoundEndpoint): Record<string, unknown> {
  const guarded = {
    401: errorResponse('No token, or one that is not good.'),
    403: errorResponse(`The token does not cover ${endpoint.scope}.`),
  }
  return {
    ...(endpoint.scope === 'public' ? {} : guarded),
    ...(endpoint.produces.length > 0
      ? { 406: errorResponse('Nothing that Accept names can be produced.') }
      : {}),
    ...(endpoint.body ? { 415: errorResponse('The media type of the body is not taken.') } : {}),
  }
}

function response(endpoint: BoundEndpoint, doc: ResponseDoc): unknown {
  const headers = Object.entries(doc.headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  return {
    description: doc.description,
    ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}),
    ...(doc.schema
      ? { content: Object.fromEntries(endpoint.produces.map(type => [type, { schema: doc.schema }])) }
      : {}),
  }
}

function operation(endpoint: BoundEndpoint): unknown {
  const { doc } = endpoint
  const own = Object.entries(doc.responses).map(([status, each]) => [status, response(endpoint, each)])
  return {
    operationId: doc.operationId,
    tags: [doc.tag],
    summary: doc.summary,
    ...(doc.description ? { description: doc.description } : {}),
    ...(doc.parameters ? { parameters: doc.parameters } : {}),
    ...(endpoint.body
      ? {
          requestBody: {
            required: endpoint.bodyOptional !== true,
            content: Object.fromEntries(
              Object.keys(endpoint.body).map(type => [type, { schema: doc.body ?? {} }]),
            ),
          },
        }
      : {}),
    responses: { ...coreResponses(endpoint), ...Object.fromEntries(own) },
    security: endpoint.scope === 'public' ? [] : [{ clientCredentials: [endpoint.scope] }],
  }
}

interface Described {
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly version: string
}

export function openApiDocument(mounts: readonly Mount[], about: Described): unknown {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { prefixes, endpoints } of mounts) {
    for (const endpoint of endpoints) {
      const [method = '', path = ''] = endpoint.route.split(' ')
      const full = `${prefixes[0] ?? ''}${path}`.replace(/(.)\/$/, '$1')
      paths[full] = { ...paths[full], [method.toLowerCase()]: operation(endpoint) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cairn',
      version: about.version,
      description: 'An openEHR clinical data service: versioned records, templates, queries.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: about.baseUrl }],
    paths,
    components: {
      schemas: { Error: ERROR_SCHEMA },
      securitySchemes: {
        clientCredentials: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: about.tokenUrl, scopes: SCOPES } },
        },
      },
    },
  }
}
