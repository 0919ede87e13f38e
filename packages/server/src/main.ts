/** Reads the environment and runs one command of the operator; nothing else in the server looks at `process.env`. */
import { Problem } from '@cairn/openehr'
import { CLIENT_USAGE, client } from './commands/client.ts'
import { showConfig } from './commands/config.ts'
import { DATAMAP_USAGE, datamap } from './commands/datamap.ts'
import { KEY_USAGE, key } from './commands/key.ts'
import { serve } from './commands/serve.ts'
import { VERIFY_USAGE, verify } from './commands/verify.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { StartError } from './db/index.ts'

const USAGE = `cairn serve    start the server
cairn config   show every setting with its value

${CLIENT_USAGE}

${KEY_USAGE}

${VERIFY_USAGE}

${DATAMAP_USAGE}
`

type Command = (config: Config, args: readonly string[], warnings: readonly string[]) => void | Promise<void>

const COMMANDS: Record<string, Command> = {
  serve: (config, _args, warnings) => serve(config, warnings),
  config: config => showConfig(config),
  client,
  key,
  verify,
  datamap,
}

async function main([name = '', ...args]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    process.stderr.write(USAGE)
    return name === '' || name === 'help' || name === '--help' ? 0 : 2
  }
  try {
    const { config, warnings } = readConfig(process.env)
    await command(config, args, warnings)
    return 0
  } catch (error) {
    // What the operator can mend is one sentence; anything else is our fault and shows where it came from.
    const expected =
      error instanceof StartError ||
      error instanceof ConfigError ||
      error instanceof Problem ||
      (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : error}\n`)
    return 1
  }
}

process.exitCode = await main(process.argv.slice(2))
