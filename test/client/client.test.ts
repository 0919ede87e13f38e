/** The work that the client does by itself: tokens, repeated requests, pages, versions, errors, streams, abort. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  bearerToken,
  browserSession,
  CairnError,
  clientCredentials,
  createClient,
  isCairnError,
} from '../../packages/client/src/index.ts'
import { bloodPressure, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const credentials = { clientId: server.client.id, clientSecret: server.client.secret }
const baseUrl = server.url

/** A `fetch` that counts, and that can stand in for an answer of a server that is busy. */
function watched(standIn: (url: string, count: number) => Response | Error | undefined = () => undefined) {
  const seen: { readonly url: string; readonly init: RequestInit }[] = []
  const fetcher: typeof fetch = async (url, init = {}) => {
    seen.push({ url: String(url), init })
    const given = standIn(String(url), seen.filter(each => each.url === String(url)).length)
    if (given instanceof Error) throw given
    return given ?? fetch(url, init)
  }
  return { fetcher, seen, count: (part: string) => seen.filter(({ url }) => url.includes(part)).length }
}

const busy = (status: number, after?: string) =>
  new Response('{}', { status, headers: after === undefined ? {} : { 'Retry-After': after } })

describe('tokens', () => {
  it('are asked for once for all callers, and renewed once for all when they are about to end', async () => {
    let now = Date.now()
    const { fetcher, count } = watched()
    const authentication = clientCredentials({ ...credentials, now: () => now })
    const cairn = createClient({ baseUrl, authentication, fetch: fetcher })
    const together = () => Promise.all(Array.from({ length: 20 }, () => cairn.templates.list()))
    await together()
    assert.equal(count('/oauth/token'), 1)
    now += 3_550_000
    await together()
    assert.equal(count('/oauth/token'), 2)
  })

  it('that the server does not take are replaced once, whatever the method', async () => {
    let isFirst = true
    const { fetcher, count } = watched(url => {
      if (!url.endsWith('/openehr/v1/ehr') || !isFirst) return undefined
      isFirst = false
      return new Response('{}', { status: 401 })
    })
    const cairn = createClient({ baseUrl, ...credentials, fetch: fetcher })
    const { version } = await cairn.ehr.create()
    assert.match(version, /^[0-9a-f-]{36}$/)
    assert.deepEqual([count('/oauth/token'), count('/openehr/v1/ehr')], [2, 2])
  })

  it('of a wrong secret are refused with the code of the table', async () => {
    const cairn = createClient({ baseUrl, clientId: credentials.clientId, clientSecret: 'wrong' })
    await assert.rejects(cairn.templates.list(), error => isCairnError(error, 'oauth.invalid_client'))
  })

  it('of the program itself are sent as they are', async () => {
    const token = await server.token('api.read')
    const cairn = createClient({ baseUrl, authentication: bearerToken(async () => token) })
    assert.ok(Array.isArray(await cairn.templates.list()))
    assert.equal(await cairn.token(), token)
    const other = createClient({ baseUrl, authentication: bearerToken('no token') })
    await assert.rejects(other.templates.list(), error => isCairnError(error, 'auth.token_invalid'))
  })

  it('are not needed by the session of a browser, whose writes carry a CSRF header', async () => {
    const { fetcher, seen } = watched(() => new Response(null, { status: 204 }))
    const authentication = browserSession({ csrfToken: () => 'from the page' })
    const cairn = createClient({ baseUrl, authentication, fetch: fetcher })
    await cairn.call('GET /openehr/v1/ehr')
    await cairn.call('POST /openehr/v1/ehr')
    const sent = seen.map(({ init }) => [init.credentials, new Headers(init.headers).get('X-CSRF-Token')])
    assert.deepEqual(sent, [
      ['same-origin', null],
      ['same-origin', 'from the page'],
    ])
    await assert.rejects(cairn.token(), /no access token/)
  })
})

