/** `fetch` for answers that take long: that of Node gives up after five minutes without a byte. */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

/** A connection through a firewall is kept open while nothing comes. */
const KEEP_ALIVE_MS = 30_000

const isRedirect = (status: number): boolean => status >= 300 && status < 400

/** Requests with a text as their body; all others, and redirects, are left to `fetch`. */
export const patientFetch: typeof fetch = (input, init = {}) => {
  const { method = 'GET', headers, body, signal } = init
  if (typeof body !== 'string') return fetch(input, init)
  const url = new URL(String(input))
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const options = { method, headers: Object.fromEntries(new Headers(headers)), ...(signal ? { signal } : {}) }
  return new Promise((done, failed) => {
    const request = send(url, options, answer => {
      const { statusCode: status = 0, rawHeaders } = answer
      if (isRedirect(status)) {
        answer.resume()
        done(fetch(input, init))
        return
      }
      const pairs = rawHeaders.flatMap((name, at) =>
        at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as [string, string]] : [],
      )
      done(new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, { status, headers: pairs }))
    })
    request.on('socket', socket => socket.setKeepAlive(true, KEEP_ALIVE_MS))
    // As `fetch` words it.
    request.on('error', error =>
      failed(signal?.aborted ? error : new TypeError('fetch failed', { cause: error })),
    )
    request.end(body)
  })
}
