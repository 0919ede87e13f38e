/** Records of the ward datamap in tests of writing: a record of every class, and its parts as a test compares them. */
import assert from 'node:assert/strict'
import type { Answer, RunningServer } from '../server.ts'
import { SPEC_FIELDS } from './spec-fields.ts'

export interface ShownRecord {
  readonly [label: string]: unknown
  readonly uid: string
  readonly vuid: string
}

export const shown = (answer: Answer): ShownRecord => {
  assert.ok(answer.status < 300, answer.text)
  return answer.json().data
}

/** The columns alone. */
export const columnsOf = (record: ShownRecord): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([label]) => !SPEC_FIELDS.includes(label)))

export async function compositionOf(server: RunningServer, ehrId: string, { uid }: ShownRecord) {
  const answer = await server.call(`GET /openehr/v1/ehr/${ehrId}/composition/${uid}`, { scopes: 'api.read' })
  return answer.json()
}

/** Finds the items of a composition that have a node id. */
export const hasNode =
  (nodeId: string) =>
  ({ archetype_node_id }: { readonly archetype_node_id: string }): boolean =>
    archetype_node_id === nodeId

/** Status, code, and each fault as `label rule`. */
export const faults = (answer: Answer): unknown => {
  const { code, errors } = answer.json()
  return [
    answer.status,
    code,
    ...errors.map((finding: { path: string; code: string }) => `${finding.path} ${finding.code}`),
  ]
}

/** A cell of every class. */
export const CELLS: Readonly<Record<string, unknown>> = {
  when: '2026-11-14T09:30:00+01:00',
  who: 'Nurse Jansen',
  remark: 'Slept well',
  contact: { code: 'at0022', value: 'Telephone' },
  finding: { code: '271807003', value: 'Eruption of skin', terminology: 'SNOMED-CT' },
  swelling: { code: 'at0032', value: 'Present' },
  weight: 71.5,
  temperature: { magnitude: 37.2, units: 'Cel' },
  visits: 3,
  fasting: false,
  born: '1951-03',
  at: '14:05:00',
  seen: '2026-11-14T10:00:00.250Z',
  lasted: 'PT45M',
  link: 'https://example.org/note/1',
  number: { id: '999-17', type: 'ward', issuer: 'Hospital' },
  share: { numerator: 3, denominator: 4, type: 0 },
  range: {
    lower: { magnitude: 1, units: 'mg' },
    upper: { magnitude: 2, units: 'mg' },
    upper_included: false,
  },
  source: { _type: 'DV_PARSABLE', value: '<a/>', formalism: 'text/xml' },
  pressure: 120,
  place: { code: 'at0041', value: 'Ward' },
  aside: 'First',
  drugs: [
    { name: 'Paracetamol', dose: 500 },
    { name: 'Ibuprofen', dose: null },
  ],
}
