/** FHIR JSON: plain objects, lists and primitive values. */
export type Json = Readonly<Record<string, unknown>>

/** A FHIR R4 resource as JSON. */
export interface Resource {
  readonly resourceType: string
  readonly [element: string]: unknown
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isResource = (value: unknown): value is Resource =>
  isJson(value) && typeof value['resourceType'] === 'string'

export const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]
