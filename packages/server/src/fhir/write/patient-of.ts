/** The patient that a resource to be stored is about. */
import { isJson, listOf, type Resource } from '@cairn-ehr/fhir'
import { type EhrId, readEhrId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { findEhrBySubject } from '../../versions/companions/index.ts'
import type { FhirServices } from '../needs.ts'
import { namespaceOfSystem } from '../patient/patient.ts'
import { patientElement } from '../resource/resources-of-version.ts'

const invalid = (type: string, message: string, element: string) =>
  new Refusal('fhir.invalid', `The ${type} cannot be stored: ${message}`, [
    { path: '', code: 'fhir.patient', message, ...{ expression: `${type}.${element}` } },
  ])

/** By `Patient/<id>`, or by an identifier that is that of an EHR's subject. */
export async function patientOf(needs: FhirServices, resource: Resource): Promise<EhrId> {
  const { resourceType: type } = resource
  const element = patientElement(type)
  if (element === undefined) throw new Refusal('fhir.invalid', `A ${type} is about no patient.`)
  const [given] = listOf(resource[element])
  const reference = isJson(given) ? given['reference'] : undefined
  const id = typeof reference === 'string' ? /(?:^|\/)Patient\/([^/]+)$/.exec(reference)?.[1] : undefined
  const ehrId = id === undefined ? undefined : readEhrId(id)
  if (ehrId !== undefined) return ehrId
  const identifier = isJson(given) ? given['identifier'] : undefined
  if (!isJson(identifier))
    throw invalid(type, `${element} must refer to Patient/<id> of this server.`, element)
  const namespace = namespaceOfSystem(needs.baseUrl, String(identifier['system'] ?? ''))
  const ehr = await findEhrBySubject(needs.db, { namespace, id: String(identifier['value'] ?? '') })
  if (ehr === undefined) throw invalid(type, 'no EHR has a subject with this identifier.', element)
  return ehr.ehrId
}
