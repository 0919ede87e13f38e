/** MCP over HTTP (Streamable HTTP, without sessions): each request brings the token of its caller, which is passed on to Cairn. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { bearerToken, createClient } from '@cairn-ehr/client'
import { CommandError } from '../command/exit-codes.ts'
import { openMcpServer } from './mcp-server.ts'

export interface McpHttpOptions {
  readonly baseUrl: string
  readonly host: string
  readonly port: number
  readonly allowsWrites: boolean
  readonly allowsPeople: boolean
  readonly version: string
}

const PATH = '/mcp'
const MOST_BYTES = 1024 * 1024

function refuse(answer: ServerResponse, status: number, message: string, headers = {}): void {
  answer.writeHead(status, { 'Content-Type': 'application/json', ...headers })
  answer.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message } }))
}

/** Undefined: it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request) {
    size += piece.length
    if (size > MOST_BYTES) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

async function answerRequest(
  options: McpHttpOptions,
  request: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const { baseUrl, allowsWrites, allowsPeople, version } = options
  if (request.url?.split('?')[0] !== PATH) return refuse(answer, 404, `MCP is at ${PATH}.`)
  // A page of another origin, in the browser of somebody who can reach this port, must not be able to use it.
  if (request.headers.origin !== undefined)
    return refuse(answer, 403, 'Browser pages cannot call this address.')
  if (request.method !== 'POST') return refuse(answer, 405, 'Send messages by POST.', { Allow: 'POST' })
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined)
    return refuse(answer, 401, 'Send an access token of Cairn: Authorization: Bearer …', {
      'WWW-Authenticate': `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`,
    })
  const body = await readBody(request)
  if (body === undefined) return refuse(answer, 413, `A message has at most ${MOST_BYTES} bytes.`)
  const message = parsed(body)
  if (message === undefined) return refuse(answer, 400, 'This is not JSON.')
  const connect = (fetcher: typeof fetch) =>
    createClient({ baseUrl, fetch: fetcher, authentication: bearerToken(token) })
  const server = await openMcpServer({ connect, allowsWrites, allowsPeople, version })
  const { StreamableHTTPServerTransport } = await import('@modelcontextprotocol/sdk/server/streamableHttp.js')
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  answer.on('close', () => void server.close())
  // Its type lets members be undefined that the interface of the same package does not.
  await server.connect(transport as Parameters<typeof server.connect>[0])
  await transport.handleRequest(request, answer, message)
}

/** Resolves when it listens. */
export function listenForMcp(options: McpHttpOptions): Promise<Server> {
  const server = createServer((request, answer) => {
    answerRequest(options, request, answer).catch(() => {
      if (!answer.headersSent) refuse(answer, 500, 'An internal error occurred.')
    })
  })
  server.requestTimeout = 30_000
  return new Promise((listening, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      failed(
        new CommandError(
          `Cannot listen on ${options.host}:${options.port} (${error.code}): give another --http.`,
        ),
      ),
    )
    server.listen(options.port, options.host, () => listening(server))
  })
}
