/** The API description as operations to read, search and try. */
import { isObject, listAt, type RmObject, textAt } from '../../display/rm-object.ts'

interface ApiParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly isRequired: boolean
  readonly description: string
}

interface ApiBody {
  readonly type: string
  readonly example: string
}

interface ApiResponse {
  readonly status: string
  readonly description: string
}

export interface ApiOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** The right that it needs; empty: none. */
  readonly scope: string
  readonly parameters: readonly ApiParameter[]
  readonly bodies: readonly ApiBody[]
  readonly accepts: readonly string[]
  readonly responses: readonly ApiResponse[]
}

const METHODS = ['get', 'post', 'put', 'delete', 'options'] as const

/** Follows a reference inside of the document. */
function resolved(document: RmObject, value: unknown): RmObject {
  if (!isObject(value)) return {}
  const reference = textAt(value, '$ref')
  if (reference === undefined) return value
  let found: unknown = document
  for (const segment of reference.replace(/^#\//, '').split('/'))
    found = isObject(found) ? found[segment.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  return isObject(found) ? found : {}
}

const isPlace = (text: string | undefined): text is ApiParameter['in'] =>
  text === 'path' || text === 'query' || text === 'header'

function parametersOf(document: RmObject, operation: RmObject): ApiParameter[] {
  const all = operation['parameters']
  return (Array.isArray(all) ? all : []).flatMap(each => {
    const parameter = resolved(document, each)
    const place = textAt(parameter, 'in')
    if (!isPlace(place)) return []
    return [
      {
        name: textAt(parameter, 'name') ?? '',
        in: place,
        isRequired: parameter['required'] === true,
        description: textAt(parameter, 'description') ?? '',
      },
    ]
  })
}

const printed = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)

/** The example of the media type, of its first named one, or of its schema. */
function exampleOf(document: RmObject, media: RmObject): string {
  if (media['example'] !== undefined) return printed(media['example'])
  const { examples } = media
  const [first] = isObject(examples) ? Object.values(examples) : []
  const named = resolved(document, first)
  if (named['value'] !== undefined) return printed(named['value'])
  return printed(resolved(document, media['schema'])['example'])
}

function bodiesOf(document: RmObject, operation: RmObject): ApiBody[] {
  const { content } = resolved(document, operation['requestBody'])
  if (!isObject(content)) return []
  return Object.entries(content).map(([type, media]) => ({
    type,
    example: isObject(media) ? exampleOf(document, media) : '',
  }))
}

function responsesOf(document: RmObject, operation: RmObject): [ApiResponse[], string[]] {
  const { responses } = operation
  const all = isObject(responses) ? Object.entries(responses) : []
  const accepts = all.flatMap(([status, each]) => {
    const { content } = resolved(document, each)
    return status.startsWith('2') && isObject(content) ? Object.keys(content) : []
  })
  return [
    all.map(([status, each]) => ({
      status,
      description: textAt(resolved(document, each), 'description') ?? '',
    })),
    [...new Set(accepts)],
  ]
}

function scopeOf(operation: RmObject): string {
  const [first] = listAt(operation, 'security')
  const [scopes] = first ? Object.values(first) : []
  return Array.isArray(scopes) ? scopes.join(' ') : ''
}

export function operationsOf(document: RmObject): ApiOperation[] {
  const { paths } = document
  if (!isObject(paths)) return []
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): ApiOperation[] => {
      const operation = isObject(item) ? item[method] : undefined
      if (!isObject(operation)) return []
      const tags = operation['tags']
      const [responses, accepts] = responsesOf(document, operation)
      return [
        {
          id: textAt(operation, 'operationId') ?? `${method} ${path}`,
          method: method.toUpperCase(),
          path,
          tag: Array.isArray(tags) ? String(tags[0] ?? '') : '',
          summary: textAt(operation, 'summary') ?? '',
          description: textAt(operation, 'description') ?? '',
          scope: scopeOf(operation),
          parameters: parametersOf(document, operation),
          bodies: bodiesOf(document, operation),
          accepts,
          responses,
        },
      ]
    }),
  )
}

/** Operations that have all words in path, summary or tag. */
export function searchOperations(operations: readonly ApiOperation[], text: string): readonly ApiOperation[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  return operations.filter(({ method, path, summary, tag, id }) => {
    const all = `${method} ${path} ${summary} ${tag} ${id}`.toLowerCase()
    return words.every(word => all.includes(word))
  })
}

/** Operations by tag, in the order of the document. */
export function byTag(
  operations: readonly ApiOperation[],
): readonly (readonly [tag: string, readonly ApiOperation[]])[] {
  const tags = new Map<string, ApiOperation[]>()
  for (const operation of operations) tags.set(operation.tag, [...(tags.get(operation.tag) ?? []), operation])
  return [...tags]
}

export interface TriedRequest {
  /** As the client takes it: `GET /path?query`. */
  readonly request: string
  readonly headers: Readonly<Record<string, string>>
}

/** The request that filled-in fields make. A path parameter that is empty keeps its name, so that nothing else is meant. */
export function requestOf(operation: ApiOperation, values: Readonly<Record<string, string>>): TriedRequest {
  const { method, parameters } = operation
  const given = (place: ApiParameter['in']) =>
    parameters.filter(each => each.in === place && (values[each.name] ?? '') !== '')
  let path = operation.path
  for (const { name } of given('path'))
    path = path.replace(`{${name}}`, encodeURIComponent(values[name] ?? ''))
  const query = new URLSearchParams(given('query').map(({ name }) => [name, values[name] ?? '']))
  return {
    request: `${method} ${path}${query.size === 0 ? '' : `?${query}`}`,
    headers: Object.fromEntries(given('header').map(({ name }) => [name, values[name] ?? ''])),
  }
}

/** True when every path parameter is filled in. */
export const isReady = ({ parameters }: ApiOperation, values: Readonly<Record<string, string>>): boolean =>
  parameters.every(({ name, in: place }) => place !== 'path' || (values[name] ?? '') !== '')
