/**
 * A server of its own for a test file: the real app on a free port, over a cloned database.
 *
 *   const server = await testServer()
 *   const answer = await server.call('GET /openehr/v1/ehr/…', { scopes: 'api.read' })
 */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:http'
import { type AppNeeds, buildApp } from '../packages/server/src/app/index.ts'
import { checkedVault, createClient } from '../packages/server/src/auth/index.ts'
import { type Database, sql } from '../packages/server/src/db/index.ts'
import { oneProcess, openMetrics } from '../packages/server/src/observe/index.ts'
import { openLog } from '../packages/server/src/observe/log.ts'
import { readConfig } from '../packages/server/src/settings/config.ts'
import { openSealingPool, SECRET_KEY, type TestDatabase, testDatabase } from './database.ts'
import { SERVICE_ROLE, serviceUrlOf } from './postgres.ts'
import { callRecorder } from './recorded-calls.ts'
import { isOfNeighbour, isServedAsTenant, type ServedDatabase, serveAsTenant } from './tenants/as-tenant.ts'
import { TEST_CLIENT } from './test-client.ts'

export { SECRET_KEY }

export interface TestServerOptions {
  /** Settings beside the defaults, as environment variables. */
  readonly env?: Readonly<Record<string, string>>
  /** Another clock than the system's. */
  readonly now?: () => number
  /** Runs on the database of this server, as a second process would. */
  readonly beside?: Pick<RunningServer, 'databaseUrl' | 'beforeDrop'> & Partial<Pick<RunningServer, 'db'>>
  readonly secretKey?: string
  /** Hashes passwords at the cost of a real server: half a second of processor time each. */
  readonly usualPasswordCost?: boolean
  /** The pace of background jobs, for tests that wait for one: 10 runs them ten times as often. */
  readonly jobPace?: number
}

export interface CallOptions {
  /** Scopes of the token to send; none: no token. */
  readonly scopes?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** An answer with its body read. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; throws when it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at answers of every shape
  json(): any
}

export interface RunningServer {
  readonly url: string
  readonly db: Database
  /** For programs that open the database themselves. */
  readonly databaseUrl: string
  readonly client: { readonly id: string; readonly secret: string }
  readonly beforeDrop: TestDatabase['beforeDrop']
  /** Every line that the server logged, as text. */
  readonly logged: string[]
  /** A token of the first client; one for each set of scopes is kept. */
  token(scopes: string): Promise<string>
  /** `call('GET /path', …)`, with a token for `scopes` when they are given. */
  call(request: string, options?: CallOptions): Promise<Answer>
}

/** Below the ports that the system gives to outgoing connections: one of those could take it before a server listens there. */
const [FIRST_PORT, PORTS] = [20_000, 12_000]

export async function freePort(): Promise<number> {
  const probe = createServer()
  const port = FIRST_PORT + randomInt(PORTS)
  const isFree = await new Promise<boolean>(done => {
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => done(true))
  })
  if (!isFree) return freePort()
  await new Promise(done => probe.close(done))
  return port
}

/** Another pool of the same database, closed before it is dropped. */
function openBeside(
  { databaseUrl: url, db, beforeDrop }: NonNullable<TestServerOptions['beside']>,
  secretKey: string,
): TestDatabase {
  const isDistributed = db?.isDistributed ?? false
  const database = openSealingPool(url, { isDistributed, secretKey })
  beforeDrop(() => database.close())
  return { url, database, beforeDrop }
}

/** False for a database that was not cloned from the template. */
async function hasServiceRights(db: Database): Promise<boolean> {
  const rights = sql<{ has: boolean }, [role: string]>({
    name: 'test.serviceRights',
    text: `select exists (select from pg_roles where rolname = $1 and has_schema_privilege(oid, 'cairn', 'usage')
      and has_database_privilege(oid, current_database(), 'connect')) as has`,
  })
  return (await db.query(rights, [SERVICE_ROLE.name]))[0]?.has === true
}

/** Of passwords in tests. */
const CHEAP = { N: 2 ** 10, r: 8, p: 1 }

interface WantedServer {
  readonly env: Readonly<Record<string, string>>
  readonly beside: TestServerOptions['beside']
  readonly secretKey: string
  /** Needs of the server that a test may choose. */
  readonly needs: Pick<AppNeeds, 'now' | 'jobPace' | 'passwordCost' | 'log'>
}

