/**
 * A server that answers as EHRbase does, over one of ours behind its prefix: HTTP Basic, a constant `Last-Modified`, an EHR_STATUS embedded in
 * the EHR, every version `complete`, no admin operations, and 503 now and then.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { RunningServer } from '../server.ts'

export const EHRBASE_PREFIX = '/ehrbase/rest/openehr/v1'
export const EHRBASE_USER = 'ehrbase-user'
export const EHRBASE_PASSWORD = 'SuperSecretPassword'

const EXPECTED = `Basic ${btoa(`${EHRBASE_USER}:${EHRBASE_PASSWORD}`)}`

const CONSTANT_TIME = new Date(123124442).toUTCString()

/** Lifecycle states are not kept there. */
const withoutLifecycle = (text: string): string =>
  text
    .replaceAll(/"code_string":"553"/g, '"code_string":"532"')
    .replaceAll('"value":"incomplete"', '"value":"complete"')

export interface EhrbaseLike {
  readonly url: string
  /** Paths with this text are answered with 500; undefined: none. */
  refuse(text: string | undefined): void
}

export async function ehrbaseLike(server: RunningServer, failEvery = 17): Promise<EhrbaseLike> {
  let count = 0
  let refused: string | undefined
  const authorization = `Bearer ${await server.token('api.read')}`
  const answerTo = async (
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> => {
    count += 1
    if (request.headers.authorization !== EXPECTED) return void response.writeHead(401).end()
    if (count % failEvery === 0) return void response.writeHead(503).end()
    if (refused !== undefined && request.url?.includes(refused)) return void response.writeHead(500).end()
    const { accept = '*/*', 'content-type': type } = request.headers
    const answer = await fetch(`${server.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { Authorization: authorization, Accept: accept, ...(type ? { 'Content-Type': type } : {}) },
      ...(body.length > 0 ? { body } : {}),
    })
    const text = withoutLifecycle(await answer.text())
    response.writeHead(answer.status, {
      'Content-Type': answer.headers.get('content-type') ?? 'text/plain',
      'Last-Modified': CONSTANT_TIME,
    })
    response.end(text)
  }
  const proxy = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => void answerTo(request, Buffer.concat(chunks), response))
  })
  await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done))
  after(() => proxy.close())
  const { port } = proxy.address() as AddressInfo
  const refuse = (text: string | undefined): void => {
    refused = text
  }
  return { url: `http://127.0.0.1:${port}${EHRBASE_PREFIX}`, refuse }
}
