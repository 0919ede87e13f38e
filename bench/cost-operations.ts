/** The requests that `npm run bench cost` sends, each as a loop that one connection runs. */
import { randomUUID } from 'node:crypto'
import { bloodPressure } from '../test/records.ts'

export interface Target {
  readonly url: string
  readonly bareUrl: string
  readonly authorization: string
  /** EHRs with records in them. */
  readonly ehrIds: readonly string[]
  /** The EHR that commits go to, and a version of 10 KB in it. */
  readonly ehrId: string
  readonly versionUid: string
  readonly storedQuery: string
}

export interface Operation {
  readonly name: string
  /** Milliseconds of processor time of server and database, at most; undefined: for comparison only. */
  readonly goal?: number
  readonly connections: number
  /** Sends the next request of a connection; throws when the answer is not what it should be. */
  readonly send: (turn: number) => Promise<void>
}

const CONNECTIONS = 16
const SYSTOLIC = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'
const ARCHETYPE = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'
const FROM = `FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${ARCHETYPE}]`

export const PATIENT_AQL = `SELECT c/context/start_time/value AS time, ${SYSTOLIC} AS systolic ${FROM} WHERE e/ehr_id/value = $ehr_id ORDER BY c/context/start_time/value DESC LIMIT 10`
const POPULATION_AQL = `SELECT e/ehr_id/value AS ehr, ${SYSTOLIC} AS systolic ${FROM} WHERE ${SYSTOLIC} > 140 LIMIT 50`
const ORDERED_AQL = `SELECT e/ehr_id/value AS ehr, ${SYSTOLIC} AS systolic ${FROM} ORDER BY ${SYSTOLIC} DESC LIMIT 10`

/** Values differ from document to document, as they do in life. */
export function document(events: number, seed: number): string {
  const readings = Array.from({ length: events }, (_, at) => ({
    systolic: 90 + ((seed * 7 + at * 13) % 900) / 10,
    diastolic: 50 + ((seed * 11 + at * 5) % 500) / 10,
    time: new Date(1.7e12 + (seed * 97 + at) * 3_600_000).toISOString(),
  }))
  return JSON.stringify(bloodPressure(readings))
}

export const TEN_KILOBYTES = 15
export const FOUR_KILOBYTES = 5

async function call(address: string, expected: number, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(address, init)
  const text = await answer.text()
  if (answer.status !== expected) throw new Error(`${address}: ${answer.status} ${text.slice(0, 300)}`)
  return answer
}

export function operations(target: Target): readonly Operation[] {
  const { url, bareUrl, authorization, ehrIds, ehrId, versionUid, storedQuery } = target
  const base = `${url}/openehr/v1`
  const [objectId = ''] = versionUid.split('::')
  const headers = { Authorization: authorization }
  const json = { ...headers, 'Content-Type': 'application/json' }
  const compositions = `${base}/ehr/${ehrId}/composition`
  const post = (turn: number) =>
    call(compositions, 201, { method: 'POST', headers: json, body: document(TEN_KILOBYTES, turn) })
  const query = (parameters: Record<string, string>) =>
    call(`${base}/query/aql?${new URLSearchParams(parameters)}`, 200, { headers })
  const anEhr = (turn: number) => ehrIds[turn % ehrIds.length] ?? ehrId
  const every = (
    name: string,
    goal: number | undefined,
    send: (turn: number) => Promise<unknown>,
  ): Operation => ({
    name,
    ...(goal === undefined ? {} : { goal }),
    connections: CONNECTIONS,
    send: async turn => void (await send(turn)),
  })
  return [
    every('POST composition, 10 KB', 1.1, post),
    every('PUT composition, 10 KB', 1.2, updates(compositions, json)),
    every('POST ehr', 0.5, () => call(`${base}/ehr`, 201, { method: 'POST', headers })),
    every('GET composition, 10 KB', 0.25, () => call(`${compositions}/${versionUid}`, 200, { headers })),
    every('GET version, 10 KB', 0.25, () =>
      call(`${base}/ehr/${ehrId}/versioned_composition/${objectId}/version/${versionUid}`, 200, { headers }),
    ),
    every('AQL of one patient', 0.7, turn => query({ q: PATIENT_AQL, ehr_id: anEhr(turn) })),
    every('stored query', 0.7, turn =>
      call(`${base}/query/${storedQuery}?ehr_id=${anEhr(turn)}`, 200, { headers }),
    ),
    every('AQL of all, LIMIT 50', 0.8, () => query({ q: POPULATION_AQL })),
    every('AQL of all, ORDER BY a value, LIMIT 10', undefined, () => query({ q: ORDERED_AQL })),
    {
      name: 'POST composition, 1 connection',
      goal: 2,
      connections: 1,
      send: async turn => void (await post(turn)),
    },
    every('bare GET of the same row', undefined, () =>
      call(`${bareUrl}/version/${ehrId}/${objectId}/1`, 200),
    ),
    every('bare INSERT of the same rows', undefined, () =>
      call(`${bareUrl}/version`, 201, { method: 'POST' }),
    ),
  ]
}

/** Measured last: a value index makes commits of its archetype a little dearer. */
export const orderedByIndex = ({ url, authorization }: Target): Operation => ({
  name: 'AQL of all, ORDER BY with a value index',
  goal: 1,
  connections: CONNECTIONS,
  send: async () => {
    const address = `${url}/openehr/v1/query/aql?${new URLSearchParams({ q: ORDERED_AQL })}`
    await call(address, 200, { headers: { Authorization: authorization } })
  },
})

/** The value that it is ordered by. */
export const ORDERED_VALUE = { archetype: ARCHETYPE, path: SYSTOLIC.slice(1) }

/** Each connection has a composition of its own: one that waits for another would be refused. */
function updates(compositions: string, headers: Record<string, string>): (turn: number) => Promise<void> {
  const idle: string[] = []
  return async turn => {
    const preceding = idle.pop()
    const body = document(TEN_KILOBYTES, turn)
    const [objectId] = (preceding ?? '').split('::')
    const answer =
      preceding === undefined
        ? await call(compositions, 201, { method: 'POST', headers, body })
        : await call(`${compositions}/${objectId}`, 204, {
            method: 'PUT',
            headers: { ...headers, 'If-Match': `"${preceding}"`, 'X-Request-Id': randomUUID() },
            body,
          })
    idle.push((answer.headers.get('etag') ?? '').replaceAll('"', ''))
  }
}