describe('requests that fail', () => {
  const tries = async (
    request: string,
    answer: Response | Error | (() => Response | Error),
    headers: Record<string, string> = {},
  ) => {
    const { fetcher, count } = watched(url =>
      url.includes('/busy') ? (typeof answer === 'function' ? answer() : answer) : undefined,
    )
    const cairn = createClient({ baseUrl, ...credentials, fetch: fetcher, retries: { attempts: 3 } })
    await assert.rejects(cairn.call(`${request} /busy`, { headers }))
    return count('/busy')
  }

  for (const [what, request, answer, times, headers] of [
    ['a read after 503', 'GET', () => busy(503, '0'), 3],
    ['a read after 502', 'GET', () => busy(502, '0'), 3],
    ['a read after 504', 'GET', () => busy(504, '0'), 3],
    ['a read after 429', 'GET', () => busy(429, '0'), 3],
    ['a read after a date', 'GET', () => busy(503, new Date(0).toUTCString()), 3],
    ['a read after a lost connection', 'GET', new TypeError('fetch failed'), 3],
    ['a read that is told to wait too long', 'GET', () => busy(503, '3600'), 1],
    ['a read that is refused', 'GET', () => busy(400), 1],
    ['a write after 503', 'POST', () => busy(503, '0'), 1],
    ['a write after 502', 'POST', () => busy(502, '0'), 1],
    ['a write after 429, which did nothing', 'POST', () => busy(429, '0'), 3],
    ['a write after a lost connection', 'PUT', new TypeError('fetch failed'), 1],
    ['a write that names its version, after 503', 'PUT', () => busy(503, '0'), 3, { 'If-Match': '"1"' }],
    [
      'a write that names its version, after a lost connection',
      'PUT',
      new TypeError('fetch failed'),
      3,
      { 'If-Match': '"1"' },
    ],
  ] as const)
    it(`${what}: sent ${times === 1 ? 'once' : `${times} times`}`, async () =>
      assert.equal(await tries(request, answer, headers), times))

  it('are sent again with the same body, and succeed', async () => {
    let isFirst = true
    const { fetcher } = watched(url => {
      if (!url.endsWith('/query/aql') || !isFirst) return undefined
      isFirst = false
      return busy(429, '0')
    })
    const cairn = createClient({ baseUrl, ...credentials, fetch: fetcher })
    const { q } = await cairn.query.adhocPost({ body: { q: 'SELECT e FROM EHR e', fetch: 1 } })
    assert.equal(q, 'SELECT e FROM EHR e')
  })

  it('are not waited for after an abort', async () => {
    const { fetcher, count } = watched(url => (url.includes('/busy') ? busy(503, '20') : undefined))
    const cairn = createClient({ baseUrl, ...credentials, fetch: fetcher })
    const stopping = new AbortController()
    const waiting = cairn.call('GET /busy', { signal: stopping.signal })
    while (count('/busy') === 0) await new Promise(done => setTimeout(done, 5))
    stopping.abort(new Error('enough'))
    await assert.rejects(waiting, /enough/)
    assert.equal(count('/busy'), 1)
  })
})

describe('records', () => {
  const cairn = createClient({ baseUrl, ...credentials, scope: 'api.read api.write' })
  before(() => uploadTemplate(server))

  it('carry their version: the next write follows it, and one that comes too late is told of the latest', async () => {
    const ehr_id = await newEhr(server)
    const status = await cairn.ehrStatus.getAtTime({ ehr_id })
    const body = { ...status.value, is_queryable: false }
    const next = await cairn.ehrStatus.update({ ehr_id, ifMatch: status, body })
    assert.equal(next.value, undefined)
    assert.match(next.version, /::2$/)
    assert.ok(next.lastModified instanceof Date && !Number.isNaN(next.lastModified.getTime()))
    await assert.rejects(cairn.ehrStatus.update({ ehr_id, ifMatch: status.version, body }), error => {
      assert.ok(isCairnError(error, 'version.conflict'))
      assert.equal(error.status, 412)
      assert.equal(error.headers.get('ETag'), `"${next.version}"`)
      return true
    })
  })

  it('that break their template are refused with every finding', async () => {
    const ehr_id = await newEhr(server)
    const body = bloodPressure([{ systolic: 5000 }]) as never
    await assert.rejects(cairn.composition.create({ ehr_id, body }), error => {
      assert.ok(error instanceof CairnError)
      assert.deepEqual(
        [error.code, error.errors.length, error.validationErrors.length],
        ['data.invalid', 1, 1],
      )
      assert.ok(error.requestId)
      assert.match(error.errors[0]?.path ?? '', /magnitude/)
      return true
    })
  })

  it('that were deleted are there without a value', async () => {
    const ehr_id = await newEhr(server)
    const uid = (await postComposition(server, ehr_id)).headers.get('etag')?.replaceAll('"', '') ?? ''
    await cairn.composition.delete({ ehr_id, uid_based_id: uid })
    const { value } = await cairn.composition.get({ ehr_id, uid_based_id: uid.split('::')[0] ?? '' })
    assert.equal(value, undefined)
  })

  it('have addresses that keep to their segment', async () => {
    await assert.rejects(cairn.templates.get({ template_id: '../../ehr' }), error =>
      isCairnError(error, 'template.not_found'),
    )
    await assert.rejects(cairn.templates.get({ template_id: '' }), /template_id is missing/)
  })

  it('can be read as a stream', async () => {
    const ehr_id = await newEhr(server)
    const answer = await cairn.request('ehr_get_by_id', { ehr_id })
    let bytes = 0
    for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).length
    assert.ok(bytes > 100)
  })
})

describe('pages', () => {
  const cairn = createClient({ baseUrl, ...credentials })
  before(async () => {
    for (const id of ['Page 1.v1', 'Page 2.v1', 'Page 3.v1']) await uploadTemplate(server, id)
  })

  it('of a list are walked through to the end', async () => {
    const ids: string[] = []
    for await (const { template_id } of cairn.templates.listEach({ fetch: 1 })) ids.push(template_id)
    assert.deepEqual(ids, [...new Set(ids)])
    assert.ok(ids.length >= 4)
  })

  it('end with an abort', async () => {
    const stopping = new AbortController()
    const walk = async () => {
      for await (const _ of cairn.templates.listEach({ fetch: 1 }, { signal: stopping.signal }))
        stopping.abort()
    }
    await assert.rejects(walk(), { name: 'AbortError' })
  })
})
