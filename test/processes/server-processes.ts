/** A server of several processes, as an operator starts it. */
import { testDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { type Program, runProgram } from '../http/program.ts'
import { freePort } from '../server.ts'

const CLIENT_SECRET = 'the secret of the first client of this test'

export interface ServerProcesses {
  readonly url: string
  readonly adminUrl: string
  readonly settings: Readonly<Record<string, string>>
  readonly program: Program
  /** Ids of the server processes that serve now, oldest first. */
  pids(): number[]
  token(): Promise<string>
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Ids of processes that said that they are ready, as long as they live. */
export const readyProcesses = (stdout: string): number[] =>
  [...stdout.matchAll(/"process":(\d+),"msg":"server process ready"/g)]
    .map(([, pid]) => Number(pid))
    .filter(isAlive)

export async function startProcesses(count: number): Promise<ServerProcesses> {
  const { url: databaseUrl } = await testDatabase()
  const [port, adminPort] = [await freePort(), await freePort()]
  const settings = {
    CAIRN_PORT: String(port),
    CAIRN_ADMIN_PORT: String(adminPort),
    CAIRN_PROCESSES: String(count),
    // A busy machine makes everything wait: nobody is refused for that.
    CAIRN_WAIT_TARGET_MS: '0',
    CAIRN_DATABASE_URL: databaseUrl,
    CAIRN_SECRET_KEY: 'a secret key that is long enough for a test',
    CAIRN_BOOTSTRAP_CLIENT_ID: 'first',
    CAIRN_BOOTSTRAP_CLIENT_SECRET: CLIENT_SECRET,
  }
  const program = runProgram(['serve'], settings, { built: true })
  await program.says('"msg":"ready"')
  const url = `http://127.0.0.1:${port}`
  const pids = () => readyProcesses(program.output().stdout)
  await eventually('all processes said that they are ready', () => pids().length === count)
  return {
    url,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    settings,
    program,
    pids,
    token: async () => {
      const answer = await fetch(`${url}/oauth/token`, {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`first:${CLIENT_SECRET}`)}` },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          audience: `http://localhost:${port}/openehr/v1`,
          scope: 'api.read api.write api.admin',
        }),
      })
      const { access_token } = (await answer.json()) as { access_token: string }
      return access_token
    },
  }
}
