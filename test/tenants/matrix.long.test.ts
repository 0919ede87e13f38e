/** Every route of a tenant, called with the token, the session and the ids of another: nothing crosses. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type Database, sql } from '../../packages/server/src/db/index.ts'
import { openOwnPool } from '../../packages/server/src/tenants/own-database.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { eventually } from '../eventually.ts'
import { makeWorld, type World } from '../rights/calls.ts'
import type { Prepared } from '../rights/place.ts'
import type { Answer, CallOptions, RunningServer } from '../server.ts'
import { PAGE_SIZES, type Route, routesOf } from './routes.ts'
import { type RunningTenant, tenantServer } from './server.ts'
import { signIn } from './sign-in.ts'

const skip = leftOutOnCitus('a database of one server')
const server = await tenantServer({
  CAIRN_TENANT_CONNECTIONS: '64',
  CAIRN_PREFIXES: '/ehrbase/rest/openehr/v1',
})

/** The wait for more of an answer that lasts. */
const LASTING_MS = 300

/** A tenant as the tests of a plain server see one. */
async function plain({ token, url }: RunningTenant): Promise<Pick<RunningServer, 'call'>> {
  const bearer = await token('api.read api.write api.lenient api.admin')
  return {
    call: (request: string, { scopes, headers = {}, body }: CallOptions = {}) =>
      send(url, request, {
        headers: { ...(scopes === undefined ? {} : { Authorization: `Bearer ${bearer}` }), ...headers },
        ...(body === undefined ? {} : { body }),
      }),
  }
}

async function send(url: string, request: string, options: RequestInit, lasts = false): Promise<Answer> {
  const [method = '', path = ''] = request.split(/ (.*)/s)
  const gone = new AbortController()
  const answer = await fetch(`${url}${path}`, { ...options, method, redirect: 'manual', signal: gone.signal })
  let text = ''
  const timer = lasts ? setTimeout(() => gone.abort(), LASTING_MS) : undefined
  const decoder = new TextDecoder()
  try {
    for await (const part of answer.body ?? []) text += decoder.decode(part, { stream: true })
  } catch (error) {
    if (!gone.signal.aborted) throw error
  }
  clearTimeout(timer)
  return { status: answer.status, headers: answer.headers, text, json: () => JSON.parse(text) }
}

interface PreparedCall {
  readonly route: Route
  readonly request: string
  readonly options: RequestInit
}

function callOf(route: Route, { parameters, headers = {}, body }: Prepared): PreparedCall {
  const valueFor = (name: string) => (PAGE_SIZES.includes(name) ? '1' : (parameters[name] ?? 'nothing-there'))
  const path = route.path
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueFor(name)))
    .replace('*', 'index.html')
  const query = new URLSearchParams(route.query.map((name): [string, string] => [name, valueFor(name)]))
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const empty = route.method === 'GET' ? undefined : ''
  const sent = text ?? empty
  return {
    route,
    request: `${route.method} ${path}${route.query.length === 0 ? '' : `?${query}`}`,
    options: { headers: headers as Record<string, string>, ...(sent === undefined ? {} : { body: sent }) },
  }
}

const withHeaders = ({ headers, ...options }: RequestInit, more: Record<string, string>): RequestInit => ({
  ...options,
  headers: { ...(headers as Record<string, string>), ...more },
})

/** Reads come before writes, and deletions last: each leaves data for the next. */
const ORDER = ['OPTIONS', 'GET', 'POST', 'PUT', 'DELETE']

const tables = sql<{ name: string }>({
  name: 'test.tables',
  text: `select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('cairn', 'cairn_party') and tablename !~ '^audit' order by 1`,
})

/** A number for each table that changes with any row of it. The audit trail and the last use of a client are written some time after a call. */
async function stateOf(db: Database): Promise<Record<string, string>> {
  const state: Record<string, string> = {}
  for (const { name } of await db.query(tables)) {
    const sum = sql<{ sum: string }>({
      name: 'test.state',
      prepare: false,
      text: `select count(*) || ':' || coalesce(sum(hashtextextended((to_jsonb(t) - 'last_used_at')::text, 0)), 0) as sum from ${name} t`,
    })
    state[name] = (await db.query(sum))[0]?.sum ?? ''
  }
  return state
}

