/** `Patient/{id}/$summary`: a document with what a clinician wants to know first of a patient. */
import { randomUUID } from 'node:crypto'
import { RIGHTS } from '../../access/index.ts'
import type { Endpoint } from '../../http/index.ts'
import type { FhirNeeds } from '../needs.ts'
import { fhirReply } from '../outcome.ts'
import { requirePatient } from '../patient/patient.ts'
import { summaryDocument } from '../summary/document.ts'
import { fillSections } from '../summary/fill-sections.ts'
import { BUNDLE, FORMAT_PARAMETERS, NO_RESOURCE, PATIENT_ID, TAG } from './documented.ts'
import { patientIdIn } from './patient-endpoints.ts'
import { baseOf, fhirEndpoint } from './resource-endpoint.ts'

export const summaryEndpoints: readonly Endpoint<FhirNeeds>[] = [
  fhirEndpoint({
    route: 'GET /Patient/{id}/$summary',
    scope: 'api.read',
    right: RIGHTS.readResource,
    doc: {
      operationId: 'fhir_summary',
      tag: TAG,
      summary: 'Read the summary of a patient',
      description:
        'A document in the form of the International Patient Summary: medication, allergies, problems, immunizations, procedures, devices, the newest of each result and vital sign, and past problems. The first three are there even without an entry. Nothing is stored.',
      parameters: [PATIENT_ID, ...FORMAT_PARAMETERS],
      responses: { 200: { description: 'The document.', schema: BUNDLE }, ...NO_RESOURCE },
    },
    read: request => ({
      ehrId: patientIdIn(request),
      signal: request.signal,
      after: request.after,
    }),
    ehrOf: ({ ehrId }) => ehrId,
    act: async (needs, caller, call) => ({
      patient: await requirePatient(needs.narrowTo(['Patient'], 'r'), caller, call.ehrId),
      sections: await fillSections(needs, caller, call),
      facts: {
        ids: { bundle: randomUUID(), composition: randomUUID(), author: randomUUID() },
        time: new Date(needs.now()).toISOString(),
      },
    }),
    reply: ({ patient, sections, facts }, _call, request) =>
      fhirReply(200, summaryDocument(patient, sections, { ...facts, base: baseOf(request) })),
  }),
]
