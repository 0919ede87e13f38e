/** The API for operators: the life of tenants over HTTP, by keys of the registry, on the admin port alone. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { quoteName, sql } from '../../packages/server/src/db/index.ts'
import { createOperator, revokeOperator } from '../../packages/server/src/tenants/index.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../server.ts'
import { callHost, tenantServer } from './server.ts'

const skip = leftOutOnCitus('a database of one server')
const adminPort = await freePort()
const server = await tenantServer({ CAIRN_ADMIN_PORT: String(adminPort), CAIRN_TENANT_CONNECTIONS: '64' })
const { registry, port } = server

const MIGRATIONS = new URL('../../packages/server/migrations/', import.meta.url)
const NEWEST_MIGRATION = Math.max(
  ...readdirSync(MIGRATIONS).map(name => Number(/^\d{4}/.exec(name)?.[0] ?? 0)),
)

interface Sent {
  readonly key?: string
  readonly body?: unknown
}

describe('the API for operators', { skip }, () => {
  let key: string
  before(async () => {
    key = await createOperator(registry.db, 'nadia', 90)
  })

  const call = async (request: string, { key: sent = key, body }: Sent = {}) => {
    const [method = '', path = ''] = request.split(' ')
    const answer = await fetch(`http://127.0.0.1:${adminPort}/operator/v1${path}`, {
      method,
      headers: {
        ...(sent === '' ? {} : { Authorization: `Bearer ${sent}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
    return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text || '{}') as any }
  }
  const hospital = (tenantId: string) => ({
    tenant_id: tenantId,
    name: `Hospital ${tenantId}`,
    base_url: `http://127.0.0.1:${port}/${tenantId}`,
  })
  const isServed = async (tenantId: string) =>
    (await fetch(`http://127.0.0.1:${port}/${tenantId}/health/live`)).status

  it('creates, lists, shows, suspends, resumes, upgrades and deletes a tenant', async () => {
    const made = await call('POST /tenant', {
      body: { ...hospital('one'), settings: { CAIRN_TERRITORY: 'DE' } },
    })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.body.state, 'active')
    assert.match(made.body.link, /^http:\/\/127\.0\.0\.1:\d+\/one\/auth\/invitation\?/)
    assert.match(made.headers.get('location') ?? '', /\/operator\/v1\/tenant\/one$/)
    await eventually('it is served', async () => (await isServed('one')) === 200)
    const listed = await call('GET /tenant')
    assert.deepEqual(
      listed.body.map((each: { tenant_id: string }) => each.tenant_id),
      ['one'],
    )
    assert.equal((await call('POST /tenant/one/suspend')).body.state, 'suspended')
    await eventually('it is suspended', async () => (await isServed('one')) === 503)
    assert.equal((await call('POST /tenant/one/resume')).body.state, 'active')
    assert.deepEqual((await call('POST /tenant/one/upgrade')).body, { tenant_id: 'one', applied: 0 })
    assert.equal((await call('DELETE /tenant/one?grace_days=0')).body.state, 'deleting')
    const gone = await call('DELETE /tenant/one')
    assert.equal(gone.body.state, 'deleted', gone.text)
    assert.match(gone.body.proof.facts, /"ehrs":0/)
    const { events } = (await call('GET /tenant/one')).body
    assert.deepEqual(
      events.map((each: { action: string }) => each.action.replace(/ after .*/, '')),
      ['creation begun', 'created', 'suspended', 'resumed', 'deletion', 'removal begun', 'deleted'],
    )
    for (const { operator } of events) assert.equal(operator, 'nadia')
  })

  it('shows the number of EHRs and the size of the database, unless it does not answer', async () => {
    const sized = await server.add('sized')
    await eventually('it is served', async () => (await isServed('sized')) === 200)
    const before = (await call('GET /tenant/sized')).body
    assert.equal(before.ehrs, 0)
    assert.ok(before.database_bytes > 1e6, String(before.database_bytes))
    assert.equal(before.migration, NEWEST_MIGRATION)
    assert.equal(
      (await sized.call('POST /openehr/v1/ehr', { token: await sized.token('api.write') })).status,
      201,
    )
    assert.equal((await call('GET /tenant/sized')).body.ehrs, 1)
    const role = quoteName(`${sized.tenant.database}_owner`)
    const setLogin = (word: string) =>
      registry.db.execute(sql({ name: 'test.login', prepare: false, text: `alter role ${role} ${word}` }))
    await setLogin('nologin')
    const shown = await call('GET /tenant/sized')
    assert.equal(shown.status, 200)
    assert.equal(shown.body.state, 'active')
    assert.equal('ehrs' in shown.body || 'database_bytes' in shown.body, false)
    await setLogin('login')
    await call('DELETE /tenant/sized?grace_days=0')
    assert.equal('ehrs' in (await call('GET /tenant/sized')).body, true)
    await call('DELETE /tenant/sized')
    assert.equal('ehrs' in (await call('GET /tenant/sized')).body, false)
  })

  it('shows the requests that a tenant has sent, whether it is open, and the servers of databases', async () => {
    await call('POST /tenant', { body: hospital('busy') })
    const loadOf = async () =>
      (await call('GET /tenant')).body.find((each: { tenant_id: string }) => each.tenant_id === 'busy').load
    const before = await loadOf()
    assert.equal(before.open, false)
    assert.equal(before.requests_by_minute.length, 30)
    await eventually('it is served', async () => (await isServed('busy')) === 200)
    const sum = ({ requests_by_minute: all }: { requests_by_minute: number[] }) => all.reduce((a, b) => a + b)
    const first = sum(await loadOf())
    for (let sent = 0; sent < 3; sent++) await isServed('busy')
    const after = await loadOf()
    assert.deepEqual([after.open, sum(after) - first], [true, 3])
    await eventually('no request is in progress', async () => (await loadOf()).running === 0)
    assert.deepEqual((await call('GET /tenant/busy')).body.load.open, true)
    const servers = (await call('GET /server')).body
    assert.deepEqual(servers, [{ server: 'main', tenants: 1 }])
  })

  it('replaces the settings of a tenant, which is then opened with the new ones', async () => {
    const changed = await server.add('changed', { settings: { CAIRN_MAX_EHRS: '1', CAIRN_TERRITORY: 'DE' } })
    await eventually('it is served', async () => (await isServed('changed')) === 200)
    const newEhr = async () =>
      (await changed.call('POST /openehr/v1/ehr', { token: await changed.token('api.write') })).status
    assert.equal(await newEhr(), 201)
    await eventually('it is full', async () => (await newEhr()) === 507)
    const { body: own } = await call('GET /setting')
    const ofEhrs = own.find(({ variable }: { variable: string }) => variable === 'CAIRN_MAX_EHRS')
    assert.match(ofEhrs.meaning, /EHRs/)
    assert.match(ofEhrs.value, /^\(/)
    const bad = [[], 'x', { CAIRN_PORT: '1' }, { CAIRN_MAX_EHRS: 'many' }, { CAIRN_MAX_EHRS: 7 }]
    for (const body of bad)
      assert.equal((await call('PUT /tenant/changed/settings', { body })).status, 400, JSON.stringify(body))
    assert.equal((await call('GET /tenant/changed')).body.settings.CAIRN_MAX_EHRS, '1')
    const body = { CAIRN_MAX_EHRS: '1000' }
    assert.deepEqual((await call('PUT /tenant/changed/settings', { body })).body.settings, body)
    await eventually('there is room', async () => (await newEhr()) === 201)
    const { events } = (await call('GET /tenant/changed')).body
    assert.deepEqual(
      events
        .slice(-1)
        .map(({ action, operator }: { action: string; operator: string }) => [action, operator]),
      [['settings changed', 'nadia']],
    )
    assert.equal((await call('PUT /tenant/nobody/settings', { body })).status, 404)
    await call('DELETE /tenant/changed?grace_days=0')
    assert.equal((await call('PUT /tenant/changed/settings', { body })).status, 409)
    await call('DELETE /tenant/changed')
  })

  it('takes no other key, and no token of a tenant', async () => {
    const a = await server.add('a')
    await eventually('it is served', async () => (await isServed('a')) === 200)
    const revoked = await createOperator(registry.db, 'former', 90)
    await revokeOperator(registry.db, 'former')
    const old = await createOperator(registry.db, 'old', 0)
    const other = await createOperator(registry.db, 'other', null)
    const keys = ['', 'nadia', `nadia.${'A'.repeat(43)}`, other.replace('other', 'nadia'), revoked, old]
    for (const wrong of [...keys, await a.token(), "x' or 1=1 --"])
      for (const request of ['GET /tenant', 'GET /tenant/a', 'POST /tenant/a/suspend', 'DELETE /tenant/a']) {
        const refused = await call(request, { key: wrong })
        assert.equal(refused.status, 401, `${request} with ${wrong}: ${refused.text}`)
        assert.equal(refused.body.code, 'operator.key')
        assert.equal(refused.headers.get('www-authenticate'), 'Bearer')
      }
    assert.equal((await call('GET /tenant', { key: other })).status, 200)
    assert.equal((await call('GET /tenant/a')).body.state, 'active')
    // A key of an operator opens nothing at a tenant.
    assert.equal((await a.call('GET /openehr/v1/definition/template/adl1.4', { token: key })).status, 401)
  })

  it('is at no address of a tenant, and has no address of one', async () => {
    for (const path of ['/operator/v1/tenant', '/a/operator/v1/tenant', '/operator/v1/openapi.json']) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { Authorization: `Bearer ${key}` },
      })
      assert.equal(answer.status, 404, path)
    }
    assert.equal((await callHost(port, 'operator.example.org', '/operator/v1/tenant')).status, 404)
    for (const path of ['/openehr/v1/ehr', '/a/openehr/v1/ehr', '/admin/v1/client'])
      assert.equal((await callHost(adminPort, '127.0.0.1', path)).status, 404, path)
  })

  it('refuses what cannot be a tenant, with every finding, and makes nothing', async () => {
    const good = hospital('bad')
    const bad: [unknown, RegExp][] = [
      ['[]', /JSON object/],
      ['{', /./],
      [{}, /tenant_id/],
      [{ ...good, tenant_id: 'Bad!' }, /cannot be the id/],
      [{ ...good, tenant_id: 7 }, /tenant_id/],
      [{ ...good, name: '' }, /name/],
      [{ ...good, name: 'a\u0000b' }, /./],
      [{ ...good, base_url: 'ftp://x' }, /cannot be the address/],
      [{ ...good, base_url: `${good.base_url}/b/c` }, /one segment/],
      [{ ...good, settings: { CAIRN_DATABASE_URL: 'postgres://x' } }, /no setting of a tenant/],
      [{ ...good, settings: { CAIRN_BODY_LIMIT: 'many' } }, /CAIRN_BODY_LIMIT/],
      [{ ...good, settings: [] }, /settings/],
      [{ ...good, server: 'nowhere' }, /no PostgreSQL server/],
      [{ ...good, more: true }, /more/],
    ]
    for (const [body, says] of bad) {
      const refused = await call('POST /tenant', { body })
      assert.equal(refused.status, 400, `${JSON.stringify(body)}: ${refused.text}`)
      assert.match(refused.text, says)
    }
    assert.equal((await call('GET /tenant/bad')).status, 404)
    assert.equal((await call('POST /tenant', { body: hospital('a') })).status, 409)
    for (const days of ['-1', 'x', '1.5', '10000'])
      assert.equal((await call(`DELETE /tenant/a?grace_days=${days}`)).status, 400, days)
    assert.equal((await call('POST /tenant/a/resume')).status, 409)
    assert.equal((await call('DELETE /tenant/a/move')).status, 409)
    assert.equal((await call('POST /tenant/a/move', { body: { to: 'main' } })).status, 409)
    assert.equal((await call('POST /tenant/a/move', { body: { to: 'nowhere' } })).status, 400)
    for (const request of ['POST /tenant/none/suspend', 'DELETE /tenant/none', 'POST /tenant/none/upgrade'])
      assert.equal((await call(request)).body.code, 'tenant.not_found', request)
  })

  it('makes many tenants that are asked for at once, while the registry is followed', async () => {
    const ids = ['many-a', 'many-b', 'many-c', 'many-d', 'many-e', 'many-f']
    const made = await Promise.all(ids.map(id => call('POST /tenant', { body: hospital(id) })))
    assert.deepEqual(
      made.map(({ status }) => status),
      ids.map(() => 201),
    )
  })

  it('moves a tenant after its answer', async () => {
    await registry.putServer('second', await registry.addressOf('main'))
    const begun = await call('POST /tenant/many-a/move', { body: { to: 'second' } })
    assert.equal(begun.status, 202, begun.text)
    assert.deepEqual(begun.body.moving, { to: 'second', step: 'copying' })
    await eventually('it has moved', async () => {
      const { server: at, moving } = (await call('GET /tenant/many-a')).body
      return at === 'second' && moving === undefined
    })
    await eventually('it is served there', async () => (await isServed('many-a')) === 200)
  })

  it('ends an interrupted move by the same request, or takes it back, with nothing half', async () => {
    const main = await registry.addressOf('main')
    const away = Object.assign(new URL(main), { port: '1' })
    away.searchParams.delete('host')
    const interrupt = async (): Promise<void> => {
      await registry.putServer('third', away.href)
      const interruptions = async () =>
        (await call('GET /tenant/many-b')).body.events.filter((each: { action: string }) =>
          each.action.startsWith('move interrupted'),
        ).length
      const before = await interruptions()
      const begun = await call('POST /tenant/many-b/move', { body: { to: 'third' } })
      assert.equal(begun.status, 202, begun.text)
      await eventually('it is interrupted', async () => (await interruptions()) > before)
      const { state, server: at, moving } = (await call('GET /tenant/many-b')).body
      assert.deepEqual([state, at, moving], ['active', 'main', { to: 'third', step: 'copying' }])
      await eventually('it is served where it was', async () => (await isServed('many-b')) === 200)
      assert.equal((await call('DELETE /tenant/many-b')).status, 409)
      assert.equal((await call('DELETE /tenant/many-b/move?abandon=yes')).status, 400)
      const refused = await call('DELETE /tenant/many-b/move')
      assert.deepEqual([refused.status, refused.body.code], [409, 'tenant.unreachable'])
      await registry.putServer('third', main)
    }
    const databases = async (): Promise<readonly string[]> =>
      (
        await registry.db.query(
          sql<{ name: string }>({
            name: 'test.databases',
            text: `select datname as name from pg_database where datname like 'cairn\\_tenant\\_many\\_b\\_%'`,
          }),
        )
      ).map(({ name }) => name)
    const { database } = (await call('GET /tenant/many-b')).body
    await interrupt()
    assert.equal((await call('DELETE /tenant/many-b/move')).body.moving, undefined)
    assert.deepEqual(await databases(), [database])
    await interrupt()
    await registry.putServer('third', away.href)
    const abandoned = await call('DELETE /tenant/many-b/move?abandon=true')
    assert.deepEqual([abandoned.status, abandoned.body.moving], [200, undefined])
    await interrupt()
    assert.equal((await call('POST /tenant/many-b/move', { body: { to: 'third' } })).status, 202)
    await eventually('it has moved', async () => {
      const { server: at, moving } = (await call('GET /tenant/many-b')).body
      return at === 'third' && moving === undefined
    })
    const moved = (await call('GET /tenant/many-b')).body.database
    assert.notEqual(moved, database)
    assert.deepEqual(await databases(), [moved])
    await eventually('it is served there', async () => (await isServed('many-b')) === 200)
  })

  it('answers 503 while the registry cannot store requests, and sends nothing of the answer', async () => {
    const alter = (text: string) =>
      registry.db.execute(
        sql({
          name: 'test.requests',
          prepare: false,
          text: `alter table cairn_tenants.operator_request ${text}`,
        }),
      )
    await alter('add constraint test_full check (false) not valid')
    try {
      for (const request of ['GET /tenant', 'GET /tenant/many-c', 'GET /tenant/nobody']) {
        const refused = await call(request)
        assert.equal(refused.status, 503, `${request}: ${refused.text}`)
        assert.equal(refused.body.code, 'service.audit_unavailable')
        assert.doesNotMatch(refused.text, /Hospital|nobody/)
      }
      assert.equal((await call('POST /tenant', { body: hospital('unheard') })).body.link, undefined)
      assert.equal((await call('GET /tenant', { key: 'wrong' })).status, 503)
    } finally {
      await alter('drop constraint test_full')
    }
    assert.equal((await call('GET /tenant/many-c')).status, 200)
    assert.ok(server.logged.some(line => line.includes('a request of an operator cannot be recorded')))
  })

  it('stores every request before its answer, with the operator and without bodies', async () => {
    await call('GET /tenant/never-there')
    await call('GET /tenant/never-asked', { key: 'wrong' })
    const rows = await registry.db.query(
      sql<{ operator: string; path: string; status: number }>({
        name: 'test.operatorRequests',
        text: `select operator_id as operator, path, status from cairn_tenants.operator_request
          where path like '%never%' order by 1`,
      }),
    )
    assert.deepEqual(rows, [
      { operator: '', path: '/operator/v1/tenant/never-asked', status: 401 },
      { operator: 'nadia', path: '/operator/v1/tenant/never-there', status: 404 },
    ])
  })

  it('has a description whose operations all need a key, and no member about records', async () => {
    const { paths, components } = (await call('GET /openapi.json', { key: '' })).body
    assert.deepEqual(components.securitySchemes, { operatorKey: { type: 'http', scheme: 'bearer' } })
    const operations = Object.entries(paths as Record<string, Record<string, { security: unknown }>>).flatMap(
      ([path, item]) => Object.entries(item).map(([method, each]) => ({ path, method, ...each })),
    )
    assert.equal(operations.length, 12)
    for (const { path, method, security } of operations) {
      assert.deepEqual(security, [{ operatorKey: [] }])
      const answer = await call(`${method.toUpperCase()} ${path.replace('/operator/v1', '')}`, {
        key: 'none',
      })
      assert.equal(answer.status, 401, `${method} ${path}`)
    }
  })
})
