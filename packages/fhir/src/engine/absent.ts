/** Missing values: null flavours of openEHR and data absent reasons of FHIR (FHIRconnect, NULL_FLAVOUR). */
import { isRmObject, type RmObject, rubricOf } from '@cairn-ehr/openehr/rm'
import { isJson, type Json, listOf } from '../fhir/json.ts'
import { childrenOf, type FhirNode } from '../fhir/node.ts'
import { codeInPhrase, codePhrase } from '../values/codes.ts'

const REASON_URL = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason'
const REASON_SYSTEM = 'http://terminology.hl7.org/CodeSystem/data-absent-reason'

/** FHIR reasons with a null flavour of their own; every other is unknown. */
const FLAVOURS: Readonly<Record<string, string>> = { masked: '272', 'not-applicable': '273' }
const REASONS: Readonly<Record<string, string>> = {
  '271': 'unknown',
  '272': 'masked',
  '273': 'not-applicable',
  '253': 'unknown',
}
const KNOWN_REASONS =
  /^(unknown|asked-unknown|temp-unknown|not-asked|asked-declined|masked|not-applicable|unsupported|as-text|error|not-a-number|negative-infinity|positive-infinity|not-performed|not-permitted)$/

/** The attributes of an ELEMENT whose value FHIR says is absent. */
export function absentElement(reason: string): RmObject {
  const code = FLAVOURS[reason] ?? '253'
  return {
    null_flavour: {
      _type: 'DV_CODED_TEXT',
      value: rubricOf(code) ?? 'unknown',
      defining_code: codePhrase({ system: 'openehr', code }, false),
    },
    ...(reason === 'unknown' || code !== '253' ? {} : { null_reason: { _type: 'DV_TEXT', value: reason } }),
  }
}

/** The reason on the value itself, or of the Observation or component that should have it. */
export function absentReasonOf(node: FhirNode): string | undefined {
  for (const extension of listOf(node.companion?.['extension']))
    if (isJson(extension) && extension['url'] === REASON_URL)
      return String(extension['valueCode'] ?? 'unknown')
  return undefined
}

export function absentReasonIn(owner: FhirNode): string | undefined {
  const [reason] = childrenOf(owner, 'dataAbsentReason')
  if (reason === undefined || !isJson(reason.value)) return undefined
  const [coding] = listOf(reason.value['coding'])
  return isJson(coding) && typeof coding['code'] === 'string' ? coding['code'] : 'unknown'
}

/** The FHIR reason of an ELEMENT without a value. */
export function absentReason(element: RmObject): string | undefined {
  const { null_flavour, null_reason } = element
  if (!isRmObject(null_flavour)) return undefined
  const stated = isRmObject(null_reason) ? String(null_reason['value']) : ''
  if (KNOWN_REASONS.test(stated)) return stated
  return REASONS[codeInPhrase(null_flavour['defining_code'])?.code ?? ''] ?? 'unknown'
}

export const reasonConcept = (reason: string): Json => ({ coding: [{ system: REASON_SYSTEM, code: reason }] })
export const reasonExtension = (reason: string): Json => ({ url: REASON_URL, valueCode: reason })
