/** One open tenant: the services and the routes of a plain server, over its own database, behind the front. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AppNeeds, buildApp, type Front, openReadiness } from '../app/index.ts'
import { limitsOf, openMainPool } from '../auth/index.ts'
import { detectDistribution } from '../db/distribution/index.ts'
import { type Log, type Metrics, oneProcess, openMetrics } from '../observe/index.ts'
import type { Config } from '../settings/index.ts'
import { migrateTenant } from './life.ts'
import type { Registry } from './registry.ts'
import type { Tenant } from './tenant.ts'
import { tenantConfig } from './tenant-settings.ts'

export interface OpenTenant {
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void
  readonly metrics: Pick<Metrics, 'render'>
  /** Resolves to true while it must not be closed, though nobody calls it. */
  readonly hasWork: () => Promise<boolean>
  readonly close: () => Promise<void>
}

export interface TenantNeeds extends Pick<AppNeeds, 'passwordCost' | 'jobPace'> {
  readonly registry: Registry
  /** Of the server. */
  readonly config: Config
  readonly log: Log
  readonly version: string
  readonly now: () => number
}

/** Migrates its database first, as a plain server does at its start: a failure is that of this tenant alone. */
export async function openTenant(needs: TenantNeeds, tenant: Tenant, front: Front): Promise<OpenTenant> {
  const { registry, version, now, passwordCost, jobPace } = needs
  const log = needs.log.ofTenant(tenant.tenantId)
  const access = await registry.accessOf(tenant)
  const { databaseUrl, secretKey } = access
  const config = tenantConfig(needs.config, tenant, access)
  await migrateTenant(tenant, access, message => log.info({}, message))
  const isDistributed = await detectDistribution(databaseUrl)
  const db = openMainPool(databaseUrl, config, {
    ...limitsOf(config),
    isDistributed,
    secretKeyOf: () => secretKey,
  })
  const health = openReadiness(databaseUrl, isDistributed)
  const metrics = openMetrics({ tenant: tenant.tenantId })
  const closeDatabase = () => Promise.all([health.close(), db.close()])
  try {
    const app = await buildApp({
      config,
      db,
      databaseUrl,
      secretKey,
      log,
      metrics,
      processes: oneProcess(),
      version,
      unready: health.unready,
      degraded: health.degraded,
      now,
      front,
      ...(passwordCost && { passwordCost }),
      ...(jobPace && { jobPace }),
    })
    await app.api.ready()
    return {
      serve: (request, response) => void app.api.server.emit('request', request, response),
      metrics,
      hasWork: app.hasWork,
      close: async () => {
        await app.close()
        await closeDatabase()
      },
    }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}
