/** Runs a command of the operator by its name, and prints its errors. */
import { Problem } from '@cairn/openehr'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { StartError } from '../db/index.ts'
import { CLIENT_USAGE, client } from './client.ts'
import { showConfig } from './config.ts'
import { DATAMAP_USAGE, datamap } from './datamap.ts'
import { DICTIONARY_USAGE, dictionary } from './dictionary.ts'
import { KEY_USAGE, key } from './key.ts'
import { type Start, serve } from './serve.ts'
import { VERIFY_USAGE, verify } from './verify.ts'

const USAGE = `cairn serve    start the server
cairn config   show every setting with its value

${CLIENT_USAGE}

${KEY_USAGE}

${VERIFY_USAGE}

${DATAMAP_USAGE}

${DICTIONARY_USAGE}
`

type Command = (config: Config, args: readonly string[], start: Start) => void | Promise<void>

const COMMANDS: Record<string, Command> = {
  serve: (config, _args, start) => serve(config, start),
  config: config => showConfig(config),
  client,
  key,
  verify,
  datamap,
  dictionary,
}

/** Resolves to the exit code. */
export async function run(
  [name = '', ...args]: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    process.stderr.write(USAGE)
    return name === '' || name === 'help' || name === '--help' ? 0 : 2
  }
  try {
    const { config, warnings } = readConfig(environment)
    const startedByNpm = environment['npm_lifecycle_event'] === 'start'
    await command(config, args, { warnings, startedByNpm })
    return 0
  } catch (error) {
    // An error that the operator can correct is one sentence; anything else is a bug and is printed with its stack.
    const expected =
      error instanceof StartError ||
      error instanceof ConfigError ||
      error instanceof Problem ||
      (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : error}\n`)
    return 1
  }
}
