/** A server in a process of its own, so that it and the load do not share one event loop. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../test/server.ts'

/** Built, as it is run: the loader that runs sources names every closure as it is made, which a hot path feels. */
const MAIN = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url))

/** Of the servers that are measured. */
export const SECRET_KEY = 'a secret key that is long enough for a benchmark'

export const CLIENT_ID = 'bench'
export const CLIENT_SECRET = 'the secret of the client of a benchmark'

export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** Processor time that it has used so far: what others on the machine cannot disturb much. */
  cpuSeconds(): Promise<number>
  stop(): Promise<void>
}

/** Asks until it answers; a server that ends instead has said why. */
async function ready(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error('the server did not start')
}

type Settings = Readonly<Record<string, string>>

export const startServer = (
  databaseUrl: string,
  settings: Settings = {},
  main = MAIN,
): Promise<ServerProcess> =>
  start(main, 'api', {
    CAIRN_DATABASE_URL: databaseUrl,
    CAIRN_BOOTSTRAP_CLIENT_ID: CLIENT_ID,
    CAIRN_BOOTSTRAP_CLIENT_SECRET: CLIENT_SECRET,
    ...settings,
  })

/** A server of the tenants of a registry: no organisation, and so no readiness, is at its own address. */
export const startTenantsServer = (tenantsUrl: string, settings: Settings): Promise<ServerProcess> =>
  start(MAIN, 'admin', { CAIRN_TENANTS_URL: tenantsUrl, ...settings })

async function start(main: string, readyOn: 'api' | 'admin', settings: Settings): Promise<ServerProcess> {
  const port = settings['CAIRN_PORT'] ?? String(await freePort())
  const adminPort = String(await freePort())
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [main, 'serve'], {
    env: {
      PATH,
      HOME,
      CAIRN_PORT: port,
      CAIRN_ADMIN_PORT: adminPort,
      CAIRN_SECRET_KEY: SECRET_KEY,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [url, adminUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${adminPort}`]
  await ready(child, readyOn === 'api' ? url : adminUrl)
  return {
    url,
    pid: child.pid ?? 0,
    cpuSeconds: async () => {
      const metrics = await (await fetch(`${adminUrl}/metrics`)).text()
      return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1])
    },
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

export async function token(
  url: string,
  scope: string,
  { id, secret } = { id: CLIENT_ID, secret: CLIENT_SECRET },
): Promise<string> {
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', audience: `${url}/openehr/v1`, scope }),
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  return access_token
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
