/** One server for many tenants: which one a request is for, and when a tenant is open. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { openPool, sql } from '../../packages/server/src/db/index.ts'
import { resumeTenant, suspendTenant } from '../../packages/server/src/tenants/index.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../server.ts'
import { openCollector } from '../watch/collector.ts'
import { callHost, type RunningTenant, tenantServer } from './server.ts'

const skip = leftOutOnCitus('a database of one server')
const adminPort = await freePort()
const collector = await openCollector()
const server = await tenantServer({
  CAIRN_TRACE_URL: collector.url,
  CAIRN_ADMIN_PORT: String(adminPort),
  // Room for two: 4 + 2 + 1 + 9 connections each.
  CAIRN_TENANT_CONNECTIONS: '32',
  CAIRN_TENANT_IDLE: '2',
})
const { port, registry } = server

const connectionsOf = async ({ tenant }: RunningTenant): Promise<number> => {
  const count = sql<{ count: number }, [name: string]>({
    name: 'test.connections',
    text: 'select count(*)::integer as count from pg_stat_activity where datname = $1',
  })
  return (await registry.db.query(count, [tenant.database]))[0]?.count ?? -1
}

describe('a server of many tenants', { skip }, () => {
  let a: RunningTenant
  let b: RunningTenant
  before(async () => {
    a = await server.add('a')
    b = await server.add('b')
    await eventually('the tenants are served', async () => (await b.call('GET /health/live')).status === 200)
  })

  it('serves each at its own address, with an issuer and links of its own', async () => {
    for (const { url, call } of [a, b]) {
      const discovery = (await (await call('GET /.well-known/openid-configuration')).json()) as {
        issuer: string
      }
      assert.equal(discovery.issuer, url)
      const { servers } = (await (await call('GET /openapi.json')).json()) as { servers: { url: string }[] }
      assert.deepEqual(servers, [{ url }])
      // RFC 8414, section 3.1: the path of an issuer follows after the name.
      const inserted = url.replace(/(:\d+)(\/\w+)$/, '$1/.well-known/oauth-authorization-server$2')
      assert.equal(((await (await fetch(inserted)).json()) as { issuer: string }).issuer, url)
      assert.equal((await call('GET /docs')).status, 200)
      assert.equal((await call('GET /fhir/r4/metadata')).status, 200)
      assert.equal((await call('GET /console/')).status, 200)
    }
    const [keysA, keysB] = await Promise.all(
      [a, b].map(async ({ call }) => (await call('GET /.well-known/jwks.json')).text()),
    )
    assert.notEqual(keysA, keysB)
  })

  it('takes and shows records of each, beside the same id in the other', async () => {
    const id = '7d44b88c-4199-4bad-97dc-d78268e01398'
    for (const { call, token, tenant } of [a, b]) {
      const made = await call(`PUT /openehr/v1/ehr/${id}`, { token: await token() })
      assert.equal(made.status, 201, await made.text())
      const shown = await call(`GET /openehr/v1/ehr/${id}`, { token: await token() })
      const { system_id: system } = (await shown.json()) as { system_id: { value: string } }
      assert.equal(system.value, tenant.systemId)
      assert.equal(shown.headers.get('connection'), 'keep-alive')
    }
  })

  it('answers 404 elsewhere, in the words that it has for any address without a route', async () => {
    const places: [host: string | undefined, path: string][] = [
      ['nobody.example.org', '/'],
      ['nobody.example.org', '/health/live'],
      [`127.0.0.1:${port}`, '/'],
      [`127.0.0.1:${port}`, '/openehr/v1/ehr'],
      [`127.0.0.1:${port}`, '/A/health/live'],
      [`127.0.0.1:${port}`, '/nobody/.well-known/openid-configuration'],
      [`127.0.0.1:${port}`, `http://127.0.0.1:${port}/a/health/live`],
    ]
    for (const [host, path] of places) {
      const { status, text } = await callHost(port, host, path)
      assert.equal(status, 404, `${host} ${path}`)
      const { requestId: _id, ...refused } = JSON.parse(text)
      const elsewhere = await a.call('GET /no/such/address')
      const { requestId: _other, ...usual } = (await elsewhere.json()) as { requestId: string }
      assert.deepEqual(refused, usual)
    }
    assert.equal((await callHost(port, 'nobody.example.org', '/', 'OPTIONS')).status, 404)
    assert.equal((await callHost(port, undefined, '/a/health/live')).status, 400)
  })

  it('tells a tenant by its host name alone, whatever the port, the case or a final dot', async () => {
    const host = await server.add('h', { baseUrl: 'http://H.example.org' })
    assert.equal(host.tenant.systemId, 'h.example.org')
    for (const name of ['h.example.org', 'H.EXAMPLE.ORG:8443', 'h.example.org.'])
      await eventually(name, async () => (await callHost(port, name, '/health/live')).status === 200)
    assert.equal((await callHost(port, 'x.h.example.org', '/health/live')).status, 404)
  })

  it('has room for two: the one that was idle for the longest time is closed, and opened again', async () => {
    for (const each of [a, b, a]) assert.equal((await each.call('GET /health/ready')).status, 200)
    const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
    assert.match(text, /cairn_tenants\{state="open"\} 2\n/)
    assert.match(text, /cairn_requests_under_way\{tenant="a"\} /)
    assert.match(text, /^process_resident_memory_bytes \d+/m)
  })

  it('closes a tenant that nobody calls, with all of its connections, and opens it at the next request', async () => {
    assert.equal((await a.call('GET /health/ready')).status, 200)
    assert.ok((await connectionsOf(a)) > 0)
    await eventually('no connection is left', async () => (await connectionsOf(a)) === 0)
    assert.equal((await a.call('GET /health/ready')).status, 200)
  })

  it('answers 503 for a suspended tenant, which says so, and serves the others and then it again', async () => {
    const token = await a.token()
    await suspendTenant(registry, 'a')
    await eventually('it is refused', async () => {
      const answer = await a.call('GET /openehr/v1/ehr/7d44b88c-4199-4bad-97dc-d78268e01398', { token })
      const { code } = (await answer.json()) as { code?: string }
      return answer.status === 503 && code === 'tenant.suspended'
    })
    await eventually('no connection is left', async () => (await connectionsOf(a)) === 0)
    assert.equal((await b.call('GET /health/ready')).status, 200)
    await resumeTenant(registry, 'a')
    await eventually('it is served again', async () => (await a.call('GET /health/ready')).status === 200)
    const shown = await a.call('GET /openehr/v1/ehr/7d44b88c-4199-4bad-97dc-d78268e01398', { token })
    assert.equal(shown.status, 200)
  })

  it('refuses a tenant whose database cannot be opened, and serves the others', async () => {
    const broken = await server.add('broken')
    const access = await registry.accessOf(broken.tenant)
    const db = openPool(access.ownerUrl, { max: 1, applicationName: 'cairn test' })
    await db.execute(
      sql({ name: 'test.newer', text: "insert into cairn.migration values (9999, 'newer', 'x')" }),
    )
    await db.close()
    await eventually('it is refused', async () => {
      const answer = await broken.call('GET /health/live')
      const { code } = (await answer.json()) as { code?: string }
      return answer.status === 503 && code === 'service.unavailable'
    })
    assert.ok(
      server.logged.some(
        line => line.includes('failed to open a tenant') && line.includes('"tenant":"broken"'),
      ),
    )
    assert.equal((await b.call('GET /health/ready')).status, 200)
  })

  it('keeps no connection of a tenant that was opened half, and opens it when it can', async () => {
    const { database } = b.tenant
    const limit = (connections: number) =>
      registry.db.execute(
        sql({
          name: 'test.limit',
          prepare: false,
          text: `alter role ${database} connection limit ${connections}`,
        }),
      )
    for (const connections of [1, 2, 3, 4]) {
      await limit(connections)
      await suspendTenant(registry, 'b')
      await resumeTenant(registry, 'b')
      await eventually('it cannot be opened', async () => {
        const answer = await b.call('GET /health/live')
        return (
          answer.status === 503 && ((await answer.json()) as { code: string }).code === 'service.unavailable'
        )
      })
      await eventually('no connection is left', async () => (await connectionsOf(b)) === 0)
    }
    await limit(-1)
    await suspendTenant(registry, 'b')
    await resumeTenant(registry, 'b')
    await eventually('it is served again', async () => (await b.call('GET /health/ready')).status === 200)
  })

  it('names the tenant in each line of its log', async () => {
    await b.call('GET /openehr/v1/ehr', { token: await b.token() })
    const lines = server.logged.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'served')
    assert.ok(lines.some(({ tenant, route }) => tenant === 'b' && route.endsWith('/openehr/v1/ehr')))
    assert.ok(lines.every(({ tenant, status }) => tenant !== undefined || status >= 400))
  })

  it('names the tenant of each trace', async () => {
    await b.call('GET /openehr/v1/ehr', { token: await b.token() })
    const tenants = () =>
      collector
        .resources()
        .map(({ resource }) => resource.attributes.find(({ key }: { key: string }) => key === 'cairn.tenant'))
        .map(found => found?.value.stringValue)
    await eventually('a trace', () => tenants().includes('b'))
    assert.ok(tenants().every(tenant => typeof tenant === 'string'))
  })
})
