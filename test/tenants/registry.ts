/** A registry of tenants for a test file; its tenants' databases and roles go at the end. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../packages/server/src/settings/config.ts'
import type { Config } from '../../packages/server/src/settings/index.ts'
import {
  createTenant,
  listTenants,
  openRegistry,
  type Registry,
} from '../../packages/server/src/tenants/index.ts'
import type { WantedTenant } from '../../packages/server/src/tenants/life.ts'
import { dropOwnDatabase } from '../../packages/server/src/tenants/own-database.ts'
import { SECRET_KEY, testDatabase } from '../database.ts'

export interface TestRegistry {
  readonly registry: Registry
  readonly config: Config
  /** The same settings as environment variables, for programs. */
  readonly env: Readonly<Record<string, string>>
  readonly beforeDrop: (close: () => unknown) => void
  create(tenantId: string, wanted?: Partial<WantedTenant>): ReturnType<typeof createTenant>
}

export async function testRegistry(settings: Readonly<Record<string, string>> = {}): Promise<TestRegistry> {
  const { url, beforeDrop } = await testDatabase({ empty: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-tenants-'))
  beforeDrop(() => rmSync(dataDir, { recursive: true }))
  const env = {
    CAIRN_TENANTS_URL: url,
    CAIRN_SECRET_KEY: SECRET_KEY,
    CAIRN_DATA_DIR: dataDir,
    CAIRN_DATABASE_POOL: '4',
    CAIRN_QUERY_POOL: '2',
    CAIRN_QUERY_WORKERS: '1',
    // A busy machine makes everything wait: nobody is refused for that.
    CAIRN_WAIT_TARGET_MS: '0',
    ...settings,
  }
  const { config } = readConfig(env)
  const registry = await openRegistry(config, { create: true, log: () => {} })
  beforeDrop(async () => {
    for (const tenant of await listTenants(registry.db)) await dropOwnDatabase(registry, tenant)
    await registry.close()
  })
  return {
    registry,
    config,
    env,
    beforeDrop,
    create: (tenantId, wanted = {}) =>
      createTenant(registry, config, {
        tenantId,
        name: `The organisation ${tenantId}`,
        baseUrl: `http://${tenantId}.localhost`,
        systemId: undefined,
        settings: {},
        ...wanted,
      }),
  }
}
