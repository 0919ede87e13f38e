/** Shares out the limits of a server between its processes, so that all together keep them. */
import type { Config } from '../../settings/index.ts'

/** The settings that are limits of the whole server, with the least that one process needs. */
const SHARED = {
  databasePool: 2,
  queryPool: 1,
  queryWorkers: 1,
  queriesPerClient: 1,
  queriesWaiting: 1,
  maxRequests: 1,
  maxConnections: 8,
  maxConnectionsPerPeer: 1,
} satisfies Partial<Record<keyof Config, number>>

export function shareOut(config: Config): Config {
  const shares = Object.entries(SHARED).map(([name, least]) => {
    const all = config[name as keyof typeof SHARED]
    // 0 stands for no limit.
    return [name, all === 0 ? 0 : Math.max(least, Math.floor(all / config.processes))]
  })
  return { ...config, ...Object.fromEntries(shares) }
}
