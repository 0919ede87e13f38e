/** The parts of the API description that the client and the collections are made from. */

export type Schema = Readonly<Record<string, unknown>>

interface Media {
  readonly schema: Schema
  readonly example?: unknown
}

type Content = Readonly<Record<string, Media>>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly description: string
  readonly required?: boolean
  readonly schema: Schema
}

interface Answer {
  readonly description: string
  readonly headers?: Schema
  readonly content?: Content
}

interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Answer>>
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** An operation with all that its description says in several places. */
export interface Operation {
  readonly id: string
  readonly tag: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string | undefined
  /** Undefined: it needs no token. */
  readonly scope: string | undefined
  readonly parameters: readonly Parameter[]
  readonly body: OperationObject['requestBody']
  /** Of every success: bodies by media type; the first status that has one counts. */
  readonly answers: Content
  /** A success may come without a body. */
  readonly mayBeEmpty: boolean
  readonly answerHeaders: ReadonlySet<string>
}

const isSuccess = (status: string): boolean => Number(status) < 300

export function operationsOf(document: ApiDocument): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const successes = Object.entries(operation.responses)
        .filter(([status]) => isSuccess(status))
        .map(([, answer]) => answer)
      return {
        id: operation.operationId,
        tag: operation.tags[0] ?? '',
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        description: operation.description,
        scope: operation.security[0]?.['clientCredentials']?.[0],
        parameters: operation.parameters ?? [],
        body: operation.requestBody,
        answers: successes.find(({ content }) => content !== undefined)?.content ?? {},
        mayBeEmpty: successes.some(({ content }) => content === undefined),
        answerHeaders: new Set(successes.flatMap(({ headers = {} }) => Object.keys(headers))),
      }
    }),
  )
}

/** The media type that is taken or sent where nothing is said: JSON where there is some. */
export function preferredType(content: Readonly<Record<string, unknown>>): string | undefined {
  const types = Object.keys(content)
  return types.find(type => type === 'application/json') ?? types[0]
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Examples are data, whatever members they have. */
const DATA = new Set(['example', 'examples', 'default', 'enum'])

/** Schemas with a `title` become components of that name, so that each is one type, wherever it stands. */
export function withNamedSchemas(document: ApiDocument): ApiDocument {
  const named: Record<string, Schema> = {}
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (!isObject(value)) return value
    const members = Object.entries(value).map(([name, each]) => [name, DATA.has(name) ? each : visit(each)])
    const copy = Object.fromEntries(members) as Json
    const { title, ...schema } = copy
    if (typeof title !== 'string' || typeof copy['type'] !== 'string') return copy
    const twin = named[title]
    if (twin && JSON.stringify(twin) !== JSON.stringify(schema))
      throw new Error(`Two schemas have the title "${title}".`)
    named[title] = schema
    return { $ref: `#/components/schemas/${title}` }
  }
  const paths = visit(document.paths) as ApiDocument['paths']
  return { ...document, paths, components: { schemas: { ...document.components.schemas, ...named } } }
}
