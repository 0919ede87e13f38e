/** The requests that `npm run bench long-record` sends to one record. */
import { document, FOUR_KILOBYTES, type Operation } from './cost-operations.ts'

export interface LongRecord {
  readonly url: string
  readonly authorization: string
  readonly ehrId: string
  /** Compositions in it. */
  readonly length: number
}

const CONNECTIONS = 4

const EVENT = 'data[at0001]/events[at0006]'
const ARCHETYPE = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'
const SYSTOLIC = `o/${EVENT}/data[at0003]/items[at0004]/value/magnitude`

const DEFINITION = `<datamap template="Blood pressure.v1">
  <paths add="recorded" path="/context/start_time"/>
  <paths add="time" path="/content[${ARCHETYPE}]/${EVENT}/time"/>
  <paths add="systolic" path="/content[${ARCHETYPE}]/${EVENT}/data[at0003]/items[at0004]/value"/>
</datamap>`

const CONTEXT_TIME = 'c/context/start_time/value'
const EVENT_TIME = `o/${EVENT}/time/value`
const OF_EHR = 'WHERE e/ehr_id/value = $ehr_id'
const OBSERVATIONS = `FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${ARCHETYPE}] ${OF_EHR}`

const QUERIES: Readonly<Record<string, string>> = {
  'AQL, newest 10 by context time': `SELECT ${CONTEXT_TIME}, ${SYSTOLIC} ${OBSERVATIONS} ORDER BY ${CONTEXT_TIME} DESC LIMIT 10`,
  'AQL, newest 10 compositions': `SELECT c/uid/value, ${CONTEXT_TIME} FROM EHR e CONTAINS COMPOSITION c ${OF_EHR} ORDER BY ${CONTEXT_TIME} DESC LIMIT 10`,
  'AQL, newest 10 by event time': `SELECT ${EVENT_TIME}, ${SYSTOLIC} ${OBSERVATIONS} ORDER BY ${EVENT_TIME} DESC LIMIT 10`,
  'AQL, first 10 as they were committed': `SELECT ${CONTEXT_TIME}, ${SYSTOLIC} ${OBSERVATIONS} LIMIT 10`,
}

async function call(address: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(address, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${text.slice(0, 300)}`)
  return answer
}

export const saveDatamap = (url: string, authorization: string): Promise<Response> =>
  call(`${url}/extra/v1/definition/datamap/pressures`, {
    method: 'PUT',
    headers: { Authorization: authorization, 'Content-Type': 'application/xml' },
    body: DEFINITION,
  })

/** Requests that leave the record as it is. */
export async function readsOf({
  url,
  authorization,
  ehrId,
  length,
}: LongRecord): Promise<readonly Operation[]> {
  const headers = { Authorization: authorization }
  const every = (name: string, send: (turn: number) => Promise<unknown>): Operation => ({
    name,
    connections: CONNECTIONS,
    send: async turn => void (await send(turn)),
  })
  const list = (parameters: string) =>
    call(`${url}/extra/v1/datamap/pressures?ehrUid=${ehrId}&limit=50${parameters}`, { headers })
  const deep = (await list(`&offset=${Math.max(1, Math.floor(length * 0.9) - 100)}`)).headers.get('link')
  const next = /<([^>]+)>; *rel="next"/.exec(deep ?? '')?.[1] ?? ''
  const query = (q: string) =>
    call(`${url}/openehr/v1/query/aql?${new URLSearchParams({ q, ehr_id: ehrId })}`, { headers })
  return [
    every('datamap, first page of 50', () => list('')),
    every('datamap, deep page by its link', () => call(new URL(next, url).href, { headers })),
    every('datamap, newest 50 by context time', () => list('&order_by=recorded desc')),
    ...Object.entries(QUERIES).map(([name, q]) => every(name, () => query(q))),
  ]
}

/** Measured after all reads: the record grows by it. */
export const commitsOf = ({ url, authorization, ehrId }: LongRecord): readonly Operation[] => [
  {
    name: 'POST composition, 4 KB',
    connections: CONNECTIONS,
    send: async turn => {
      await call(`${url}/openehr/v1/ehr/${ehrId}/composition`, {
        method: 'POST',
        headers: { Authorization: authorization, 'Content-Type': 'application/json' },
        body: document(FOUR_KILOBYTES, turn),
      })
    },
  },
]
