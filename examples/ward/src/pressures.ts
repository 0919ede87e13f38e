/** Reads and writes blood pressures, as records of the template "Vital signs". */
import type { CairnClient } from '@cairn-ehr/client'
import type { VitalSigns } from './vital-signs.generated.ts'

const TEMPLATE = 'Vital signs'
const FLAT = 'application/openehr.wt.flat+json'
const EVENT = 'vital_signs/blood_pressure/any_event:0'

export interface Values {
  readonly systolic: number
  readonly diastolic: number
}

export interface Pressure extends Values {
  /** The id of the version. */
  readonly uid: string
  readonly time: string
  readonly composer: string
}

const ITEMS = 'o/data[at0001]/events[at0006]/data[at0003]/items'

const MOST = 30

const NEWEST = `SELECT c/uid/value AS uid, c/context/start_time/value AS time, c/composer/name AS composer,
    ${ITEMS}[at0004]/value/magnitude AS systolic, ${ITEMS}[at0005]/value/magnitude AS diastolic
  FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]
  ORDER BY c/context/start_time/value DESC LIMIT ${MOST}`

/** The newest first, and again after each change, until the signal is aborted. */
export const followPressures = (cairn: CairnClient, ehrId: string, signal: AbortSignal) =>
  cairn.live<Pressure>(NEWEST, { ehrId, signal })

const measured = ({ systolic, diastolic }: Values): Partial<VitalSigns> => ({
  [`${EVENT}/systolic|magnitude`]: systolic,
  [`${EVENT}/systolic|unit`]: 'mm[Hg]',
  [`${EVENT}/diastolic|magnitude`]: diastolic,
  [`${EVENT}/diastolic|unit`]: 'mm[Hg]',
})

export async function addPressure(
  cairn: CairnClient,
  ehrId: string,
  composer: string,
  values: Values,
): Promise<void> {
  const body: VitalSigns = {
    'ctx/language': 'en',
    'ctx/territory': 'GB',
    'ctx/composer_name': composer,
    'ctx/time': new Date().toISOString(),
    ...measured(values),
  }
  await cairn.composition.create({ ehr_id: ehrId, openehrTemplateId: TEMPLATE, body, contentType: FLAT })
}

/** Changes the two values of a record and keeps all others. Refused with 412 if somebody else changed it since `uid`. */
export async function correctPressure(
  cairn: CairnClient,
  ehrId: string,
  uid: string,
  values: Values,
): Promise<void> {
  const record = await cairn.composition.get({ ehr_id: ehrId, uid_based_id: uid }, { accept: FLAT })
  await cairn.composition.update({
    ehr_id: ehrId,
    uid_based_id: uid.split('::')[0] ?? '',
    // `record` carries the version that it was read in.
    ifMatch: record,
    openehrTemplateId: TEMPLATE,
    body: { ...record.value, ...measured(values) },
    contentType: FLAT,
  })
}

/** All values of the patient as a table for a spreadsheet. */
export async function downloadPressures(cairn: CairnClient, ehrId: string): Promise<Blob> {
  const answer = await cairn.request(
    'query_adhoc_get',
    { q: NEWEST, openehrEhrId: ehrId },
    { accept: 'text/csv' },
  )
  return answer.blob()
}
