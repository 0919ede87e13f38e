/** Commands for one organisation: with tenants, `CAIRN_TENANT` names it. */
import { StartError } from '../db/index.ts'
import { type Config, ConfigError } from '../settings/index.ts'
import { openRegistry, requireTenant, tenantConfig } from '../tenants/index.ts'

/** The settings of a plain server that would serve the tenant alone. */
export async function configOfTenant(
  config: Config,
  command: string,
  args: readonly string[],
): Promise<Config> {
  if (config.tenant === undefined)
    throw new ConfigError([
      `CAIRN_TENANT: "cairn ${command}" is for one tenant; set it to the id of the tenant`,
    ])
  if (command === 'key' && args[0] === 'replace-secret')
    throw new StartError(
      'The secret key of a tenant is in the registry, where this command does not replace it.',
    )
  const registry = await openRegistry(config, { create: false, log: () => {} })
  try {
    const found = await requireTenant(registry.db, config.tenant)
    return tenantConfig(config, found, await registry.accessOf(found))
  } finally {
    await registry.close()
  }
}
