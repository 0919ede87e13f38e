/** A FHIR element on its way to a data value: what a conversion may look at. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { ObjectConstraint } from '@cairn-ehr/openehr/template'
import type { Json } from '../fhir/json.ts'
import type { FhirNode, Resolver } from '../fhir/node.ts'

export interface Source {
  readonly node: FhirNode
  readonly json: Json
  readonly constraint: ObjectConstraint | undefined
  readonly resolver: Resolver
}

export type Convert = (source: Source) => RmObject | undefined

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
