/** A proxy between `cairn import csv` and the server, for tests that fail or kill at a certain record. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { after } from 'node:test'
import type { RunningServer } from '../server.ts'

interface ForwardedAnswer {
  readonly status: number
  readonly etag: string | null
  readonly body: string
}

/** A new record on its way to the server. */
export interface Creation {
  readonly record: Readonly<Record<string, unknown>>
  /** Sends it to the server. */
  forward(): Promise<ForwardedAnswer>
  /** Answers the command; a command that is gone hears nothing. */
  answer(answer: ForwardedAnswer): void
}

const send = (response: ServerResponse, { status, etag, body }: ForwardedAnswer) =>
  response
    .writeHead(status, { 'Content-Type': 'application/json', ...(etag ? { ETag: etag } : {}) })
    .end(body)

const json = (value: unknown, status = 200): ForwardedAnswer => ({
  status,
  etag: null,
  body: JSON.stringify(value),
})

/** The answer of a server that fails. */
export const BROKEN = json({ message: 'Broken.' }, 500)

/** Passes all requests on, with the rights of `token`; new records go to `create`. Resolves to the base URL. */
export async function openProxy(
  server: RunningServer,
  token: string,
  create: (creation: Creation) => Promise<void>,
): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const { method = 'GET', url = '' } = request
    const body = await readAll(request)
    const here = `http://${request.headers.host}`
    if (url.startsWith('/.well-known/')) return send(response, json({ token_endpoint: `${here}/token` }))
    if (url === '/token') return send(response, json({ access_token: 'any', expires_in: 300 }))
    const forward = async () => {
      const answer = await fetch(`${server.url}${url}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body === '' ? {} : { body }),
      })
      return { status: answer.status, etag: answer.headers.get('etag'), body: await answer.text() }
    }
    const isCreation = method === 'POST' && !url.includes('/check')
    if (!isCreation) return send(response, await forward())
    return create({ record: JSON.parse(body), forward, answer: answer => void send(response, answer) })
  })
  await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done))
  after(() => proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}
