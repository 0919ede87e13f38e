/** The documentation of an operation, for the OpenAPI description. */

export type Schema = Readonly<Record<string, unknown>>

export interface ParameterDoc {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly description: string
  readonly required?: boolean
  readonly schema: Schema
}

export interface ResponseDoc {
  readonly description: string
  readonly schema?: Schema
  readonly headers?: Readonly<Record<string, string>>
  /** By media type, where the schema alone gives a poor one. */
  readonly examples?: Readonly<Record<string, unknown>>
}

export interface OperationDoc {
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly ParameterDoc[]
  readonly body?: Schema
  /** By media type, where the schema alone gives a poor one. */
  readonly bodyExamples?: Readonly<Record<string, unknown>>
  /** Left out of the API description: a page for people, or an operation that only refuses. */
  readonly hidden?: true
  readonly responses: Readonly<Record<number, ResponseDoc>>
}
