/** A datamap of blood pressures, for imports of spreadsheets. */
import assert from 'node:assert/strict'
import type { openRecords } from '../admin/records.ts'

const EVENT = '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]'

/** Saves the datamap `pressure`. */
export async function savePressureDatamap({
  callAt,
}: Awaited<ReturnType<typeof openRecords>>): Promise<void> {
  const saved = await callAt('PUT /extra/v1/definition/datamap/pressure', {
    template: 'Blood pressure.v1',
    paths: [
      { add: 'systolic', path: `${EVENT}/data[at0003]/items[at0004]/value` },
      { add: 'diastolic', path: `${EVENT}/data[at0003]/items[at0005]/value` },
      { add: 'time', path: `${EVENT}/time` },
    ],
  })
  assert.equal(saved.status, 201, saved.text)
}
