/** A registry with tenants for `npm run bench tenants`. */
import { checkedVault, createClient } from '../packages/server/src/auth/index.ts'
import { openPool, sql } from '../packages/server/src/db/index.ts'
import { readConfig } from '../packages/server/src/settings/config.ts'
import { createTenant, openRegistry, type Tenant } from '../packages/server/src/tenants/index.ts'
import { openOwnPool } from '../packages/server/src/tenants/own-database.ts'
import { migrateAsOwner, runOnce } from '../test/postgres.ts'
import { bloodPressureOpt } from '../test/records.ts'
import { copyTenant } from '../test/tenants/copies.ts'
import { document, FOUR_KILOBYTES, PATIENT_AQL, type Target, TEN_KILOBYTES } from './cost-operations.ts'
import { SECRET_KEY, token } from './server-process.ts'

/** Small pools, as the guide has them for many tenants: each that is open counts with 16 connections. */
export const POOLS = { CAIRN_DATABASE_POOL: '4', CAIRN_QUERY_POOL: '2', CAIRN_QUERY_WORKERS: '1' }

/** The credentials of a client. */
interface ClientSecret {
  readonly id: string
  readonly secret: string
}

const sizeOf = sql<{ bytes: number }, [name: string]>({
  name: 'bench.database',
  text: 'select pg_database_size($1)::float as bytes',
})

/** `anyUrl`: a database of the PostgreSQL server; `port`: of the server to come, since addresses of tenants have it. */
export async function benchRegistry(anyUrl: string, port: string) {
  const at = (name: string) => Object.assign(new URL(anyUrl), { pathname: `/${name}` }).href
  await runOnce(at('postgres'), 'create database bench_tenants')
  const tenantsUrl = at('bench_tenants')
  const { config } = readConfig({ CAIRN_TENANTS_URL: tenantsUrl, CAIRN_SECRET_KEY: SECRET_KEY, ...POOLS })
  const registry = await openRegistry(config, { create: true, log: () => {} })
  const urlOf = (tenantId: string) => `http://127.0.0.1:${port}/${tenantId}`
  let template: Promise<void> | undefined
  const templateUrl = at('bench_template')
  const makeTemplate = async () => {
    await runOnce(at('postgres'), 'create database bench_template template template0')
    await migrateAsOwner(templateUrl)
  }
  return {
    tenantsUrl,
    /** As `cairn tenant create` makes it. */
    create: async (tenantId: string): Promise<Tenant> => {
      const baseUrl = urlOf(tenantId)
      const wanted = { tenantId, name: tenantId, baseUrl, systemId: undefined, settings: {} }
      return (await createTenant(registry, config, wanted)).tenant
    },
    /** A copy, which has the same tables, rights and files. */
    copy: async (tenantId: string): Promise<Tenant> => {
      template ??= makeTemplate()
      await template
      return copyTenant(registry, new URL(templateUrl), { tenantId, baseUrl: urlOf(tenantId) })
    },
    addClient: async (tenant: Tenant): Promise<ClientSecret> => {
      const access = await registry.accessOf(tenant)
      const db = openOwnPool(access)
      try {
        const vault = await checkedVault(db, access.secretKey)
        const { client, secret = '' } = await createClient(db, vault, {
          name: 'bench',
          scopes: ['api.read', 'api.write'],
        })
        return { id: client.clientId, secret }
      } finally {
        await db.close()
      }
    },
    megabytesOf: async ({ database }: Tenant): Promise<number> => {
      const db = openPool(tenantsUrl, { max: 1, applicationName: 'bench' })
      try {
        return ((await db.query(sizeOf, [database]))[0]?.bytes ?? 0) / 1e6
      } finally {
        await db.close()
      }
    },
    close: () => registry.close(),
  }
}

export type BenchRegistry = Awaited<ReturnType<typeof benchRegistry>>

const caller =
  (url: string, authorization: string) =>
  async (method: string, path: string, body?: string, type = 'application/json'): Promise<string> => {
    const answer = await fetch(`${url}/openehr/v1${path}`, {
      method,
      headers: { Authorization: authorization, ...(body === undefined ? {} : { 'Content-Type': type }) },
      ...(body === undefined ? {} : { body }),
    })
    await answer.arrayBuffer()
    if (!answer.ok && answer.status !== 409) throw new Error(`${path}: ${answer.status}`)
    return (answer.headers.get('etag') ?? '').replaceAll('"', '')
  }

/** Gives an organisation a template and an EHR with a composition of 10 KB. */
export async function prepareOrganisation(url: string, client?: ClientSecret): Promise<Target> {
  const authorization = `Bearer ${await token(url, 'api.read api.write', client)}`
  const call = caller(url, authorization)
  await call('POST', '/definition/template/adl1.4', bloodPressureOpt(), 'application/xml')
  const ehrId = await call('POST', '/ehr')
  const versionUid = await call('POST', `/ehr/${ehrId}/composition`, document(TEN_KILOBYTES, 0))
  return { url, bareUrl: '', authorization, ehrIds: [], ehrId, versionUid, storedQuery: '' }
}

const TURNS = 20

/** Work that makes an organisation an active one: commits, reads and queries of a patient. */
export async function workOn({ url, authorization, ehrId, versionUid }: Target): Promise<void> {
  const call = caller(url, authorization)
  for (let turn = 0; turn < TURNS; turn++) {
    await call('POST', `/ehr/${ehrId}/composition`, document(FOUR_KILOBYTES, turn))
    await call('GET', `/ehr/${ehrId}/composition/${versionUid}`)
    await call('GET', `/query/aql?${new URLSearchParams({ q: PATIENT_AQL, ehr_id: ehrId })}`)
  }
}
