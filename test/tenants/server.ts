/** A server of many tenants for a test file, on a free port; tenants share the host and have a path each, unless a test says otherwise. */
import { request as httpRequest } from 'node:http'
import { checkedVault, createClient } from '../../packages/server/src/auth/index.ts'
import type { Scope } from '../../packages/server/src/http/index.ts'
import { openLog } from '../../packages/server/src/observe/log.ts'
import { openTenantServer, type Tenant } from '../../packages/server/src/tenants/index.ts'
import type { WantedTenant } from '../../packages/server/src/tenants/life.ts'
import { openOwnPool } from '../../packages/server/src/tenants/own-database.ts'
import { freePort } from '../server.ts'
import { type TestRegistry, testRegistry } from './registry.ts'

interface CallOptions {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface RunningTenant {
  readonly tenant: Tenant
  readonly url: string
  /** A client with all scopes that clients may have. */
  readonly client: string
  readonly secret: string
  token(scope?: string): Promise<string>
  call(request: string, options?: CallOptions): Promise<Response>
}

export interface RunningTenants extends TestRegistry {
  readonly port: number
  readonly logged: string[]
  add(tenantId: string, wanted?: Partial<WantedTenant>): Promise<RunningTenant>
}

const EVERYTHING: Scope[] = ['api.read', 'api.write', 'api.lenient', 'api.admin']

export async function tenantServer(settings: Readonly<Record<string, string>> = {}): Promise<RunningTenants> {
  const port = await freePort()
  const made = await testRegistry({ CAIRN_PORT: String(port), ...settings })
  const { registry, config } = made
  const logged: string[] = []
  const log = openLog('info', { write: line => void logged.push(line) })
  const server = await openTenantServer({ registry, config, log, version: '0.0.0-test', now: Date.now })
  made.beforeDrop(() => server.close())
  await server.api.listen({ port, host: '127.0.0.1' })
  if (config.adminPort !== undefined)
    await server.admin?.listen({ port: config.adminPort, host: '127.0.0.1' })

  const add: RunningTenants['add'] = async (tenantId, wanted = {}) => {
    const url = wanted.baseUrl ?? `http://127.0.0.1:${port}/${tenantId}`
    const { tenant } = await made.create(tenantId, { baseUrl: url, ...wanted })
    const access = await registry.accessOf(tenant)
    const db = openOwnPool(access)
    const vault = await checkedVault(db, access.secretKey)
    const { client, secret = '' } = await createClient(db, vault, { name: 'test', scopes: EVERYTHING })
    await db.close()
    const call: RunningTenant['call'] = (request, { token, headers, body } = {}) => {
      const [method = '', path = ''] = request.split(/ (.*)/s)
      const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` }
      const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
      return fetch(`${url}${path}`, {
        method,
        headers: { ...authorization, ...type, ...headers },
        redirect: 'manual',
        ...(body === undefined ? {} : { body }),
      })
    }
    const token: RunningTenant['token'] = async (scope = 'api.read api.write api.admin') => {
      const answer = await fetch(`${url}/oauth/token`, {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`${client.clientId}:${secret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', audience: `${url}/openehr/v1`, scope }),
      })
      if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`)
      return ((await answer.json()) as { access_token: string }).access_token
    }
    return { tenant, url, client: client.clientId, secret, token, call }
  }
  return { ...made, port, logged, add }
}

interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** A request with a `Host` header, which `fetch` does not let a caller choose. */
export const callHost = (
  port: number,
  host: string | undefined,
  path: string,
  method = 'GET',
): Promise<RawAnswer> =>
  new Promise((done, failed) => {
    const request = httpRequest(
      { port, host: '127.0.0.1', path, method, setHost: false, headers: host === undefined ? {} : { host } },
      response => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', part => {
          text += part
        })
        response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, text }))
      },
    )
    request.on('error', failed)
    request.end()
  })
