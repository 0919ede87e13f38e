/** A server with some blood pressures in it, and ways to ask it. */
import { bloodPressure, idOf, newEhr, postComposition, type Reading, uploadTemplate } from '../records.ts'
import {
  type Answer,
  type CallOptions,
  type RunningServer,
  type TestServerOptions,
  testServer,
} from '../server.ts'

export const SYSTOLIC = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'
export const OBSERVATIONS = 'OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]'

export interface Asking {
  readonly server: RunningServer
  /** POST /query/aql. */
  ask(q: string, more?: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<Answer>
  /** The rows of a query that must answer 200. */
  rows(q: string, parameters?: Readonly<Record<string, unknown>>): Promise<unknown[][]>
  /** A GET or POST with a token that may read. */
  send(request: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
  store(name: string, version: string, q: string): Promise<void>
}

export async function asking(options: TestServerOptions = {}): Promise<Asking> {
  const server = await testServer(options)
  await uploadTemplate(server)
  const send: Asking['send'] = (request, body, headers = {}) =>
    server.call(request, {
      scopes: 'api.read',
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const ask: Asking['ask'] = (q, more = {}, call = {}) =>
    server.call('POST /openehr/v1/query/aql', {
      scopes: 'api.read',
      ...call,
      headers: { 'Content-Type': 'application/json', ...call.headers },
      body: JSON.stringify({ q, ...more }),
    })
  return {
    server,
    send,
    ask,
    rows: async (q, query_parameters) => {
      const answer = await ask(q, query_parameters === undefined ? {} : { query_parameters })
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
      return answer.json().rows
    },
    store: async (name, version, q) => {
      const answer = await server.call(`PUT /openehr/v1/definition/query/${name}/${version}`, {
        scopes: 'api.write',
        headers: { 'Content-Type': 'text/plain' },
        body: q,
      })
      if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
    },
  }
}

/** The uid of a new composition. */
export async function record(
  { server }: Asking,
  ehrId: string,
  readings: readonly Reading[] = [{ systolic: 120 }],
): Promise<string> {
  const answer = await postComposition(server, ehrId, bloodPressure(readings))
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return idOf(answer)
}

export const ehrStatus = (more: Readonly<Record<string, unknown>>) => ({
  _type: 'EHR_STATUS',
  archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
  name: { _type: 'DV_TEXT', value: 'EHR Status' },
  subject: { _type: 'PARTY_SELF' },
  is_queryable: true,
  is_modifiable: true,
  ...more,
})

export { newEhr }
