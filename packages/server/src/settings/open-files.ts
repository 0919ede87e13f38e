/** Limit of files and connections that this process may have open. Node itself raises it as far as allowed. */
import { readFileSync } from 'node:fs'
import type { Config } from './config.ts'

/** Open files other than connections: the log, program files, temporary files. */
const OTHER_FILES = 64

/** Connections of the port for metrics and health checks, which have room of their own. */
export const ADMIN_CONNECTIONS = 64

/** The least that a server needs, if the limit is far too small. */
const FEWEST_CONNECTIONS = 8

/** Returns undefined if the system does not report it. */
export function openFilesLimit(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined
  }
}

/** Files that the server may need beside the connections of its clients. */
const otherFiles = ({ adminPort, ...config }: Config): number =>
  databaseConnections(config) + OTHER_FILES + (adminPort === undefined ? 0 : ADMIN_CONNECTIONS)

const databaseConnections = ({
  databasePool,
  queryPool,
  queryWorkers,
  tenantsUrl,
  tenantConnections,
}: Omit<Config, 'adminPort'>): number =>
  tenantsUrl === undefined ? databasePool + queryPool + queryWorkers : tenantConnections

/** Files that the server needs to process as many requests as its settings allow. */
export const filesNeeded = (config: Config): number => otherFiles(config) + config.maxRequests

/** Connections of clients that there is room for: one more file than the limit, and nothing could be opened any more. */
export function roomForConnections(config: Config, limit = openFilesLimit()): number {
  const { maxConnections } = config
  if (limit === undefined) return maxConnections
  return Math.max(FEWEST_CONNECTIONS, Math.min(maxConnections, limit - otherFiles(config)))
}
