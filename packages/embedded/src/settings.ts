/** Settings of the embedded PostgreSQL, given on its command line at every start, so that upgrades reach old folders. */

/** `fsync` and `synchronous_commit` are absent on purpose: they stay on, an acknowledged write is on disk. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // An error's text may quote a patient's data: errors are reported to the client that caused them and logged
  // there without values. What is left here, starts, stops and crashes, stays small.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
}

/** The addresses that it listens at. */
interface Listening {
  readonly port: number
  /** The folder of its Unix socket; undefined: none. */
  readonly socketFolder: string | undefined
}

export function settingArguments(
  { port, socketFolder }: Listening,
  extra: Readonly<Record<string, string>>,
): string[] {
  const socket = socketFolder === undefined ? {} : { unix_socket_directories: socketFolder }
  const settings = { ...SETTINGS, ...socket, ...extra, port: String(port) }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * Text sorts by code point with Unicode letter case, by rules inside PostgreSQL: an operating system's or an
 * ICU upgrade can then not silently break an index.
 */
export const INITDB_ARGUMENTS: readonly string[] = [
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
]