async function servePlain({ env, beside, secretKey, needs }: WantedServer): Promise<ServedDatabase> {
  const {
    database: db,
    url: databaseUrl,
    beforeDrop,
  } = beside ? openBeside(beside, secretKey) : await testDatabase({ secretKey })
  const serviceUrl = (await hasServiceRights(db)) ? serviceUrlOf(databaseUrl) : databaseUrl
  const owner = serviceUrl === databaseUrl ? {} : { CAIRN_DATABASE_OWNER_URL: databaseUrl }
  const { config } = readConfig({ ...owner, ...env })
  const { isDistributed } = db
  const served = serviceUrl === databaseUrl ? db : openSealingPool(serviceUrl, { isDistributed, secretKey })
  if (served !== db) beforeDrop(() => served.close())
  const app = await buildApp({
    config,
    db: served,
    databaseUrl: serviceUrl,
    secretKey,
    metrics: openMetrics(),
    processes: oneProcess(),
    version: '0.0.0-test',
    unready: async () => undefined,
    degraded: async () => undefined,
    ...needs,
  })
  beforeDrop(() => app.close())
  const { port, authPort, adminPort, authUrl, audiences } = config
  await app.api.listen({ port, host: '127.0.0.1' })
  await app.auth?.listen({ port: authPort ?? 0, host: '127.0.0.1' })
  await app.admin?.listen({ port: adminPort ?? 0, host: '127.0.0.1' })
  return {
    url: databaseUrl,
    database: db,
    beforeDrop,
    origin: `http://127.0.0.1:${port}`,
    authUrl,
    audience: audiences[0] ?? '',
    addClient: async () => {
      const made = await createClient(db, await checkedVault(db, secretKey), TEST_CLIENT)
      return { id: made.client.clientId, secret: made.secret ?? '' }
    },
  }
}

export async function testServer({
  env: chosen = {},
  now = Date.now,
  beside,
  secretKey = SECRET_KEY,
  usualPasswordCost = false,
  jobPace = 1,
}: TestServerOptions = {}): Promise<RunningServer> {
  const env = {
    CAIRN_PORT: chosen['CAIRN_PORT'] ?? String(await freePort()),
    // Tests share the event loop with the server, and a busy machine makes everything wait: nobody is refused for that.
    CAIRN_WAIT_TARGET_MS: '0',
    CAIRN_AUDIT_JOURNAL: 'off',
    ...chosen,
  }
  const logged: string[] = []
  const record = callRecorder()
  const write = (line: string) => {
    if (isOfNeighbour(line)) return
    logged.push(line)
    record(line)
  }
  const needs = {
    now,
    jobPace,
    log: openLog(chosen['CAIRN_LOG_LEVEL'] ?? 'info', { write }),
    ...(usualPasswordCost ? {} : { passwordCost: CHEAP }),
  }
  const asTenant = beside === undefined && isServedAsTenant(chosen)
  const {
    database: db,
    url: databaseUrl,
    beforeDrop,
    origin: url,
    authUrl,
    audience,
    addClient,
  } = asTenant
    ? await serveAsTenant({ env, secretKey, ...needs })
    : await servePlain({ env, beside, secretKey, needs })
  const client = await addClient()
  const tokens = new Map<string, Promise<string>>()

  const token = (scopes: string): Promise<string> => {
    const kept = tokens.get(scopes) ?? requestToken(authUrl, audience, client, scopes)
    tokens.set(scopes, kept)
    return kept
  }
  const call = async (request: string, { scopes, headers = {}, body }: CallOptions = {}): Promise<Answer> => {
    const [method = '', path = ''] = request.split(/ (.*)/s)
    const authorization = scopes === undefined ? {} : { Authorization: `Bearer ${await token(scopes)}` }
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { ...authorization, ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, json: () => JSON.parse(text) }
  }
  return { url, db, databaseUrl, client, beforeDrop, logged, token, call }
}

async function requestToken(
  authUrl: string,
  audience: string,
  client: { id: string; secret: string },
  scope: string,
): Promise<string> {
  const answer = await fetch(`${authUrl}/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', audience, scope }),
  })
  if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`)
  const { access_token } = (await answer.json()) as { access_token: string }
  return access_token
}
