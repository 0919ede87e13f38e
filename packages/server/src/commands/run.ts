/** Runs a command of the operator by its name, and prints its errors. */
import { parseArgs } from 'node:util'
import { Problem } from '@cairn-ehr/openehr'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { StartError } from '../db/index.ts'
import { APPLY_ERASURES_USAGE, applyErasures } from './apply-erasures.ts'
import { CLIENT_USAGE, client } from './client.ts'
import { CONFIG_USAGE, showConfig } from './config.ts'
import { DATABASE_USAGE, database } from './database.ts'
import { DATAMAP_USAGE, datamap } from './datamap.ts'
import { DICTIONARY_USAGE, dictionary } from './dictionary.ts'
import { DISTRIBUTE_USAGE, distributeDatabase } from './distribute.ts'
import { GRANT_USAGE, grant } from './grant.ts'
import { KEY_USAGE, key } from './key.ts'
import { PERSON_USAGE, person } from './person.ts'
import { type Start, serve } from './serve.ts'
import { INDEX_USAGE, valueIndex } from './value-index.ts'
import { VERIFY_USAGE, verify } from './verify.ts'

const SERVE_USAGE =
  'cairn serve   start the server; settings are environment variables, which "cairn config" shows'

interface Command {
  readonly usage: string
  readonly run: (config: Config, args: readonly string[], start: Start) => void | Promise<void>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    usage: SERVE_USAGE,
    run: (config, args, start) => {
      parseArgs({ args: [...args], options: {} })
      return serve(config, start)
    },
  },
  config: { usage: CONFIG_USAGE, run: showConfig },
  client: { usage: CLIENT_USAGE, run: client },
  person: { usage: PERSON_USAGE, run: person },
  grant: { usage: GRANT_USAGE, run: grant },
  key: { usage: KEY_USAGE, run: key },
  verify: { usage: VERIFY_USAGE, run: verify },
  datamap: { usage: DATAMAP_USAGE, run: datamap },
  dictionary: { usage: DICTIONARY_USAGE, run: dictionary },
  database: { usage: DATABASE_USAGE, run: database },
  'apply-erasures': { usage: APPLY_ERASURES_USAGE, run: applyErasures },
  index: { usage: INDEX_USAGE, run: valueIndex },
  distribute: { usage: DISTRIBUTE_USAGE, run: distributeDatabase },
}

const usageOfAll = (): string =>
  Object.values(COMMANDS)
    .map(({ usage }) => `${usage}\n`)
    .join('\n')

const isHelp = (word: string): boolean => ['help', '--help', '-h'].includes(word)

const isWrongUsage = (error: unknown): error is TypeError =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

/** Resolves to the exit code. */
export async function run(
  [name = '', ...args]: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
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
  try {
    const { config, warnings } = readConfig(environment)
    const startedByNpm = environment['npm_lifecycle_event'] === 'start'
    await command.run(config, args, { warnings, startedByNpm })
    return 0
  } catch (error) {
    // An error that the operator can correct is one sentence; anything else is a bug and is printed with its stack.
    const expected =
      error instanceof StartError ||
      error instanceof ConfigError ||
      error instanceof Problem ||
      isWrongUsage(error)
    process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : error}\n`)
    return isWrongUsage(error) ? 2 : 1
  }
}
