/** A second tenant that gets what tests create at the first one: the same EHRs with the same subjects, compositions, templates, queries and parties. */
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http'

/** A test that creates thousands of records shows no more by all of them. */
const MOST = 100

const PREFIX = '/openehr/v1'

const CREATED = [
  /^\/definition\/template\/adl1\.4$/,
  /^\/definition\/query\/./,
  /^\/ehr(\/[^/]+)?$/,
  /^\/ehr\/[^/]+\/(composition|contribution|directory)$/,
  /^\/demographic\/\w+$/,
]

interface Tenants {
  readonly port: number
  /** Of the tenant that tests call. */
  readonly origin: string
  readonly systemId: string
  /** Host name of the other. */
  readonly host: string
  readonly otherSystemId: string
  /** Known to both. */
  readonly client: { readonly id: string; readonly secret: string }
}

interface Creation {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: string
}

interface Sent {
  readonly status: number
  readonly id: string
  readonly text: string
}

export interface Mirror {
  /** Of the EHRs that were created at the other tenant. */
  readonly ehrIds: ReadonlySet<string>
  end(): void
}

const idOf = (etag: string | null | undefined): string => (etag ?? '').replaceAll('"', '')

/** The request that creates the same with the same ids at the other tenant. */
function sameAt({ systemId, otherSystemId }: Tenants, creation: Creation, made: Response): Creation {
  const { method, path } = creation
  const id = idOf(made.headers.get('etag'))
  if (method === 'POST' && path === `${PREFIX}/ehr`)
    return { ...creation, method: 'PUT', path: `${path}/${id}` }
  const body = creation.body.replaceAll(`::${systemId}::`, `::${otherSystemId}::`)
  const isJson = (creation.headers.get('content-type') ?? '').startsWith('application/json')
  if (method !== 'POST' || !path.endsWith('/composition') || !isJson) return { ...creation, body }
  const uid = { _type: 'OBJECT_VERSION_ID', value: id.replace(`::${systemId}::`, `::${otherSystemId}::`) }
  return { ...creation, body: JSON.stringify({ ...JSON.parse(body), uid }) }
}

/** `fetch` does not let a caller choose the host. */
const send = (
  { port, host }: Tenants,
  { method, path, body }: Omit<Creation, 'headers'>,
  headers: OutgoingHttpHeaders,
) =>
  new Promise<Sent>((done, failed) => {
    const bytes = Buffer.from(body)
    const all = { ...headers, host, 'content-length': bytes.length }
    const request = httpRequest({ port, host: '127.0.0.1', method, path, headers: all }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', part => {
        text += part
      })
      response.on('error', failed)
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, id: idOf(response.headers.etag), text }),
      )
    })
    request.on('error', failed)
    request.end(bytes)
  })

async function tokenOf(tenants: Tenants): Promise<string> {
  const { client, host, port } = tenants
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    audience: `http://${host}:${port}${PREFIX}`,
    scope: 'api.read api.write api.lenient api.admin',
  })
  const { text } = await send(
    tenants,
    { method: 'POST', path: '/oauth/token', body: form.toString() },
    {
      authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  )
  return (JSON.parse(text) as { access_token: string }).access_token
}

/** Undefined for requests that create nothing that the other tenant could have. */
function creationIn(address: string, init: RequestInit): Creation | undefined {
  const url = new URL(address)
  const { method = 'GET', body } = init
  const path = url.pathname
  if (!path.startsWith(PREFIX) || !['POST', 'PUT'].includes(method)) return undefined
  if (!CREATED.some(each => each.test(path.slice(PREFIX.length)))) return undefined
  const headers = new Headers(init.headers)
  if (headers.has('content-encoding')) return undefined
  if (body instanceof Uint8Array) return { method, path, headers, body: Buffer.from(body).toString() }
  return body === undefined || typeof body === 'string'
    ? { method, path, headers, body: body ?? '' }
    : undefined
}

const KEPT_HEADERS = [
  'content-type',
  'openehr-template-id',
  'openehr-audit-details',
  'openehr-version',
  'if-match',
]

type Repeat = (address: string, init: RequestInit, answer: Response) => Promise<void>

/** By the origin of the tenant that tests call. */
const mirrors = new Map<string, Repeat>()

const ownFetch = globalThis.fetch

const mirroringFetch: typeof fetch = async (input, init = {}) => {
  const answer = await ownFetch(input, init)
  if (!(input instanceof Request) && answer.ok)
    // A test may have taken the server or its databases away.
    await mirrors
      .get(new URL(String(input)).origin)?.(String(input), init, answer)
      .catch(() => {})
  return answer
}

/** Requests of this process that succeed are repeated at the other tenant before the test gets the answer. */
export function mirrorTo(tenants: Tenants): Mirror {
  const { origin, systemId, otherSystemId } = tenants
  const ehrIds = new Set<string>()
  const translated = (text: string) => text.replaceAll(`::${systemId}::`, `::${otherSystemId}::`)
  let left = MOST
  let token: Promise<string> | undefined
  const repeat: Repeat = async (address, init, answer) => {
    const found = left > 0 ? creationIn(address, init) : undefined
    if (!found) return
    left -= 1
    const creation = sameAt(tenants, found, answer)
    token ??= tokenOf(tenants)
    const kept = KEPT_HEADERS.flatMap(name => {
      const value = creation.headers.get(name)
      return value === null ? [] : [[name, translated(value)]]
    })
    const headers = { ...Object.fromEntries(kept), authorization: `Bearer ${await token}` }
    const { status, id } = await send(tenants, creation, headers)
    // The clock of a test may have gone on.
    if (status === 401) token = undefined
    if (status === 201 && /\/ehr(\/[^/]+)?$/.test(creation.path)) ehrIds.add(id)
  }
  mirrors.set(origin, repeat)
  globalThis.fetch = mirroringFetch
  return {
    ehrIds,
    end: () => {
      mirrors.delete(origin)
      if (mirrors.size === 0) globalThis.fetch = ownFetch
    },
  }
}
