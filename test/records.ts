/** Small records for tests over HTTP: a blood pressure template of our own, compositions made by it, and how to commit them. */
import {
  archetype,
  data,
  element,
  event,
  history,
  multiple,
  opt,
  quantity,
  tree,
} from '../packages/openehr/fixtures/opt-builder/index.ts'
import type { Answer, RunningServer } from './server.ts'

export const TEMPLATE_ID = 'Blood pressure.v1'
const COMPOSITION_ARCHETYPE = 'openEHR-EHR-COMPOSITION.encounter.v1'
const OBSERVATION_ARCHETYPE = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'

const pressure = (nodeId: string) =>
  element(nodeId, quantity([{ units: 'mm[Hg]', magnitude: '0.0..1000.0' }]), '0..1')

const observation = archetype(
  OBSERVATION_ARCHETYPE,
  [
    history(event(tree('at0003', [pressure('at0004'), pressure('at0005')]), { nodeId: 'at0006' }), {
      cardinality: '1..*',
    }),
  ],
  {
    occurrences: '0..*',
    terms: {
      at0000: 'Blood pressure',
      at0001: 'History',
      at0003: 'Blood pressure',
      at0004: 'Systolic',
      at0005: 'Diastolic',
      at0006: 'Any event',
    },
  },
)

/** The OPT; another id makes another template of the same shape. */
export const bloodPressureOpt = (templateId: string = TEMPLATE_ID): string =>
  opt({
    templateId,
    definition: archetype(COMPOSITION_ARCHETYPE, [multiple('content', observation)], {
      terms: { at0000: 'Encounter' },
    }),
  })

const pressureElement = (nodeId: string, magnitude: number) =>
  data.element(nodeId, { _type: 'DV_QUANTITY', magnitude, units: 'mm[Hg]' })

export interface Reading {
  readonly systolic: number
  readonly diastolic?: number
  readonly time?: string
}

/** A valid composition with one event for each reading. */
export function bloodPressure(
  readings: readonly Reading[] = [{ systolic: 120, diastolic: 80 }],
  templateId = TEMPLATE_ID,
) {
  const events = readings.map(({ systolic, diastolic = 80, time = '2026-11-14T10:00:00Z' }) =>
    data.locatable('POINT_EVENT', 'at0006', {
      time: data.dateTime(time),
      data: data.locatable('ITEM_TREE', 'at0003', {
        items: [pressureElement('at0004', systolic), pressureElement('at0005', diastolic)],
      }),
    }),
  )
  return data.composition(COMPOSITION_ARCHETYPE, templateId, {
    context: data.eventContext(),
    content: [
      data.entry(OBSERVATION_ARCHETYPE, {
        data: data.locatable('HISTORY', 'at0001', { origin: data.dateTime(), events }),
      }),
    ],
  })
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

export async function uploadTemplate(
  server: Pick<RunningServer, 'call'>,
  templateId: string = TEMPLATE_ID,
): Promise<void> {
  const answer = await server.call('POST /openehr/v1/definition/template/adl1.4', {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/xml' },
    body: bloodPressureOpt(templateId),
  })
  if (answer.status !== 201) throw new Error(`no template: ${answer.status} ${answer.text}`)
}

/** The id of a new EHR. */
export async function newEhr(server: RunningServer, status?: unknown): Promise<string> {
  const answer = await server.call('POST /openehr/v1/ehr', {
    scopes: 'api.write',
    headers: status === undefined ? {} : JSON_TYPE,
    ...(status === undefined ? {} : { body: JSON.stringify(status) }),
  })
  if (answer.status !== 201) throw new Error(`no EHR: ${answer.status} ${answer.text}`)
  return idOf(answer)
}

/** The id in an ETag, without its quotes. */
export const idOf = (answer: Answer): string => (answer.headers.get('etag') ?? '').replace(/^W\/|"/g, '')

export function postComposition(
  server: RunningServer,
  ehrId: string,
  composition: unknown = bloodPressure(),
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
    scopes: 'api.write',
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify(composition),
  })
}

export function putComposition(
  server: RunningServer,
  ehrId: string,
  versionUid: string,
  composition: unknown = bloodPressure(),
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return server.call(`PUT /openehr/v1/ehr/${ehrId}/composition/${versionUid.split('::')[0]}`, {
    scopes: 'api.write',
    headers: { ...JSON_TYPE, 'If-Match': `"${versionUid}"`, ...headers },
    body: JSON.stringify(composition),
  })
}

/** The same data with the members of each object the other way round. */
export const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reversed(inner)]),
  )
}
