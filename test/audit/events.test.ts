/** The audit trail: one event for each request, allowed or not; it can only be added to. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, sql } from '../../packages/server/src/db/index.ts'
import { askToken } from '../auth/token-request.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { eventually } from '../eventually.ts'
import { requestLine, sendRaw } from '../http/raw.ts'
import { testServer } from '../server.ts'

interface Event {
  at: Date
  request_id: string
  client_id: string
  address: string
  method: string
  route: string
  path: string
  ehr_id: string | null
  action: string
  status: number
  outcome: string
}

const server = await testServer({ env: { CAIRN_TRUSTED_PROXIES: '127.0.0.1' } })

const byRequest = sql<Event, [id: string]>({
  name: 'test.event',
  text: `select at, request_id, client_id, address, method, route, path, ehr_id, action, status, outcome
         from cairn.audit_event where request_id = $1`,
})

/** The events of a request, once they are written. */
async function eventsOf(requestId: string): Promise<readonly Event[]> {
  let events: readonly Event[] = []
  await eventually('an event of the request', async () => {
    events = await server.db.query(byRequest, [requestId])
    return events.length > 0
  })
  return events
}

let count = 0
const newId = () => `audit-${count++}`

describe('each request', () => {
  const anonymous = { client_id: '', ehr_id: null }
  const known = { client_id: server.client.id, ehr_id: null }
  const requests: [
    request: string,
    options: { scopes?: string; headers?: Record<string, string>; body?: string },
    expected: Partial<Event>,
  ][] = [
    [
      'GET /admin/v1/client',
      { scopes: 'api.admin' },
      {
        ...known,
        route: '/admin/v1/client',
        path: '/admin/v1/client',
        action: 'R',
        status: 200,
        outcome: 'success',
      },
    ],
    [
      'GET /admin/v1/client?x=secret',
      { scopes: 'api.admin' },
      { ...known, path: '/admin/v1/client', action: 'R', status: 400, outcome: 'failure' },
    ],
    [
      'GET /admin/v1/client',
      {},
      { ...anonymous, route: '/admin/v1/client', action: 'R', status: 401, outcome: 'denied' },
    ],
    [
      'GET /admin/v1/client',
      { scopes: 'api.read' },
      { ...known, route: '/admin/v1/client', action: 'R', status: 403, outcome: 'denied' },
    ],
    [
      'GET /admin/v1/client/nobody',
      { scopes: 'api.admin' },
      {
        ...known,
        route: '/admin/v1/client/:client_id',
        path: '/admin/v1/client/nobody',
        status: 404,
        outcome: 'failure',
      },
    ],
    [
      'POST /admin/v1/client',
      {
        scopes: 'api.admin',
        headers: { 'Content-Type': 'application/json' },
        body: '{"name":"a","scopes":["api.read"]}',
      },
      { ...known, method: 'POST', action: 'C', status: 201, outcome: 'success' },
    ],
    [
      'POST /admin/v1/client',
      { scopes: 'api.admin', headers: { 'Content-Type': 'application/json' }, body: '{' },
      { ...known, action: 'C', status: 400, outcome: 'failure' },
    ],
    [
      'HEAD /admin/v1/client',
      { scopes: 'api.admin' },
      { ...known, method: 'HEAD', action: 'R', status: 200 },
    ],
    ['OPTIONS /admin/v1/client', {}, { ...anonymous, method: 'OPTIONS', status: 204, outcome: 'success' }],
    [
      'DELETE /admin/v1/client',
      {},
      { ...anonymous, method: 'DELETE', action: 'D', status: 405, outcome: 'failure' },
    ],
    [
      'GET /nowhere?q=secret',
      {},
      { ...anonymous, route: '', path: '/nowhere', status: 404, outcome: 'failure' },
    ],
    [
      'GET /admin/v1/client/%zz',
      {},
      { ...anonymous, path: '/admin/v1/client/%zz', status: 400, outcome: 'failure' },
    ],
    [`GET /${'x'.repeat(17_000)}`, {}, { ...anonymous, status: 414, outcome: 'failure' }],
    ['POST /oauth/token', {}, { route: '/oauth/token', action: 'E', status: 400, outcome: 'failure' }],
    ['GET /oauth/authorize', {}, { route: '/oauth/authorize', action: 'E', status: 400, outcome: 'failure' }],
    [
      'GET /openehr/v1/definition/template/adl1.4',
      { scopes: 'api.read' },
      { ...known, action: 'R', status: 200, outcome: 'success' },
    ],
  ]
  for (const [request, { headers = {}, ...options }, expected] of requests)
    it(`${request.slice(0, 50)} → ${expected.status}: one event`, async () => {
      const id = newId()
      const before = Date.now()
      await server.call(request, {
        ...options,
        headers: { ...headers, 'X-Request-Id': id, 'X-Forwarded-For': '203.0.113.7' },
      })
      const events = await eventsOf(id)
      assert.equal(events.length, 1)
      const [event] = events
      assert.ok(event)
      for (const [field, value] of Object.entries(expected))
        assert.deepEqual(event[field as keyof Event], value, field)
      // The router refuses a path before it is known who is behind the proxy.
      assert.equal(event.address, request.includes('%zz') ? '127.0.0.1' : '203.0.113.7')
      assert.ok(event.at.getTime() >= before - 1 && event.at.getTime() <= Date.now())
      assert.ok(!JSON.stringify(event).includes('secret'), 'nothing of the query string')
      assert.ok(event.path.length <= 1000)
    })

  it('that gets a token: who asked is known, what it asked with is not', async () => {
    const id = newId()
    await askToken(server, { headers: { 'X-Request-Id': id } })
    const [event] = await eventsOf(id)
    assert.deepEqual(
      [event?.route, event?.action, event?.status, event?.outcome],
      ['/oauth/token', 'E', 200, 'success'],
    )
    assert.equal(event?.client_id, server.client.id, 'the client that authenticated')
  })

  it('that is turned away for guessing is denied', async () => {
    const id = newId()
    for (let n = 0; n < 21; n++)
      await askToken(server, { basic: 'nobody:x', headers: { 'X-Request-Id': n === 20 ? id : newId() } })
    const [event] = await eventsOf(id)
    assert.deepEqual([event?.status, event?.outcome], [429, 'denied'])
  })

  it('counts, whether its caller waits for the answer or hangs up', async () => {
    const id = newId()
    const body = JSON.stringify({ client_id: 'made-and-gone', name: 'a', scopes: ['api.read'] })
    const bytes = requestLine(
      server.url,
      'POST /admin/v1/client HTTP/1.1',
      [
        `Authorization: Bearer ${await server.token('api.admin')}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        `X-Request-Id: ${id}`,
      ],
      body,
    )
    const { hostname, port } = new URL(server.url)
    await new Promise<void>(done => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(bytes, () => {
          socket.destroy()
          done()
        }),
      )
    })
    const [event] = await eventsOf(id)
    assert.equal(event?.client_id, server.client.id)
    const made = await server.call('GET /admin/v1/client/made-and-gone', { scopes: 'api.admin' })
    assert.equal(event?.status, made.status === 200 ? 201 : event?.status)
  })

  it('is one event, also when hundreds come at once', async () => {
    const ids = Array.from({ length: 300 }, newId)
    await Promise.all(ids.map(id => server.call('GET /nowhere', { headers: { 'X-Request-Id': id } })))
    const text = `select count(*) as events, count(distinct request_id) as requests
                  from cairn.audit_event where request_id = any ($1)`
    const counted = sql<{ events: number; requests: number }, [string[]]>({ name: 'test.count', text })
    await eventually(
      '300 events',
      async () => ((await server.db.query(counted, [ids]))[0]?.events ?? 0) >= 300,
    )
    assert.deepEqual(await server.db.query(counted, [ids]), [{ events: 300, requests: 300 }])
  })

  it('of health checks, pages and discovery tells nothing about anybody and is left out', async () => {
    const ids = [newId(), newId(), newId()]
    await server.call('GET /health/live', { headers: { 'X-Request-Id': ids[0] ?? '' } })
    await server.call('GET /docs', { headers: { 'X-Request-Id': ids[1] ?? '' } })
    await server.call('GET /.well-known/smart-configuration', { headers: { 'X-Request-Id': ids[2] ?? '' } })
    await sleep(600)
    for (const id of ids) assert.deepEqual(await server.db.query(byRequest, [id]), [])
  })

  it('with odd bytes in its path is kept as well, and does not keep others from being written', async () => {
    const ids = [newId(), newId(), newId()]
    const targets = ['/admin/v1/client/%00', '/admin/v1/client/%f0%9f%98%80', '/\xff\xfe']
    for (const [n, target] of targets.entries())
      await sendRaw(
        server.url,
        requestLine(server.url, `GET ${target} HTTP/1.1`, [`X-Request-Id: ${ids[n]}`]),
      )
    const last = newId()
    await server.call('GET /nowhere', { headers: { 'X-Request-Id': last } })
    assert.equal((await eventsOf(last)).length, 1)
    for (const id of ids.slice(0, 2)) assert.equal((await eventsOf(id)).length, 1)
  })
})

describe('the tables', () => {
  const month = new Date().toISOString().slice(0, 7).replace('-', '_')
  const tables = [
    'audit_trail',
    `audit_trail_${month}`,
    'audit_trail_default',
    'audit_act',
    'audit_actor',
    'audit_old_event',
  ]
  const changes = Object.fromEntries(
    tables.flatMap(table => [
      [
        `update of ${table}`,
        `update cairn.${table} set ${table.startsWith('audit_act') ? 'month' : 'at'} = now()`,
      ],
      [`delete from ${table}`, `delete from cairn.${table}`],
      [`delete of nothing from ${table}`, `delete from cairn.${table} where false`],
      [`truncate of ${table}`, `truncate cairn.${table}`],
    ]),
  )
  for (const [name, text] of Object.entries(changes))
    it(`can only be added to: an ${name} is refused`, {
      skip: leftOutOnCitus('the guard of the audit trail'),
    }, async () => {
      const change = server.db.execute(sql({ name: `test.${name}`, text, prepare: false }))
      await assert.rejects(
        change,
        (error: unknown) => error instanceof DatabaseError && error.code === 'P0001',
      )
    })
})
