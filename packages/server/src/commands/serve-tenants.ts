/** `cairn serve` with `CAIRN_TENANTS_URL`: one server for all tenants of the registry. */
import type { Log } from '../observe/index.ts'
import { type Config, connectionsOfTenant } from '../settings/index.ts'
import { openRegistry, openTenantServer, type TenantServer } from '../tenants/index.ts'
import { closeApp, listen } from './running-app.ts'
import { hasReload, reload, reportEnd, requireDurable } from './serving.ts'
import { VERSION } from './version.ts'

export async function serveTenants(config: Config, log: Log, signalled: Promise<string>): Promise<void> {
  const registry = await openRegistry(config, { create: true, log: message => log.info({}, message) })
  let server: TenantServer | undefined
  try {
    await requireDurable(registry.db, config, log)
    server = await openTenantServer({ registry, config, log, version: VERSION, now: Date.now })
    await listen(server.api, config.host, config.port, 'CAIRN_PORT')
    await listen(server.admin, config.host, config.adminPort, 'CAIRN_ADMIN_PORT')
    const { reloadCertificate } = server
    if (hasReload(config)) process.on('SIGHUP', () => reload({ reloadCertificate }, log))
    const openAtOnce = Math.floor(config.tenantConnections / connectionsOfTenant(config))
    log.info({ version: VERSION, openAtOnce }, 'ready')
    const signal = await signalled
    log.info({ signal }, 'stopping')
  } finally {
    const isClosed = server === undefined || (await closeApp(server, config.shutdownGrace))
    await reportEnd(isClosed, registry.close(), log)
  }
}
