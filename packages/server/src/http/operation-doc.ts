/** What people are told about an operation; becomes its part of the OpenAPI description. */

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

/** What people are told about an operation. */
export interface OperationDoc {
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly ParameterDoc[]
  readonly body?: Schema
  /** By media type, where the schema alone gives a poor one. */
  readonly bodyExamples?: Readonly<Record<string, unknown>>
  /** Left out of the API description: it is there to say no. */
  readonly hidden?: true
  readonly responses: Readonly<Record<number, ResponseDoc>>
}
