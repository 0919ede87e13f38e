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
  /** The body that `Prefer` may ask for, where the answer has none without it. */
  readonly 'x-cairn-preferred-content'?: Content
}

/** The bodies of an answer, by media type. */
export const contentOf = (answer: Answer): Content | undefined =>
  answer.content ?? answer['x-cairn-preferred-content']

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
        answers: successes.map(contentOf).find(content => content !== undefined) ?? {},
        mayBeEmpty: successes.some(answer => contentOf(answer) === undefined),
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
