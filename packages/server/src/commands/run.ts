/** Runs a command of the operator by its name, and prints its errors. */
import { Problem } from '@cairn-ehr/openehr'
import { DatabaseError, StartError } from '../db/index.ts'
import { type Config, ConfigError, readConfig } from '../settings/index.ts'
import type { Start } from './serve.ts'
import {
  ACCOUNT_USAGE,
  APPLY_ERASURES_USAGE,
  CLIENT_USAGE,
  CONFIG_USAGE,
  DATABASE_USAGE,
  DATAMAP_USAGE,
  DICTIONARY_USAGE,
  DISTRIBUTE_USAGE,
  GRANT_USAGE,
  INDEX_USAGE,
  KEY_USAGE,
  MIGRATE_USAGE,
  ROLE_USAGE,
  SERVE_USAGE,
  TENANT_USAGE,
  VERIFY_USAGE,
} from './usage.ts'

type Run = (config: Config, args: readonly string[], start: Start) => void | Promise<void>

interface Command {
  readonly usage: string
  /** A command is loaded when it is run: all of them together take longer to load than most of them run. */
  readonly load: () => Promise<Run>
  /** It is about the server, and not about the records of one organisation. */
  readonly isOfServer?: true
}

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: { usage: SERVE_USAGE, load: async () => (await import('./serve.ts')).serve, isOfServer: true },
  config: {
    usage: CONFIG_USAGE,
    load: async () => (await import('./config.ts')).showConfig,
    isOfServer: true,
  },
  client: { usage: CLIENT_USAGE, load: async () => (await import('./client.ts')).client },
  account: { usage: ACCOUNT_USAGE, load: async () => (await import('./account.ts')).account },
  role: { usage: ROLE_USAGE, load: async () => (await import('./role.ts')).role },
  grant: { usage: GRANT_USAGE, load: async () => (await import('./grant.ts')).grant },
  key: { usage: KEY_USAGE, load: async () => (await import('./key.ts')).key },
  verify: { usage: VERIFY_USAGE, load: async () => (await import('./verify.ts')).verify },
  datamap: { usage: DATAMAP_USAGE, load: async () => (await import('./datamap.ts')).datamap },
  dictionary: { usage: DICTIONARY_USAGE, load: async () => (await import('./dictionary.ts')).dictionary },
  database: { usage: DATABASE_USAGE, load: async () => (await import('./database.ts')).database },
  migrate: { usage: MIGRATE_USAGE, load: async () => (await import('./migrate.ts')).migrate },
  'apply-erasures': {
    usage: APPLY_ERASURES_USAGE,
    load: async () => (await import('./apply-erasures.ts')).applyErasures,
  },
  index: { usage: INDEX_USAGE, load: async () => (await import('./value-index.ts')).valueIndex },
  tenant: { usage: TENANT_USAGE, load: async () => (await import('./tenant.ts')).tenant, isOfServer: true },
  distribute: {
    usage: DISTRIBUTE_USAGE,
    load: async () => (await import('./distribute.ts')).distributeDatabase,
  },
}

const usageOfAll = (): string =>
  Object.values(COMMANDS)
    .map(({ usage }) => `${usage}\n`)
    .join('\n')

const isHelp = (word: string): boolean => ['help', '--help', '-h'].includes(word)

const isWrongUsage = (error: unknown): error is TypeError =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

/** An error that the operator can correct is a sentence, with a line for each finding; anything else is a bug, with its stack. */
function explained(error: unknown): string {
  if (error instanceof Problem)
    return [error.message, ...error.findings.map(({ path, message }) => `  ${path}: ${message}`)].join('\n')
  if (error instanceof DatabaseError && error.isUnavailable)
    return `The database went away before the command had ended. Run it again when the database answers. (${error.message})`
  if (error instanceof StartError || error instanceof ConfigError || isWrongUsage(error)) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Commands under their former names, which work until the day that the warning says. */
const FORMER: Readonly<Record<string, string>> = { person: 'account' }

/** Warns on standard error, so that the output for programs stays as it is. */
function presentName(typed: string): string {
  const name = Object.hasOwn(FORMER, typed) ? FORMER[typed] : undefined
  if (name === undefined) return typed
  process.stderr.write(
    `"cairn ${typed}" is "cairn ${name}" now; the former name works until 30 June 2027. "cairn patient" finds the people of records.\n`,
  )
  return name
}

/** With tenants, a command about records is for one of them. */
async function settingsFor(config: Config, name: string, args: readonly string[]): Promise<Config> {
  if (config.tenantsUrl === undefined || COMMANDS[name]?.isOfServer) return config
  const { configOfTenant } = await import('./config-of-tenant.ts')
  return configOfTenant(config, name, args)
}

/** Resolves to the exit code. */
export async function run(
  [typed = '', ...args]: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const name = presentName(typed)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    const isAsked = name === '' || isHelp(name)
    const output = isAsked ? process.stdout : process.stderr
    output.write(usageOfAll())
    return isAsked ? 0 : 2
  }
  // Before anything is done: "cairn serve --help" starts no server.
  if (args.some(arg => arg === '--help' || arg === '-h')) {
    process.stdout.write(`${command.usage}\n`)
    return 0
  }
  const runCommand = await command.load()
  try {
    const { config, warnings } = readConfig(environment)
    const startedByNpm = environment['npm_lifecycle_event'] === 'start'
    await runCommand(await settingsFor(config, name, args), args, { warnings, startedByNpm })
    return 0
  } catch (error) {
    process.stderr.write(`${explained(error)}\n`)
    return isWrongUsage(error) ? 2 : 1
  }
}
