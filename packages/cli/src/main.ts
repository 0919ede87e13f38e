/** The `cairn` command: reads what was typed by the table of verbs, and runs it. */
import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { errorLines, exitCodeOf } from './command/exit-codes.ts'
import { helpOf } from './command/help.ts'
import { parseCommand } from './command/parse.ts'
import { UsageError } from './command/usage-error.ts'
import type { Context, OptionTable, OptionValues } from './command/verb.ts'
import { makeContext, type World } from './context.ts'
import { openProfiles, profileFile } from './profiles.ts'
import { VERBS } from './verbs/index.ts'

/** Runs the server's program in our place: same terminal, same exit code; signals reach it. */
function runOperator(args: readonly string[]): Promise<number> {
  const program = fileURLToPath(import.meta.resolve('@cairn-ehr/server/main'))
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], { stdio: 'inherit' })
  // Ctrl-C reaches the child by itself; a signal to us alone is passed on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => signal !== 'SIGINT' && child.kill(signal))
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('exit', (code, signal) => done(code ?? (signal ? 1 : 0)))
  })
}

async function run(typed: readonly string[], world: World): Promise<number> {
  let context: Context | undefined
  try {
    const command = parseCommand(VERBS, typed)
    if (command.kind === 'help') {
      const help = helpOf(VERBS, command.words)
      if (help === undefined) throw new UsageError(`There is no command "${command.words}".`)
      world.stdout.write(`${help}\n`)
      return 0
    }
    const { verb, args, options } = command
    if (!verb.run || (verb.isOperator && options['remote'] !== true)) return await runOperator(typed)
    const { profile, scope } = options as Readonly<Record<string, string | undefined>>
    context = makeContext(world, { json: options['json'] === true, profile, scope })
    const result = await verb.run(context, { args, options: options as OptionValues<OptionTable> })
    return typeof result === 'number' ? result : 0
  } catch (error) {
    for (const line of errorLines(error, () => context?.baseUrl ?? 'the server'))
      world.stderr.write(`${line}\n`)
    return exitCodeOf(error)
  }
}

const stopping = new AbortController()
// The second Ctrl-C ends it at once, as ever.
process.once('SIGINT', () => stopping.abort())
// The reader of our output has gone, as in `cairn … | head`.
process.stdout.on('error', () => process.exit(0))

/** An account that the system does not know, as in a container, has no home, and so no profiles. */
function homeFolder(): string {
  try {
    return homedir()
  } catch {
    return '/'
  }
}

const { XDG_CONFIG_HOME } = process.env
process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  profiles: openProfiles(profileFile(homeFolder(), XDG_CONFIG_HOME)),
  stop: stopping.signal,
  now: Date.now,
})
