/** Finds patients by the beginning of their id. */
import type { CairnClient } from '@cairn-ehr/client'

export interface Patient {
  readonly ehrId: string
  readonly id: string
}

const SUBJECT = 'e/ehr_status/subject/external_ref/id/value'

const BY_ID = `SELECT e/ehr_id/value AS ehrId, ${SUBJECT} AS id FROM EHR e
  WHERE ${SUBJECT} LIKE $pattern ORDER BY ${SUBJECT}`

const OF_EHR = `SELECT e/ehr_id/value AS ehrId, ${SUBJECT} AS id FROM EHR e WHERE e/ehr_id/value = $ehrId`

const MOST = 60

/** In a pattern of AQL, these stand for any text and any character. */
const escaped = (text: string): string => text.replace(/[\\*?]/g, '\\$&')

export async function findPatients(
  cairn: CairnClient,
  beginning: string,
  signal: AbortSignal,
): Promise<readonly Patient[]> {
  const found: Patient[] = []
  const parameters = { pattern: `${escaped(beginning)}*` }
  for await (const patient of cairn.aql<Patient>(BY_ID, { parameters, signal })) {
    found.push(patient)
    if (found.length === MOST) break
  }
  return found
}

export async function patientOf(cairn: CairnClient, ehrId: string): Promise<Patient> {
  for await (const patient of cairn.aql<Patient>(OF_EHR, { parameters: { ehrId } })) return patient
  return { ehrId, id: ehrId }
}
