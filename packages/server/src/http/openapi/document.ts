/** Makes the OpenAPI 3.1 description from the route table of the server. */
import type { BoundEndpoint, Mount } from '../endpoint.ts'
import type { ResponseDoc, Schema } from '../operation-doc.ts'
import { SCOPES } from '../scope.ts'
import { bodyExamplesOf } from './body-examples.ts'
import { contentOf } from './content.ts'
import { nameSchemas } from './named-schemas.ts'
import { COMPONENTS } from './resources.ts'
import { schemaRef } from './rm-schemas.ts'

/** The parts of a description beside its operations. */
export interface DescribedApi {
  readonly title: string
  readonly description: string
  /** Schemas that operations refer to by name. */
  readonly schemas: Schema
  /** The proof that callers send (default: tokens of clients). */
  readonly security?: { readonly name: string; readonly scheme: Schema }
  /** The body of every refusal. */
  readonly refusal: { readonly types: readonly string[]; readonly schema: Schema }
}

const OPENEHR: DescribedApi = {
  title: 'Cairn',
  description: 'An openEHR clinical data service: versioned records, templates, queries.',
  schemas: COMPONENTS,
  refusal: { types: ['application/json'], schema: schemaRef('Error') },
}

/** Answers that any operation can give, described once. */
const SHARED = {
  Malformed: 'A parameter, a header or the body cannot be read, or nothing uses a parameter.',
  Unauthorized: 'No token, or one that is not good; `WWW-Authenticate` says more.',
  Forbidden: 'The token does not cover the operation.',
  NotAcceptable: 'Nothing that `Accept` names can be produced.',
  TooLarge: 'The body is larger than this server takes.',
  UriTooLong: 'The request target is too long.',
  UnsupportedMediaType: 'The media type of the body is not taken.',
  HeadersTooLarge: 'The request line and headers are too large.',
  Fault: 'A fault of the server; the request id finds it in the log.',
  Unavailable: 'The server cannot serve now; `Retry-After` says when to try again.',
} as const

type Shared = keyof typeof SHARED

const sharedRef = (name: Shared): Schema => ({ $ref: `#/components/responses/${name}` })

/** The shared answers of one operation. */
function coreResponses({ scope, produces, body }: BoundEndpoint): Record<number, Schema> {
  const guarded = scope !== 'public'
  const rows: [status: number, name: Shared, given: boolean][] = [
    [400, 'Malformed', true],
    [401, 'Unauthorized', guarded],
    [403, 'Forbidden', guarded],
    [406, 'NotAcceptable', produces.length > 0],
    [413, 'TooLarge', body !== undefined],
    [414, 'UriTooLong', true],
    [415, 'UnsupportedMediaType', true],
    [431, 'HeadersTooLarge', true],
    [500, 'Fault', true],
    [503, 'Unavailable', true],
  ]
  return Object.fromEntries(
    rows.filter(([, , given]) => given).map(([status, name]) => [status, sharedRef(name)]),
  )
}

const headersOf = (headers: Readonly<Record<string, string>>): Schema =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  )

function response(
  endpoint: BoundEndpoint,
  status: number,
  doc: ResponseDoc,
  { refusal }: DescribedApi,
): Schema {
  const { description, headers, schema, examples } = doc
  const content =
    schema !== undefined
      ? contentOf(status >= 400 ? refusal.types : endpoint.produces, schema, examples)
      : status >= 400
        ? contentOf(refusal.types, refusal.schema)
        : undefined
  return {
    description,
    ...(headers ? { headers: headersOf(headers) } : {}),
    ...(content ? { content } : {}),
  }
}

/**
 * A new record is answered without a body unless `Prefer` asks for one. Generated clients fail on an empty body where one is declared, so 201
 * has none, and an extension says what the body would be.
 */
function ownResponses(endpoint: BoundEndpoint, api: DescribedApi): Schema {
  const { parameters = [], responses } = endpoint.doc
  const followsPrefer = parameters.some(({ name }) => name === 'Prefer')
  return Object.fromEntries(
    Object.entries(responses).map(([status, doc]) => {
      const { content, ...others } = response(endpoint, Number(status), doc, api)
      if (content === undefined) return [status, others]
      const name = status === '201' && followsPrefer ? 'x-cairn-preferred-content' : 'content'
      return [status, { ...others, [name]: content }]
    }),
  )
}

const FRESH = 'A person who calls must have signed in, or confirmed who they are, in the last five minutes.'

const descriptionOf = ({ doc, fresh }: BoundEndpoint): Schema => {
  const sentences = [doc.description, fresh && FRESH].filter(each => typeof each === 'string')
  return sentences.length === 0 ? {} : { description: sentences.join(' ') }
}

const securityOf = ({ scope }: BoundEndpoint, { security }: DescribedApi): Schema[] => {
  if (scope === 'public') return []
  return [security ? { [security.name]: [] } : { clientCredentials: [scope] }]
}

const schemesOf = ({ tokenUrl }: AboutService, { security }: DescribedApi): Schema =>
  security
    ? { [security.name]: security.scheme }
    : {
        clientCredentials: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl, scopes: SCOPES } },
        },
      }

function operation(endpoint: BoundEndpoint, api: DescribedApi): Schema {
  const { doc, body } = endpoint
  const content =
    body && contentOf(Object.keys(body), doc.body ?? {}, doc.bodyExamples ?? bodyExamplesOf(doc.operationId))
  return {
    operationId: doc.operationId,
    tags: [doc.tag],
    summary: doc.summary,
    ...descriptionOf(endpoint),
    ...(doc.parameters ? { parameters: doc.parameters } : {}),
    ...(content ? { requestBody: { required: endpoint.bodyOptional !== true, content } } : {}),
    responses: { ...coreResponses(endpoint), ...ownResponses(endpoint, api) },
    security: securityOf(endpoint, api),
    // Instead of the scope, for callers with limited rights (docs/rights.md).
    ...(endpoint.right ? { 'x-cairn-right': endpoint.right } : {}),
    ...(endpoint.fresh ? { 'x-cairn-fresh': true } : {}),
  }
}

interface AboutService {
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly version: string
}

export function openApiDocument(
  mounts: readonly Mount[],
  about: AboutService,
  api: DescribedApi = OPENEHR,
): Schema {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { prefixes, endpoints } of mounts) {
    for (const endpoint of endpoints) {
      if (endpoint.doc.hidden) continue
      const [method = '', path = ''] = endpoint.route.split(' ')
      const full = `${prefixes[0] ?? ''}${path}`.replace(/(.)\/$/, '$1')
      paths[full] = { ...paths[full], [method.toLowerCase()]: operation(endpoint, api) }
    }
  }
  const named = nameSchemas(paths)
  const responses = Object.entries(SHARED).map(([name, description]) => [
    name,
    { description, content: contentOf(api.refusal.types, api.refusal.schema) },
  ])
  return {
    openapi: '3.1.0',
    info: {
      title: api.title,
      version: about.version,
      description: api.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: about.baseUrl }],
    paths: named.paths,
    components: {
      schemas: { ...api.schemas, ...named.schemas },
      responses: Object.fromEntries(responses),
      securitySchemes: schemesOf(about, api),
    },
  }
}
