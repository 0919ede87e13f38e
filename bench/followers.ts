/** Those who follow the commits of a hospital: 200 live queries of dashboards, and 20 webhooks. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@cairn-ehr/client'
import { OBSERVATIONS, SYSTOLIC } from '../test/query/queries.ts'
import { TEMPLATE_ID } from '../test/records.ts'
import { ehrOf } from './layout-data.ts'
import { CLIENT_ID, CLIENT_SECRET, type ServerProcess } from './server-process.ts'

const FROM = `FROM EHR e CONTAINS COMPOSITION c CONTAINS ${OBSERVATIONS}`

/** The newest values of a patient: a chart. */
export const NEWEST = `SELECT c/uid/value AS uid, ${SYSTOLIC} AS systolic ${FROM} ORDER BY c/context/start_time/value DESC LIMIT 30`
const above = (value: number) =>
  `SELECT e/ehr_id/value AS ehr, ${SYSTOLIC} AS systolic ${FROM} WHERE ${SYSTOLIC} > ${value}`
const ofOthers = (value: number) => above(value).replaceAll('blood_pressure.v2', 'pulse.v2')

export interface LiveQuery {
  readonly q: string
  readonly ehrId?: string
}

/** 180 charts of patients; lists of all patients: ten that other records fill, seven that commits may fill, and three counts of one query. */
export const dashboards = (ehrs: number): readonly LiveQuery[] => [
  ...Array.from({ length: 180 }, (_, at) => ({ q: NEWEST, ehrId: ehrOf((at * 5) % ehrs) })),
  ...Array.from({ length: 10 }, (_, at) => ({ q: ofOthers(100 + at) })),
  ...Array.from({ length: 7 }, (_, at) => ({ q: above(190 + at) })),
  ...Array.from({ length: 3 }, () => ({ q: `SELECT COUNT(*) AS n ${FROM}` })),
]

type Body = Readonly<Record<string, unknown>>

const alarm = (archetype: string, limit: number): Body => {
  const systolic = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'
  return {
    q: `SELECT e/ehr_id/value AS ehr, ${systolic} AS systolic FROM EHR e CONTAINS OBSERVATION o[${archetype}] WHERE ${systolic} > $limit`,
    query_parameters: { limit },
  }
}

/** 20 webhooks, every second one in batches: by template, by archetype, by type, by EHR, and alarms with a query. Commits hardly concern them. */
export const webhooks = (ehrs: number): readonly Body[] =>
  Array.from({ length: 20 }, (_, at) => ({
    batch_size: at % 2 === 0 ? 1 : 50,
    ...(at < 6 && { filter: { type: ['composition'], template_id: [`Other ${at}`] } }),
    ...(at >= 6 && at < 10 && { filter: { archetype_id: [`openEHR-EHR-OBSERVATION.other_${at}.v1`] } }),
    ...(at >= 10 && at < 13 && { filter: { type: [['ehr', 'template', 'person'][at - 10]] } }),
    ...(at >= 13 && at < 15 && { filter: { ehr_id: [ehrOf((at * 31) % ehrs)] } }),
    ...(at >= 15 && alarm(`openEHR-EHR-OBSERVATION.other_${at}.v1`, at)),
  }))

/** Webhooks that every commit concerns, so that the cost of a delivery can be seen. */
export const takingAll = (count: number, batch: number): readonly Body[] =>
  Array.from({ length: count }, () => ({
    batch_size: batch,
    filter: { type: ['composition'], template_id: [TEMPLATE_ID] },
  }))

/** Takes every request; in this process, so that its time is not counted. */
export async function openReceiver() {
  let requests = 0
  const server = createServer((request, reply) => {
    requests += 1
    request.resume()
    request.on('end', () => reply.writeHead(204).end())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, requests: () => requests, close: () => server.close() }
}

export const clientOf = ({ url }: ServerProcess) =>
  createClient({ baseUrl: url, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET })

type Client = ReturnType<typeof clientOf>

/** Reads them until the signal; the function counts the changes that came. */
export async function follow(cairn: Client, queries: readonly LiveQuery[], signal: AbortSignal) {
  let changes = 0
  for (const { q, ...where } of queries) {
    const rows = cairn.live(q, { ...where, signal })
    await rows.next()
    const read = async () => {
      for await (const _ of rows) changes += 1
    }
    void read().catch(() => {})
  }
  return () => changes
}

/** Subscribes until the returned function is called. */
export async function subscribe(cairn: Client, url: string, bodies: readonly Body[]) {
  const made: string[] = []
  for (const body of bodies) {
    const { id } = await cairn.subscriptions.create({ body: { name: 'bench', url, ...body } })
    made.push(id)
  }
  // A process takes a hundred a second.
  await new Promise(done => setTimeout(done, 2000 + 20 * bodies.length))
  return async () => {
    for (const id of made) await cairn.subscriptions.delete({ subscription_id: id })
  }
}
