/** The life of a tenant: what each command makes, what it refuses, and what is left after a removal. */
import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { describe, it } from 'node:test'
import { type Database, DatabaseError, openPool, sql } from '../../packages/server/src/db/index.ts'
import {
  changeSettings,
  deleteTenant,
  eventsOf,
  listTenants,
  openRegistry,
  removeDueTenants,
  requireTenant,
  resumeTenant,
  suspendTenant,
  tenantConfig,
  upgradeTenants,
} from '../../packages/server/src/tenants/index.ts'
import { markForDeletion, migrateTenant } from '../../packages/server/src/tenants/life.ts'
import { removeTenant } from '../../packages/server/src/tenants/removal.ts'
import { addressIn, systemIdOf } from '../../packages/server/src/tenants/tenant.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { testRegistry } from './registry.ts'

const skip = leftOutOnCitus('a database of one server')
const { registry, config, create } = await testRegistry()

const ask = async <Row>(url: string, text: string): Promise<readonly Row[]> => {
  const db = openPool(url, { max: 1, applicationName: 'cairn test' })
  try {
    return await db.query(sql<Row>({ name: 'test.tenant', prepare: false, text }))
  } finally {
    await db.close()
  }
}

const isRefused = (error: unknown): boolean => error instanceof DatabaseError && error.code === '42501'

const exists = async (db: Database, database: string) => {
  const [found] = await db.query(
    sql<{ databases: number; roles: number }, [name: string]>({
      name: 'test.exists',
      text: `select (select count(*) from pg_database where datname = $1)::integer as databases,
        (select count(*) from pg_roles where rolname in ($1, $1 || '_owner'))::integer as roles`,
    }),
    [database],
  )
  return found
}

