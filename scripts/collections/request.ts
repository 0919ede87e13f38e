/** Requests of the collections: each operation of the API with an example of its parameters and body. */
import { type ApiDocument, type Operation, operationsOf, preferredType } from '../client/document.ts'

export interface Pair {
  readonly name: string
  readonly value: string
  readonly about: string
  readonly required: boolean
}

export interface CollectionRequest {
  readonly id: string
  readonly folder: string
  readonly name: string
  readonly about: string
  readonly method: string
  /** With parameters in braces: `/openehr/v1/ehr/{ehr_id}`. */
  readonly path: string
  readonly pathParameters: readonly Pair[]
  readonly query: readonly Pair[]
  readonly headers: readonly Pair[]
  readonly body: { readonly type: string; readonly text: string } | undefined
  /** It carries a token. */
  readonly isAuthorized: boolean
}

function pairs({ parameters }: Operation, place: 'path' | 'query' | 'header'): readonly Pair[] {
  return parameters
    .filter(each => each.in === place)
    .map(({ name, description, required = false, schema }) => ({
      name,
      value: String(schema['example'] ?? (schema['enum'] as unknown[] | undefined)?.[0] ?? ''),
      about: description,
      required,
    }))
}

const textOf = (example: unknown): string =>
  typeof example === 'string' ? example : JSON.stringify(example, null, 2)

function bodyOf({ body }: Operation): CollectionRequest['body'] {
  const type = body && preferredType(body.content)
  return body && type ? { type, text: textOf(body.content[type]?.example ?? '') } : undefined
}

export const requestsOf = (document: ApiDocument): readonly CollectionRequest[] =>
  operationsOf(document).map(operation => {
    const body = bodyOf(operation)
    const accept = preferredType(operation.answers)
    const plain = (name: string, value: string | undefined): Pair[] =>
      value === undefined ? [] : [{ name, value, about: '', required: true }]
    return {
      id: operation.id,
      folder: operation.tag,
      name: operation.summary,
      about: operation.description ?? '',
      method: operation.method,
      path: operation.path,
      pathParameters: pairs(operation, 'path'),
      query: pairs(operation, 'query'),
      headers: [
        ...plain('Accept', accept),
        ...plain('Content-Type', body?.type),
        ...pairs(operation, 'header'),
      ],
      body,
      isAuthorized: operation.scope !== undefined,
    }
  })

/** In the order in which they first come. */
export function folders(
  requests: readonly CollectionRequest[],
): ReadonlyMap<string, readonly CollectionRequest[]> {
  const byName = new Map<string, CollectionRequest[]>()
  for (const each of requests) byName.set(each.folder, [...(byName.get(each.folder) ?? []), each])
  return byName
}
