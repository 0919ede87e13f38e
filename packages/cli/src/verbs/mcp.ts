/** `cairn mcp`: lets an assistant find templates, draft and run queries and read records, with the rights of its caller. */
import { readFileSync } from 'node:fs'
import { type Context, verb } from '../command/verb.ts'
import { wholeNumber } from './numbers.ts'

const file = new URL('../../package.json', import.meta.url)

const versionOf = (): string => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version

interface Allowed {
  readonly allowsWrites: boolean
  readonly allowsPeople: boolean
  readonly plans: boolean
}

/** Only what the tools need: a token without the right to write cannot write, whatever an assistant is talked into. */
const scopeOf = ({ allowsWrites, allowsPeople, plans }: Allowed): string =>
  [
    'api.read',
    ...(allowsWrites ? ['api.write'] : []),
    ...(allowsPeople ? ['system/person-*.s'] : []),
    ...(plans ? ['api.admin'] : []),
  ].join(' ')

const untilStopped = (stop: AbortSignal): Promise<void> =>
  new Promise(done => stop.addEventListener('abort', () => done(), { once: true }))

async function serveStandardIo(context: Context, allowed: Allowed): Promise<void> {
  const { openMcpServer } = await import('../mcp/mcp-server.ts')
  const server = await openMcpServer({
    connect: fetcher => context.connect(scopeOf(allowed), fetcher),
    allowsWrites: allowed.allowsWrites,
    allowsPeople: allowed.allowsPeople,
    version: versionOf(),
  })
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
  const transport = new StdioServerTransport()
  const closed = new Promise<void>(done => {
    server.onclose = done
    process.stdin.once('end', done)
  })
  await server.connect(transport)
  await Promise.race([closed, untilStopped(context.stop)])
  await server.close()
}

interface HttpAddress {
  readonly host: string
  readonly port: number
}

async function serveHttp(context: Context, { host, port }: HttpAddress, allowed: Allowed): Promise<void> {
  const { listenForMcp } = await import('../mcp/mcp-http.ts')
  const { baseUrl } = context
  const server = await listenForMcp({ baseUrl, host, port, ...allowed, version: versionOf() })
  context.tell(
    `MCP for ${baseUrl} at http://${host}:${port}/mcp; callers bring their own access tokens. Ctrl-C stops it.`,
  )
  await untilStopped(context.stop)
  server.closeAllConnections()
  server.close()
}

export const MCP_VERBS = [
  verb({
    words: 'mcp',
    about: 'serve assistants by the Model Context Protocol',
    details:
      'On standard input and output it acts as the client of the profile or the environment, with the scope api.read. With --http it acts for the token of each request. Every call is in the audit trail, with a request id that begins with "mcp:".',
    options: {
      'allow-writes': {
        type: 'boolean',
        about: 'offer the tool that commits records; asks for the scope api.write',
      },
      people: {
        type: 'boolean',
        about: 'offer the tool that finds people by name; asks for the scope system/person-*.s',
      },
      plans: { type: 'boolean', about: 'explain with the plan of the server; asks for the scope api.admin' },
      http: { type: 'string', value: 'port', about: 'listen on this port instead of standard input' },
      host: {
        type: 'string',
        value: 'address',
        about: 'address to listen on (default: 127.0.0.1)',
      },
    },
    noJson: true,
    examples: ['cairn mcp', 'cairn mcp --http 8090'],
    run: async (context, { options }) => {
      const port = wholeNumber(options.http, 'http', 'mcp', 1)
      const { people: allowsPeople, plans } = options
      const allowed = { allowsWrites: options['allow-writes'], allowsPeople, plans }
      return port === undefined
        ? serveStandardIo(context, allowed)
        : serveHttp(context, { host: options.host ?? '127.0.0.1', port }, allowed)
    },
  }),
]