describe('a new tenant', { skip }, () => {
  it('has a database of its own, with roles that may enter no other', async () => {
    const [{ tenant: a, link }, { tenant: b }] = [await create('clinic-a'), await create('clinic-b')]
    assert.equal(a.state, 'active')
    assert.match(link ?? '', /^http:\/\/clinic-a\.localhost\//)
    assert.equal(a.systemId, 'clinic-a.localhost')
    assert.notEqual(a.database, b.database)
    const [ofA, ofB] = [await registry.accessOf(a), await registry.accessOf(b)]
    assert.notEqual(ofA.secretKey, ofB.secretKey)
    assert.deepEqual(await ask(ofA.databaseUrl, 'select current_user::text as name'), [{ name: a.database }])
    for (const url of [ofA.databaseUrl, ofA.ownerUrl]) {
      const other = Object.assign(new URL(url), { pathname: `/${b.database}` }).href
      await assert.rejects(ask(other, 'select 1'), isRefused)
      const ofRegistry = Object.assign(new URL(url), {
        pathname: new URL(config.tenantsUrl ?? '').pathname,
      }).href
      await assert.rejects(ask(ofRegistry, 'select 1'), isRefused)
    }
  })

  it('cannot change its audit trail with the role that serves', async () => {
    const access = await registry.accessOf(await requireTenant(registry.db, 'clinic-a'))
    await assert.rejects(ask(access.databaseUrl, 'delete from cairn.audit_trail'), isRefused)
  })

  it('has its secrets sealed: the registry has them in no readable form', async () => {
    const { secretKey } = await registry.accessOf(await requireTenant(registry.db, 'clinic-a'))
    const rows = await ask<{ row: string }>(
      config.tenantsUrl ?? '',
      'select t::text as row from cairn_tenants.tenant t',
    )
    assert.equal(rows.length, 2)
    assert.ok(rows.every(({ row }) => !row.includes(secretKey)))
    const other = { ...config, secretKey: 'another key that is long enough, too' }
    await assert.rejects(
      openRegistry(other, { create: false, log: () => {} }),
      /CAIRN_SECRET_KEY is not the key/,
    )
  })

  it('gets no id, address or system id that another has or had', async () => {
    await assert.rejects(create('clinic-a'), /There is a tenant "clinic-a" already/)
    await assert.rejects(
      create('c', { baseUrl: 'http://clinic-a.localhost' }),
      /system id clinic-a\.localhost/,
    )
    const systemId = 'elsewhere'
    for (const baseUrl of ['http://clinic-a.localhost:81/', 'http://CLINIC-A.localhost/ward'])
      await assert.rejects(create('c', { baseUrl, systemId }), /cannot be used beside/)
    await assert.rejects(create('Clinic'), /cannot be the id of a tenant/)
    await assert.rejects(create('c', { baseUrl: 'http://x.localhost/a/b' }), /must be one segment/)
    assert.equal((await listTenants(registry.db)).length, 2)
  })

  it('may have settings of its own, of those that the table lists', async () => {
    const settings = { CAIRN_TOKEN_LIFETIME: '120', CAIRN_MAX_REQUESTS: '7' }
    await assert.rejects(create('clinic-c', { settings: { CAIRN_PORT: '1' } }), /no setting of a tenant/)
    await assert.rejects(
      create('clinic-c', { settings: { CAIRN_TOKEN_LIFETIME: 'long' } }),
      /CAIRN_TOKEN_LIFETIME: "long" is not a whole number/,
    )
    const { tenant } = await create('clinic-c', { settings })
    const own = tenantConfig(config, tenant, await registry.accessOf(tenant))
    assert.equal(own.tokenLifetime, 120)
    assert.equal(own.maxRequests, 7)
    assert.equal(own.authUrl, 'http://clinic-c.localhost')
    assert.deepEqual(own.audiences, ['http://clinic-c.localhost/openehr/v1'])
    assert.equal(own.queryPool, config.queryPool)
    assert.ok(own.dataDir.endsWith('/tenants/clinic-c'))
  })

  it('may run fewer queries at once than the server lets it, and not more', async () => {
    const more = { CAIRN_QUERY_POOL: String(config.queryPool + 1) }
    await assert.rejects(create('clinic-q', { settings: more }), /CAIRN_QUERY_POOL: at most 2, the value of/)
    const settings = { CAIRN_QUERY_POOL: '1', CAIRN_QUERY_PER_CLIENT: '2', CAIRN_QUERY_WAITING: '3' }
    const changed = await changeSettings(registry, config, 'clinic-c', () => settings)
    const { queryPool, queriesPerClient, queriesWaiting } = tenantConfig(config, changed)
    assert.deepEqual([queryPool, queriesPerClient, queriesWaiting], [1, 2, 3])
    // The server was started with a smaller pool since then: connections are reserved for that.
    const later = tenantConfig(config, { ...changed, settings: more })
    assert.equal(later.queryPool, config.queryPool)
  })

  it('gets no settings that contradict each other, or those of the server', async () => {
    const settings = { CAIRN_QUERY_MAX_FETCH: '10' }
    const contrary = /CAIRN_QUERY_DEFAULT_FETCH: at most CAIRN_QUERY_MAX_FETCH/
    await assert.rejects(create('clinic-q', { settings }), contrary)
    await assert.rejects(
      changeSettings(registry, config, 'clinic-c', () => settings),
      contrary,
    )
    await changeSettings(registry, config, 'clinic-c', () => ({
      ...settings,
      CAIRN_QUERY_DEFAULT_FETCH: '10',
    }))
  })
})

describe('a tenant', { skip }, () => {
  it('is suspended and resumed, and its history says when', async () => {
    assert.equal((await suspendTenant(registry, 'clinic-b')).state, 'suspended')
    await assert.rejects(suspendTenant(registry, 'clinic-b'), /is suspended; this is for one that is active/)
    assert.equal((await resumeTenant(registry, 'clinic-b')).state, 'active')
    const actions = (await eventsOf(registry.db, 'clinic-b')).map(({ action }) => action)
    assert.deepEqual(actions, ['creation begun', 'created', 'suspended', 'resumed'])
  })

  it('is migrated again without a change', async () => {
    const tenant = await requireTenant(registry.db, 'clinic-b')
    assert.equal(await migrateTenant(tenant, await registry.accessOf(tenant), () => {}), 0)
  })

  it('whose secrets cannot be read is listed by an upgrade of all, which goes on with the others', async () => {
    const swap = (from: string) =>
      sql({
        name: 'test.secrets',
        prepare: false,
        text: `update cairn_tenants.tenant set secrets = (${from}) where tenant_id = 'clinic-a'`,
      })
    const [own] = await ask<{ hex: string }>(
      config.tenantsUrl ?? '',
      "select encode(secrets, 'hex') as hex from cairn_tenants.tenant where tenant_id = 'clinic-a'",
    )
    await registry.db.execute(swap("select secrets from cairn_tenants.tenant where tenant_id = 'clinic-b'"))
    const upgrades = await upgradeTenants(registry, undefined)
    assert.deepEqual(
      upgrades.map(({ tenant_id, applied, failure }) => [tenant_id, applied, failure]),
      [
        ['clinic-a', 0, 'the secrets of clinic-a are those of another tenant'],
        ['clinic-b', 0, undefined],
        ['clinic-c', 0, undefined],
      ],
    )
    await registry.db.execute(swap(`'\\x${own?.hex}'::bytea`))
  })
})

describe('the deletion of a tenant', { skip }, () => {
  const later = () => new Date(Date.now() + 1000)

  it('removes nothing before the grace time is over, and can be taken back', async () => {
    const { database, deleteAfter } = await markForDeletion(registry, 'clinic-b', later())
    assert.ok(deleteAfter)
    await assert.rejects(
      removeTenant(registry, 'clinic-b', deleteAfter.getTime() - 1),
      /can be taken back until/,
    )
    assert.deepEqual(await exists(registry.db, database), { databases: 1, roles: 2 })
    assert.equal((await resumeTenant(registry, 'clinic-b')).state, 'active')
    await assert.rejects(removeTenant(registry, 'clinic-b', Date.now()), /is active/)
  })

  it('neither begins nor ends by a clock that is wrong', async () => {
    const monthAhead = Date.now() + 31 * 86_400_000
    const differ = /clocks of this machine and of its database differ by \d+ minutes/
    await assert.rejects(deleteTenant(registry, 'clinic-b', 30, monthAhead - 62 * 86_400_000), differ)
    assert.equal((await requireTenant(registry.db, 'clinic-b')).state, 'active')
    const marked = await deleteTenant(registry, 'clinic-b', 30)
    await assert.rejects(deleteTenant(registry, 'clinic-b', 30, monthAhead), differ)
    await assert.rejects(removeDueTenants(registry, monthAhead), differ)
    assert.deepEqual(await removeDueTenants(registry), [])
    assert.deepEqual(await exists(registry.db, marked.database), { databases: 1, roles: 2 })
    assert.equal((await resumeTenant(registry, 'clinic-b')).state, 'active')
  })

  it('removes database, roles and secrets, and leaves a proof that the key of the records signed', async () => {
    const { deleteAfter } = await markForDeletion(registry, 'clinic-b', later())
    const removed = await removeTenant(registry, 'clinic-b', deleteAfter?.getTime() ?? 0)
    assert.equal(removed.state, 'deleted')
    assert.deepEqual(await exists(registry.db, removed.database), { databases: 0, roles: 0 })
    await assert.rejects(registry.accessOf(removed), /was deleted/)
    const { facts = '', signature = '', key } = removed.proof ?? {}
    const { removed_at, ...rest } = JSON.parse(facts)
    assert.ok(Date.parse(removed_at) > 0)
    assert.deepEqual(rest, {
      tenant: 'clinic-b',
      system_id: 'clinic-b.localhost',
      database: removed.database,
      ehrs: 0,
      versions: 0,
      audit_events: 0,
      audit_head: null,
    })
    const [header = '', , given = ''] = (signature ?? '').split('.')
    const digest = createHash('sha256').update(facts).digest()
    const input = Buffer.from(`${header}.${digest.toString('base64url')}`)
    const publicKey = createPublicKey({ key: key as never, format: 'jwk' })
    assert.ok(verify(null, input, publicKey, Buffer.from(given, 'base64url')))
    await assert.rejects(create('clinic-b'), /an id is never used again/)
    await assert.rejects(resumeTenant(registry, 'clinic-b'), /is deleted/)
  })

  it('frees the address, but not the system id', async () => {
    const baseUrl = 'http://clinic-b.localhost'
    await assert.rejects(create('clinic-d', { baseUrl }), /stays its own/)
    assert.equal((await create('clinic-d', { baseUrl, systemId: 'clinic-d' })).tenant.state, 'active')
  })
})

describe('an address', () => {
  it('is a host, or a host and one segment; the system id follows from it', () => {
    assert.deepEqual(addressIn('https://A.example.org:8443'), { host: 'a.example.org', path: '' })
    assert.deepEqual(addressIn('https://example.org/ward-a/'), { host: 'example.org', path: '/ward-a' })
    assert.equal(systemIdOf({ host: 'example.org', path: '/ward-a' }), 'ward-a.example.org')
    for (const wrong of [
      'ftp://a.org',
      'a.org',
      'https://a.org/?x=1',
      'https://u@a.org',
      'https://a.org/%20',
    ])
      assert.throws(() => addressIn(wrong), /address of a tenant|one segment/, wrong)
  })
})