describe('every route of a tenant', { skip }, () => {
  let a: RunningTenant
  let b: RunningTenant
  let db: Database
  let world: World
  let calls: readonly PreparedCall[]
  let tokenOfA: string
  let tokenOfB: string
  let cookiesOfA: readonly string[]

  /** The texts that are of A alone. */
  const marks = () => [
    world.ehrs.mine,
    world.ehrs.other,
    ...world.marksOf({ ehr: 'mine', template: 'mine' }),
    ...world.marksOf({ ehr: 'other', template: 'other' }),
    a.client,
    `::${a.tenant.systemId}::`,
    'Ana of A',
  ]
  /** Texts of A in an answer that its request did not have; a success has none at all. */
  const crossing = ({ request, options }: PreparedCall, { status, text, headers }: Answer): string[] => {
    const sent = `${decodeURIComponent(request)} ${JSON.stringify(options)}`
    const shown = `${text} ${[...headers].join(' ')}`
    if (isTrail(request)) return []
    return marks().filter(
      mark => shown.includes(mark) && (!sent.includes(mark) || (status < 300 && !isEcho(request))),
    )
  }
  /** The audit trail of B names the ids that were asked for there. */
  const isTrail = (request: string) => /\/(?:audit|AuditEvent)\b/.test(request)
  /** A result set repeats its query with its parameters. */
  const isEcho = (request: string) => /\/(?:query|live)\b/.test(request)

  before(async () => {
    a = await server.add('a')
    b = await server.add('b')
    await eventually('both are served', async () => (await b.call('GET /health/live')).status === 200)
    const [plainA, plainB] = [await plain(a), await plain(b)]
    world = await makeWorld(plainA)
    await makeWorld(plainB)
    cookiesOfA = (await signIn(a, 'ana', 'Ana of A')).cookies
    tokenOfA = await a.token('api.read api.write api.lenient api.admin')
    tokenOfB = await b.token('api.read api.write api.lenient api.admin')
    db = openOwnPool(await server.registry.accessOf(a.tenant))
    server.beforeDrop(() => db.close())
    const prepared = new Map<string, Prepared>()
    const routes = await routesOf(server, b)
    for (const { operationId, permission } of routes)
      if (!prepared.has(operationId))
        prepared.set(
          operationId,
          await world.prepare(operationId, { ehr: 'mine', template: 'mine' }, permission ?? 'r'),
        )
    const more = { client_id: a.client, person_id: 'ana' }
    calls = routes
      .map(route => {
        const { parameters = {}, ...rest } = prepared.get(route.operationId) ?? {}
        return callOf(route, { ...rest, parameters: { ...more, ...parameters } })
      })
      .sort((one, other) => ORDER.indexOf(one.route.method) - ORDER.indexOf(other.route.method))
  })

  /** The session of A, under its own names and under those of B. */
  const cookies = () => [...cookiesOfA, ...cookiesOfA.map(each => each.replace(/-a=/, '-b='))].join('; ')
  const closed = () => calls.filter(({ route }) => !route.isPublic)

  it('refuses the token and the session of the other', async () => {
    assert.ok(closed().length > 220, String(closed().length))
    const crossed: string[] = []
    for (const { request, options, route } of closed())
      for (const more of [
        { Authorization: `Bearer ${tokenOfA}` },
        { Cookie: cookies(), 'Sec-Fetch-Site': 'same-origin' },
      ]) {
        const { status } = await send(b.url, request, withHeaders(options, more), route.lasts)
        if (status !== 401) crossed.push(`${request}: ${status} with ${Object.keys(more)[0]}`)
      }
    assert.deepEqual(crossed, [])
  })

  it('shows nothing of the other at public addresses, whoever asks', async () => {
    const crossed: string[] = []
    for (const call of calls.filter(({ route }) => route.isPublic)) {
      const more = { Authorization: `Bearer ${tokenOfA}`, Cookie: cookies() }
      const answer = await send(b.url, call.request, withHeaders(call.options, more))
      for (const mark of crossing(call, answer)) crossed.push(`${call.request} shows ${mark}`)
    }
    assert.deepEqual(crossed, [])
  })

  /** The addresses below A in an answer of A. */
  const linksIn = ({ text, headers }: Answer): string[] =>
    [...`${text} ${[...headers].join(' ')}`.matchAll(new RegExp(`${a.url}/[^\\s"'<>,\\\\]+`, 'g'))].map(
      ([link]) => link.replaceAll('&amp;', '&').slice(a.url.length),
    )
  const lasts = (link: string) => link.includes('/changes')

  it('takes no link and no page of the other', async () => {
    const found = new Set<string>()
    let answered = 0
    const headers = { Authorization: `Bearer ${tokenOfA}` }
    const reading = closed().filter(({ route }) => route.method === 'GET')
    for (const { request, options, route } of reading) {
      const exporting = route.path.endsWith('$export') ? { Prefer: 'respond-async' } : {}
      const answer = await send(
        a.url,
        request,
        withHeaders(options, { ...headers, ...exporting }),
        route.lasts,
      )
      if (answer.status < 300) answered++
      for (const link of linksIn(answer)) found.add(link)
    }
    assert.ok(answered > reading.length / 2, `${answered} of ${reading.length}`)
    // An export answers with a link to its files, and a page with one to the next.
    for (const link of [...found])
      for (const next of linksIn(await send(a.url, `GET ${link}`, { headers }, lasts(link)))) found.add(next)
    for (const kind of [/[?&]after=/, /[?&]offset=/, /[?&]page=/, /\/fhir\/r4\/.*export/i])
      assert.ok(
        [...found].some(link => kind.test(link)),
        `${kind} in ${[...found].join(' ')}`,
      )
    const crossed: string[] = []
    for (const link of found) {
      const options = { headers: { Authorization: `Bearer ${tokenOfB}` } }
      const call = { route: calls[0]?.route as Route, request: `GET ${link}`, options }
      const answer = await send(b.url, call.request, options, lasts(link))
      for (const mark of crossing(call, answer)) crossed.push(`${link}: ${answer.status} shows ${mark}`)
    }
    assert.deepEqual(crossed, [])
  })

  it('finds nothing under ids of the other with the best token there, and changes nothing of it', async () => {
    const earlier = await stateOf(db)
    const crossed: string[] = []
    const failed: string[] = []
    for (const call of closed()) {
      const options = withHeaders(call.options, { Authorization: `Bearer ${tokenOfB}` })
      const answer = await send(b.url, call.request, options, call.route.lasts)
      if (answer.status >= 500 && answer.status !== 501) failed.push(`${call.request}: ${answer.status}`)
      for (const mark of crossing(call, answer))
        crossed.push(`${call.request}: ${answer.status} shows ${mark}: ${answer.text}`)
    }
    assert.deepEqual(crossed, [])
    assert.deepEqual(failed, [])
    const state = await stateOf(db)
    assert.ok(Object.keys(state).length > 60)
    assert.deepEqual(
      Object.keys(state).filter(table => state[table] !== earlier[table]),
      [],
    )
  })
})
