/** A server in a process of its own, with its own embedded database, that a test may kill at any moment. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverProgram } from './http/program.ts'
import { freePort } from './server.ts'

const CLIENT = { id: 'crash-test', secret: 'a secret for the crash test only' }

export interface Mortal {
  readonly url: string
  token(): Promise<string>
  start(): Promise<void>
  /** SIGKILL to the server; its database goes on. */
  kill(): Promise<void>
  /** The main process of the database, as its folder has it. */
  databasePid(): Promise<number>
  /** SIGKILL to the database's main process; its children follow. */
  killDatabase(): Promise<void>
  /** Stops both cleanly, and removes the data. */
  end(): Promise<void>
}

/** `env`: settings beside those that it needs. */
export async function mortalServer(env: Readonly<Record<string, string>> = {}): Promise<Mortal> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-crash-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  let child: ChildProcess | undefined
  let kept: string | undefined

  const exited = async (process: ChildProcess) => {
    if (process.exitCode === null && process.signalCode === null)
      await new Promise(done => process.once('exit', done))
  }
  const token = async (): Promise<string> => {
    if (kept !== undefined) return kept
    const answer = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${CLIENT.id}:${CLIENT.secret}`)}` },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        audience: `${url}/openehr/v1`,
        scope: 'api.read api.write api.admin',
      }),
    })
    const { access_token } = (await answer.json()) as { access_token: string }
    kept = access_token
    return access_token
  }
  const start = async () => {
    const started = spawn(process.execPath, [...serverProgram(), 'serve'], {
      env: {
        ...process.env,
        CAIRN_DATABASE_URL: '',
        CAIRN_DATA_DIR: folder,
        CAIRN_PORT: String(port),
        CAIRN_BOOTSTRAP_CLIENT_ID: CLIENT.id,
        CAIRN_BOOTSTRAP_CLIENT_SECRET: CLIENT.secret,
        CAIRN_LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child = started
    // A busy machine takes minutes to make the first database.
    for (let attempt = 0; attempt < 6000; attempt++) {
      if (started.exitCode !== null) throw new Error('the server did not start')
      const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
      if (answer?.ok) return
      await sleep(100)
    }
    throw new Error('the server did not become ready')
  }
  const databasePid = async () => {
    const file = await readFile(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8')
    return Number(file.split('\n', 1)[0])
  }
  const kill = async () => {
    child?.kill('SIGKILL')
    if (child) await exited(child)
  }
  return {
    url,
    token,
    start,
    kill,
    databasePid,
    killDatabase: async () => {
      process.kill(await databasePid(), 'SIGKILL')
    },
    end: async () => {
      child?.kill('SIGTERM')
      if (child) await exited(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
