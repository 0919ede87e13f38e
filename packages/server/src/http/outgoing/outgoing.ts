/**
 * Calls addresses that clients and providers name. A name is resolved once, all of its addresses are checked, and the connection goes to
 * one of those: another answer of DNS a moment later changes nothing. Redirects are refused, time and size are limited.
 */
import { lookup as resolve } from 'node:dns'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type AddressRules, addressRules } from './public-address.ts'

/** The address must not be called, or did not answer as it should. A TypeError as that of `fetch`, so that libraries pass it on. */
export class OutgoingError extends TypeError {}

interface OutgoingRequest {
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | Headers | undefined
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

export interface Outgoing {
  fetch(url: string, options?: OutgoingRequest): Promise<Response>
  /** The sentence that says why the address cannot be called, as far as that is known without asking DNS. */
  faultOf(url: string): string | undefined
}

const MOST_BYTES = 1024 * 1024
const TIMEOUT_MS = 10_000

const notAllowed = (host: string): string =>
  `the address ${host} is not public, and CAIRN_PRIVATE_ADDRESSES does not name it`

const NOT_SECURE = 'an address without TLS must be one that CAIRN_PRIVATE_ADDRESSES names'

/** The address in a URL; `localhost` means loopback on every machine (RFC 6761). */
function literalIn({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0) return host
  return host === 'localhost' || host.endsWith('.localhost') ? '127.0.0.1' : undefined
}

function faultOf({ mayCall, isNamed }: AddressRules, url: URL, address: string): string | undefined {
  if (!mayCall(address)) return notAllowed(url.hostname)
  return url.protocol === 'https:' || isNamed(address) ? undefined : NOT_SECURE
}

/** Resolves a name for a connection, and refuses it if one of its addresses is not allowed. */
const checkedLookup =
  (rules: AddressRules, url: URL): LookupFunction =>
  (hostname, options, done) =>
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '')
      const fault = found.map(({ address }) => faultOf(rules, url, address)).find(each => each !== undefined)
      const [first] = found
      if (fault !== undefined || !first)
        return done(new OutgoingError(fault ?? 'the name has no address'), '')
      if (options.all) return done(null, found)
      done(null, first.address, first.family)
    })

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new OutgoingError(`the answer is longer than ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const headersOf = (answer: IncomingMessage): Headers => {
  const headers = new Headers()
  for (let at = 0; at + 1 < answer.rawHeaders.length; at += 2)
    headers.append(answer.rawHeaders[at] ?? '', answer.rawHeaders[at + 1] ?? '')
  return headers
}

const WITHOUT_BODY = new Set([204, 205, 304])

async function responseOf(answer: IncomingMessage): Promise<Response> {
  const { statusCode = 0 } = answer
  if (statusCode >= 300 && statusCode < 400 && statusCode !== 304)
    throw new OutgoingError('the answer is a redirect, which is not followed')
  const body = await bodyOf(answer)
  return new Response(WITHOUT_BODY.has(statusCode) ? null : new Uint8Array(body), {
    status: statusCode,
    headers: headersOf(answer),
  })
}

const bytesOf = (body: unknown): string | Uint8Array | undefined => {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('a body of an outgoing request must be a text, bytes or a form')
}

function send(rules: AddressRules, url: URL, options: OutgoingRequest): Promise<Response> {
  const { method = 'GET', headers = {}, body, signal } = options
  const time = AbortSignal.timeout(TIMEOUT_MS)
  return new Promise((done, failed) => {
    const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(
      url,
      {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        lookup: checkedLookup(rules, url),
        agent: false,
        signal: signal ? AbortSignal.any([signal, time]) : time,
      },
      answer => {
        responseOf(answer)
          .then(done, failed)
          .finally(() => request.destroy())
      },
    )
    request.on('error', failed)
    request.end(bytesOf(body))
  })
}

export function openOutgoing(named: readonly string[]): Outgoing {
  const rules = addressRules(named)
  const knownFault = (url: URL): string | undefined => {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'the address must begin with https:'
    if (url.username !== '' || url.password !== '') return 'the address must not name a user'
    const literal = literalIn(url)
    return literal === undefined ? undefined : faultOf(rules, url, literal)
  }
  return {
    faultOf: url => (URL.canParse(url) ? knownFault(new URL(url)) : 'the address cannot be read'),
    fetch: async (text, options = {}) => {
      const url = new URL(text)
      const fault = knownFault(url)
      const host = url.origin
      try {
        if (fault !== undefined) throw new OutgoingError(fault)
        return await send(rules, url, options)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new OutgoingError(`${host} cannot be called: ${reason}.`, { cause: error })
      }
    },
  }
}
