/** Starts processes that hold an embedded database, as this user or another, and ends them all with the test file. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isAlive } from '../packages/embedded/src/processes.ts'
import { openPool, sql } from '../packages/server/src/db/index.ts'

export const CHILD = fileURLToPath(new URL('embedded-child.ts', import.meta.url))
const OPEN_MODULE = fileURLToPath(new URL('../packages/embedded/src/open.ts', import.meta.url))

export const isRoot = process.getuid?.() === 0

interface Line {
  readonly url: string
  readonly reused: boolean
  readonly told: readonly string[]
  readonly error?: string
  readonly message: string
}

export interface Holder {
  readonly process: ChildProcess
  readonly pid: number
  /** Its first message: the address, or the reason why there is none. */
  readonly line: Line
  next(): Promise<unknown>
  stop(): Promise<void>
  kill(): Promise<void>
}

export interface HolderOptions {
  readonly how?: 'open' | 'attach'
  readonly module?: string
  readonly uid?: number
  readonly path?: string
}

const folders: string[] = []
const holders: Holder[] = []

/** Everything a test made is gone afterwards, whatever it asserted. */
export function cleanUpAfterwards(): void {
  after(async () => {
    for (const holder of holders) await holder.kill()
    for (const folder of folders) {
      const pid = postmasterPid(join(folder, 'data'))
      if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
    }
  })
}

/** A folder that other accounts may pass through. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'cairn-embedded-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

export async function hold(dataDir: string, options: HolderOptions = {}): Promise<Holder> {
  const { how = 'open', module = OPEN_MODULE, uid, path = process.env['PATH'] } = options
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, module, how, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, PATH: path },
    detached: true,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => JSON.parse((await lines.next()).value ?? 'null') as unknown
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const line = (await next()) as Line
  const holder: Holder = {
    process: child,
    pid: child.pid ?? 0,
    line,
    next,
    stop: async () => {
      child.stdin.write('stop\n')
      await ended
    },
    kill: async () => {
      if (child.exitCode === null) child.kill('SIGKILL')
      await ended
    },
  }
  holders.push(holder)
  return holder
}

export function postmasterPid(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

/** First column of the first row. */
export async function ask(url: string, text: string): Promise<unknown> {
  const database = openPool(url, { max: 1, applicationName: 'test' })
  try {
    const [row] = await database.query(sql<[unknown]>({ name: 'test.ask', text, rowMode: 'array' }))
    return row?.[0]
  } finally {
    await database.close()
  }
}
