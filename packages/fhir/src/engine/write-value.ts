/** Writes one value of a composition, or a constant of a mapping, into the draft of a FHIR element. */
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import { type Draft, draftAt, putValue } from '../fhir/draft.ts'
import type { Mapping } from '../mapping/model.ts'
import { elementIn, isPrimitiveType } from '../r4/structure.ts'
import { type ConceptMaps, translatedToFhir } from '../values/concept-maps.ts'
import { fhirTypesFor, toFhirValue, type ValueOptions } from '../values/to-fhir.ts'
import { absentReason, reasonConcept, reasonExtension } from './absent.ts'

export interface WriteNeeds extends ValueOptions {
  readonly conceptMaps: ConceptMaps
}

/** The FHIR type that a static type of grammar 0.9 means. */
const STATIC_TYPES: Readonly<Record<string, string>> = {
  QUANTITY: 'Quantity',
  DATETIME: 'dateTime',
  CODEABLECONCEPT: 'CodeableConcept',
  CODING: 'Coding',
  STRING: 'string',
  ID: 'id',
  IDENTIFIER: 'Identifier',
  PROPORTION: 'Ratio',
}

/** The type of a constant: that of its element, or of several a text, if it may be one. */
function typeOfConstant({ type, element }: Draft): string {
  if (type !== '') return type
  return element?.types.includes('string') ? 'string' : (element?.types[0] ?? '')
}

function primitiveOf(type: string, value: string): unknown {
  if (type === 'boolean') return value === 'true'
  return /^(integer|decimal|positiveInt|unsignedInt)$/.test(type) ? Number(value) : value
}

/** False if the element cannot have the constant. */
export function writeConstant(draft: Draft, value: string, needs: WriteNeeds): boolean {
  const type = typeOfConstant(draft)
  const json = isPrimitiveType(type) ? primitiveOf(type, value) : toFhirValue(value, type, needs)
  if (json === undefined) return false
  putValue(draft, json, type)
  return true
}

/** Returns the draft that has the value; undefined if nothing was written. */
export const writeValue = (
  mapping: Mapping,
  value: unknown,
  draft: Draft,
  needs: WriteNeeds,
): Draft | undefined =>
  isRmObject(value) && value['_type'] === 'ELEMENT'
    ? writeAbsence(value, draft)
    : convert(mapping, value, draft, needs)

function convert(mapping: Mapping, given: unknown, draft: Draft, needs: WriteNeeds): Draft | undefined {
  const value = translatedToFhir(given, needs.conceptMaps.get(mapping.conceptMap ?? ''))
  const place =
    draft.type === 'Extension' ? draftAt(draft, [{ kind: 'element', name: 'value' }], new Set()) : draft
  if (place === undefined) return undefined
  const offered = place.type === '' ? (place.element?.types ?? []) : [place.type]
  const hint = STATIC_TYPES[mapping.type ?? '']
  const preferred = isRmObject(value) ? fhirTypesFor(value) : offered
  for (const type of hint !== undefined && offered.includes(hint) ? [hint] : preferred) {
    if (!offered.includes(type)) continue
    const json = toFhirValue(value, type, needs)
    if (json === undefined) continue
    place.clear()
    putValue(place, json, type)
    place.dynamic = true
    return place
  }
  return undefined
}

/** An ELEMENT without a value says why: in `dataAbsentReason` where the owner has it, else as an extension. */
function writeAbsence(element: RmObject, draft: Draft): Draft | undefined {
  const reason = absentReason(element)
  if (reason === undefined || draft.parent === undefined) return undefined
  if (elementIn(draft.parent.type, 'dataAbsentReason') !== undefined) {
    const place = draftAt(draft.parent, [{ kind: 'element', name: 'dataAbsentReason' }], new Set())
    if (place !== undefined) putValue(place, reasonConcept(reason), 'CodeableConcept')
  } else if (draft.type !== '') {
    const place = draftAt(draft, [{ kind: 'element', name: 'extension' }], new Set())
    if (place !== undefined) putValue(place, reasonExtension(reason), 'Extension')
  }
  draft.parent.dynamic = true
  return draft
}
