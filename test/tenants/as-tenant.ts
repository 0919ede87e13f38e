/**
 * The server under test as a tenant beside a second one (`npm run test:tenant`). The other has the same client, and whatever a test creates: EHRs with the same
 * ids and subjects, compositions, templates, queries and parties.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkedVault, createClient } from '../../packages/server/src/auth/index.ts'
import { type Database, sql } from '../../packages/server/src/db/index.ts'
import { readConfig } from '../../packages/server/src/settings/config.ts'
import { openRegistry, openTenantServer } from '../../packages/server/src/tenants/index.ts'
import type { TenantNeeds } from '../../packages/server/src/tenants/open-tenant.ts'
import { dropOwnDatabase } from '../../packages/server/src/tenants/own-database.ts'
import { OWN_SETTINGS } from '../../packages/server/src/tenants/tenant-settings.ts'
import { openSealingPool, type TestDatabase, testDatabase } from '../database.ts'
import { TENANT_VARIABLE } from '../postgres.ts'
import { TEST_CLIENT } from '../test-client.ts'
import { copyTenant, type WantedCopy } from './copies.ts'
import { PLAIN_SETTINGS } from './left-out.ts'
import { mirrorTo } from './neighbour.ts'

const NEIGHBOUR = 'neighbour'

interface WantedServer extends Pick<TenantNeeds, 'now' | 'log' | 'passwordCost' | 'jobPace'> {
  readonly env: Readonly<Record<string, string>>
  readonly secretKey: string
}

/** A server that takes requests. */
export interface ServedDatabase extends TestDatabase {
  /** Of the server. */
  readonly origin: string
  readonly authUrl: string
  readonly audience: string
  /** Adds the client whose credentials tests use. */
  readonly addClient: () => Promise<{ readonly id: string; readonly secret: string }>
}

/** True in a run of tenants, for servers whose settings a tenant can have. */
export const isServedAsTenant = (env: Readonly<Record<string, string>>): boolean =>
  process.env[TENANT_VARIABLE] !== undefined &&
  !Object.keys(env).some(each => Object.hasOwn(PLAIN_SETTINGS, each))

const isOwn = (variable: string): boolean => OWN_SETTINGS.includes(variable)

const pick = (env: Readonly<Record<string, string>>, isWanted: (variable: string) => boolean) =>
  Object.fromEntries(Object.entries(env).filter(([variable]) => isWanted(variable)))

const ehrIds = sql<{ id: string }>({
  name: 'test.neighbourEhrs',
  text: 'select ehr_id::text as id from cairn.ehr',
})

/** Nothing but what it was sent. */
async function checkNeighbour(database: Database, sent: ReadonlySet<string>): Promise<void> {
  const found = (await database.query(ehrIds)).map(({ id }) => id)
  assert.deepEqual(
    found.filter(id => !sent.has(id)),
    [],
    'the other tenant has EHRs that were created at this one alone',
  )
  assert.deepEqual(
    [...sent].filter(id => !found.includes(id)),
    [],
    'the other tenant has lost EHRs',
  )
}

/** Lines of the log are those of the tenant under test. */
export const isOfNeighbour = (line: string): boolean => line.includes(`"tenant":"${NEIGHBOUR}"`)

/** A registry with both tenants. */
async function openBoth({ env, secretKey }: WantedServer) {
  const { url: tenantsUrl, template, beforeDrop } = await testDatabase({ empty: true })
  const faults: unknown[] = []
  // Registered first, so it throws when all is closed.
  beforeDrop(() => {
    for (const fault of faults) throw fault
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-tenant-'))
  beforeDrop(() => rmSync(dataDir, { recursive: true, force: true }))
  const { config } = readConfig({
    CAIRN_TENANTS_URL: tenantsUrl,
    CAIRN_SECRET_KEY: secretKey,
    CAIRN_TENANT_CONNECTIONS: '1000',
    CAIRN_DATA_DIR: dataDir,
    ...pick(env, variable => !isOwn(variable)),
  })
  const registry = await openRegistry(config, { create: true, log: () => {} })
  beforeDrop(() => registry.close())
  const add = async (tenantId: string, host: string, more: Partial<WantedCopy> = {}) => {
    const baseUrl = `${new URL(config.baseUrl).protocol}//${host}:${config.port}`
    const tenant = await copyTenant(registry, template, { tenantId, baseUrl, ...more })
    beforeDrop(() => dropOwnDatabase(registry, tenant))
    const { secretKey: key } = await registry.accessOf(tenant)
    const url = Object.assign(new URL(template), { pathname: `/${tenant.database}` }).href
    const database = openSealingPool(url, { isDistributed: false, secretKey: key })
    beforeDrop(() => database.close())
    return { tenant, url, database, vault: await checkedVault(database, key) }
  }
  const tested = await add('tested', 'localhost', {
    settings: pick(env, isOwn),
    secretKey,
    systemId: config.systemId,
  })
  return {
    config,
    registry,
    beforeDrop,
    faults,
    tested,
    neighbour: await add(NEIGHBOUR, `${NEIGHBOUR}.localhost`),
  }
}

export async function serveAsTenant(wanted: WantedServer): Promise<ServedDatabase> {
  const { config, registry, beforeDrop, faults, tested, neighbour } = await openBoth(wanted)
  const { env: _, secretKey: __, ...needs } = wanted
  const server = await openTenantServer({ registry, config, version: '0.0.0-test', ...needs })
  beforeDrop(() => server.close())
  await server.api.listen({ port: config.port, host: '127.0.0.1' })
  const { baseUrl: origin, systemId } = tested.tenant
  // A tenant is opened by its first request; a plain server has its keys before that.
  await (await fetch(`${origin}/health/live`)).arrayBuffer()
  const { host, systemId: otherSystemId } = neighbour.tenant
  return {
    ...tested,
    beforeDrop,
    origin,
    authUrl: origin,
    audience: `${origin}/openehr/v1`,
    addClient: async () => {
      const { client, secret = '' } = await createClient(tested.database, tested.vault, TEST_CLIENT)
      const same = { id: client.clientId, secret }
      await createClient(neighbour.database, neighbour.vault, { ...TEST_CLIENT, clientId: same.id, secret })
      const mirror = mirrorTo({ port: config.port, origin, systemId, host, otherSystemId, client: same })
      beforeDrop(async () => {
        mirror.end()
        await checkNeighbour(neighbour.database, mirror.ehrIds).catch(fault => faults.push(fault))
      })
      return same
    },
  }
}
