/** A server in a process of its own, over a database that the test gives it: for faults that would hit the test itself. */
import { type Program, type ProgramOptions, runProgram } from './http/program.ts'
import { freePort } from './server.ts'

const CLIENT = { id: 'program-test', secret: 'a secret for this test only, long enough' }

/** Of all these servers. */
export const SECRET_KEY = 'a secret key that is long enough for a test'

export interface ProgramServer {
  readonly url: string
  readonly program: Program
  /** The value of `Authorization` for reading, writing and administration. */
  readonly authorization: string
  /** Sends a request with this token; the path is below the base URL. */
  call(request: string, options?: CallOptions): Promise<Response>
  /** `/health/ready`: its status, and its reason where it has one. */
  ready(): Promise<{ readonly status: number; readonly reason: string }>
}

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
}

export async function programServer(
  settings: Readonly<Record<string, string>>,
  options: ProgramOptions = {},
): Promise<ProgramServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const program = runProgram(
    ['serve'],
    {
      CAIRN_PORT: String(port),
      // A busy machine makes everything wait: nobody is refused for that.
      CAIRN_WAIT_TARGET_MS: '0',
      CAIRN_SECRET_KEY: SECRET_KEY,
      CAIRN_BOOTSTRAP_CLIENT_ID: CLIENT.id,
      CAIRN_BOOTSTRAP_CLIENT_SECRET: CLIENT.secret,
      ...settings,
    },
    options,
  )
  await program.says('"msg":"ready"')
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${CLIENT.id}:${CLIENT.secret}`)}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      audience: `${url}/openehr/v1`,
      scope: 'api.read api.write api.admin',
    }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return {
    url,
    program,
    authorization: `Bearer ${token}`,
    call: (request, { headers = {}, ...rest } = {}) => {
      const [method = '', path = ''] = request.split(/ (.*)/s)
      const type = rest.body === undefined ? {} : { 'Content-Type': 'application/json' }
      return fetch(`${url}${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, ...type, ...headers },
        ...rest,
      })
    },
    ready: async () => {
      const health = await fetch(`${url}/health/ready`)
      const { reason = '' } = (await health.json()) as { reason?: string }
      return { status: health.status, reason }
    },
  }
}

/** The id in the ETag of an answer. */
export const idIn = (answer: Response): string => (answer.headers.get('etag') ?? '').replaceAll('"', '')
