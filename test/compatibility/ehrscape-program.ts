/** A program that was made for another server: it knows compatible prefixes, and sends id and secret by HTTP Basic. */
import { checkedVault, createClient } from '../../packages/server/src/auth/index.ts'
import { openRecords, type Records } from '../admin/records.ts'
import { type Answer, type RunningServer, SECRET_KEY, testServer } from '../server.ts'

interface Sent {
  /** JSON, or XML if it is a text. */
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly authorization?: string
}

export const basicOf = (id: string, secret: string) => `Basic ${btoa(`${id}:${secret}`)}`

interface Program {
  readonly server: RunningServer
  readonly records: Records
  /** Has Basic switched on, with every scope but that for lenient handling. */
  readonly client: { readonly id: string; readonly secret: string }
  readonly basic: string
  /** `send('GET /rest/v1/…')`, by Basic of `client` unless another authorization is given. */
  send(request: string, sent?: Sent): Promise<Answer>
}

export async function openProgram(env: Readonly<Record<string, string>> = {}): Promise<Program> {
  const server = await testServer({ env: { CAIRN_PREFIXES: '/rest/openehr/v1', ...env } })
  const records = await openRecords(server)
  const made = await createClient(server.db, await checkedVault(server.db, SECRET_KEY), {
    name: 'old program',
    scopes: ['api.read', 'api.write', 'api.admin'],
    basicAuth: true,
  })
  const client = { id: made.client.clientId, secret: made.secret ?? '' }
  const basic = basicOf(client.id, client.secret)
  const send: Program['send'] = (request, { body, headers, authorization = basic } = {}) => {
    const isText = typeof body === 'string'
    const type = { 'Content-Type': isText ? 'application/xml' : 'application/json' }
    return server.call(request, {
      headers: { Authorization: authorization, ...(body === undefined ? {} : type), ...headers },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    })
  }
  return { server, records, client, basic, send }
}

/** A composition of an EHR, as FLAT without its uid. */
export async function flatWithoutUid(records: Records, ehrId: string, uid: string): Promise<object> {
  const flat = (await records.call(`GET /ehr/${ehrId}/composition/${uid}?format=FLAT`)).json() as object
  return Object.fromEntries(Object.entries(flat).filter(([key]) => !key.endsWith('/_uid')))
}
