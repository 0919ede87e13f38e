/** The server as a process of its own, as an operator starts it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url))
/** As `npm start` runs it. `npm test` builds it first. */
const BUILT = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url))

/** Set where the build is known to be that of the sources, as `npm test` makes it first. */
export const BUILT_VARIABLE = 'CAIRN_TEST_BUILT'

export const notBuilt: string | false = existsSync(BUILT) ? false : 'it is not built: npm run build'

export interface Program {
  readonly child: ChildProcess
  /** Its output so far. */
  output(): { readonly stdout: string; readonly stderr: string }
  /** Resolves when the text shows up on its standard output. */
  says(text: string): Promise<void>
  /** Resolves when it has ended; the signal's name where it was killed. */
  readonly ended: Promise<{
    readonly code: number | string
    readonly stdout: string
    readonly stderr: string
  }>
}

export interface ProgramOptions {
  /** As it is shipped, not from its sources: those need a loader, which takes longer than most commands. */
  readonly built?: boolean
  /** The number of files that it may open. */
  readonly files?: number
}

const isBuilt = (): boolean => process.env[BUILT_VARIABLE] !== undefined

/** The arguments by which Node runs the server's program. */
export const serverProgram = (built = isBuilt()): readonly string[] =>
  built ? [BUILT] : ['--import', import.meta.resolve('tsx'), '--conditions=cairn-source', MAIN]

/** Runs `cairn <args>` with these settings and no others. */
export function runProgram(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  { built = isBuilt(), files }: ProgramOptions = {},
): Program {
  const { PATH = '', HOME = '' } = process.env
  const command = [process.execPath, ...serverProgram(built), ...args]
  const limited =
    files === undefined ? command : ['sh', '-c', `ulimit -n ${files}; exec "$@"`, 'sh', ...command]
  const [file = '', ...rest] = limited
  const child = spawn(file, rest, {
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  const waiting: (() => void)[] = []
  child.stdout.on('data', data => {
    stdout += data
    for (const check of waiting) check()
  })
  child.stderr.on('data', data => {
    stderr += data
  })
  const ended = new Promise<{ code: number | string; stdout: string; stderr: string }>(done =>
    child.on('close', (code, signal) => done({ code: code ?? signal ?? '', stdout, stderr })),
  )
  after(() => {
    if (child.exitCode === null) child.kill('SIGKILL')
    // The driver warns, for instance, of a statement on a connection that is busy: that is a fault, wherever it comes from.
    if (/DeprecationWarning: .*\bpg@/.test(stderr)) throw new Error(stderr)
  })
  return {
    child,
    output: () => ({ stdout, stderr }),
    says: text =>
      new Promise((done, failed) => {
        const check = () => stdout.includes(text) && done()
        waiting.push(check)
        void ended.then(end => failed(new Error(`it ended without saying "${text}": ${JSON.stringify(end)}`)))
        check()
      }),
    ended,
  }
}
