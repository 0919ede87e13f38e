/** Every answer and every resource: request ids, security headers, methods, slashes, prefixes. */
import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { describe, it } from 'node:test'
import type { Answer } from '../server.ts'
import { testServer } from '../server.ts'
import { requestLine, sendRaw } from './raw.ts'

const server = await testServer({ env: { CAIRN_PREFIXES: '/ehrbase/rest/openehr/v1, /rest/openehr/v1' } })

/** One answer of each kind that the core gives. */
const answers: Record<string, () => Promise<Pick<Answer, 'status' | 'headers'>>> = {
  '200 of the API': () => server.call('GET /admin/v1/client', { scopes: 'api.admin' }),
  '200 of discovery': () => server.call('GET /.well-known/smart-configuration'),
  '200 of a page': () => server.call('GET /', { headers: { Accept: 'text/html' } }),
  '200 of health': () => server.call('GET /health/live'),
  '204 of OPTIONS': () => server.call('OPTIONS /admin/v1/client'),
  '400 of OAuth': () =>
    server.call('POST /oauth/token', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'x=1',
    }),
  '400 of a path that cannot be decoded': () => server.call('GET /admin/v1/client/%zz'),
  '400 of what is not HTTP': () => sendRaw(server.url, 'nonsense\r\n\r\n'),
  '401': () => server.call('GET /admin/v1/client'),
  '403': () => server.call('GET /admin/v1/client', { scopes: 'api.read' }),
  '404 of an address': () => server.call('GET /nowhere'),
  '404 of a resource': () => server.call('GET /admin/v1/client/nobody', { scopes: 'api.admin' }),
  '404 of a segment that is too long': () =>
    server.call(`GET /admin/v1/client/${'x'.repeat(2000)}`, { scopes: 'api.admin' }),
  '405': () => server.call('DELETE /admin/v1/client'),
  '406': () => server.call('GET /openapi.json', { headers: { Accept: 'image/png' } }),
  '413': () =>
    server.call('POST /oauth/token', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'x'.repeat(20 * 1024 * 1024 + 1),
    }),
  '414': () => server.call(`GET /?${'x'.repeat(17 * 1024)}`),
  '415': () =>
    server.call('POST /admin/v1/client', {
      scopes: 'api.admin',
      headers: { 'Content-Type': 'text/plain' },
      body: 'x',
    }),
  '431': () =>
    sendRaw(server.url, requestLine(server.url, 'GET / HTTP/1.1', [`X-Long: ${'x'.repeat(65 * 1024)}`])),
  HEAD: () => server.call('HEAD /health/live'),
}

describe('every answer', () => {
  for (const [name, ask] of Object.entries(answers))
    it(`has the security headers and a request id: ${name}`, async () => {
      const { status, headers } = await ask()
      const expected = /^\d+/.exec(name)?.[0]
      if (expected) assert.equal(status, Number(expected))
      const policy = headers.get('content-security-policy') ?? ''
      for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        assert.ok(policy.includes(part), `Content-Security-Policy: ${policy}`)
      assert.doesNotMatch(policy, /unsafe|\*/)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
      assert.match(headers.get('cache-control') ?? '', name.includes('discovery') ? /max-age/ : /no-store/)
      assert.match(headers.get('x-request-id') ?? '', /^[\w.:-]{1,64}$/)
      for (const banner of ['server', 'x-powered-by', 'access-control-allow-origin', 'set-cookie'])
        assert.equal(headers.get(banner), null, banner)
      assert.equal(headers.get('strict-transport-security'), null, 'only where the address is https')
    })

  it('tells browsers to stay with https where the public address is https', async () => {
    const secure = await testServer({ env: { CAIRN_BASE_URL: 'https://cairn.example.org' } })
    const { headers } = await secure.call('GET /nowhere')
    assert.match(headers.get('strict-transport-security') ?? '', /^max-age=\d{8,}/)
  })
})

describe('a request id', () => {
  const id = async (given: string | undefined) =>
    (
      await server.call('GET /nowhere', { headers: given === undefined ? {} : { 'X-Request-Id': given } })
    ).headers.get('x-request-id')

  for (const given of ['abc', 'a1B2.c:d_e-f', '0af76519-16cd-43dd-8448-eb211c80319c', 'x'.repeat(64)])
    it(`of the caller is kept: ${given.slice(0, 40)}`, async () => assert.equal(await id(given), given))

  for (const given of [undefined, '', 'x'.repeat(65), 'a b', '{"a":1}', '<script>', 'a;b', '../x', 'é'])
    it(`is made by us instead of ${JSON.stringify(given)?.slice(0, 40)}`, async () =>
      assert.match(
        (await id(given)) ?? '',
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ))

  it('given twice is made by us', async () => {
    const bytes = requestLine(server.url, 'GET /nowhere HTTP/1.1', ['X-Request-Id: a', 'X-Request-Id: b'])
    const { headers } = await sendRaw(server.url, bytes)
    assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
  })

  it('is another one each time', async () => assert.notEqual(await id(undefined), await id(undefined)))

  it('is in the error body', async () => {
    const answer = await server.call('GET /nowhere', { headers: { 'X-Request-Id': 'mine' } })
    assert.equal(answer.json().requestId, 'mine')
  })
})

describe('an error', () => {
  it('of the API has message, error, code, status, requestId, validationErrors and errors', async () => {
    const answer = await server.call('POST /admin/v1/client', {
      scopes: 'api.admin',
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":"","scopes":[],"more":1}',
    })
    const { message, error, code, status, requestId, validationErrors, errors, ...rest } = answer.json()
    assert.deepEqual([answer.status, status, code, rest], [400, 400, 'request.malformed', {}])
    assert.match(message, /\w+ \w+.*\.$/)
    assert.ok(message.includes(validationErrors[0]), 'for clients that show the message alone')
    assert.equal(error, 'Bad Request')
    assert.equal(requestId, answer.headers.get('x-request-id'))
    assert.equal(errors.length, 3, 'everything that is wrong, at once')
    for (const error of errors) {
      assert.equal(typeof error.path, 'string')
      assert.equal(typeof error.code, 'string')
      assert.equal(typeof error.message, 'string')
    }
    assert.deepEqual(
      validationErrors,
      errors.map((each: { path: string; message: string }) => `${each.path}: ${each.message}`),
    )
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  })

  const kinds: [request: string, status: number, code: string][] = [
    ['GET /nowhere', 404, 'resource.not_found'],
    ['GET /openehr/v2/ehr', 404, 'resource.not_found'],
    ['GET /admin/v1', 404, 'resource.not_found'],
    ['PATCH /nowhere', 404, 'resource.not_found'],
    ['DELETE /health/live', 405, 'request.method_not_allowed'],
    ['GET /admin/v1/client/%zz', 400, 'request.malformed'],
    ['GET /admin/v1/client/%c3%28', 400, 'request.malformed'],
  ]
  for (const [request, status, code] of kinds)
    it(`${request} is ${status} ${code}`, async () => {
      const answer = await server.call(request)
      const body = answer.json()
      assert.deepEqual([answer.status, body.status, body.code], [status, status, code])
      assert.equal(body.requestId, answer.headers.get('x-request-id'))
      assert.ok(!answer.text.includes('%zz') && !answer.text.includes('FST_'), answer.text)
    })
})

describe('methods', () => {
  const allowed: Record<string, string> = {
    '/admin/v1/client': 'GET, HEAD, OPTIONS, POST',
    '/admin/v1/client/somebody': 'DELETE, GET, HEAD, OPTIONS, PUT',
    '/admin/v1/client/somebody/rotate': 'OPTIONS, POST',
    '/oauth/token': 'OPTIONS, POST',
    '/oauth/authorize': 'GET, HEAD, OPTIONS, POST',
    '/health/live': 'GET, HEAD, OPTIONS',
    '/': 'GET, HEAD, OPTIONS',
    '/openehr/v1': 'OPTIONS',
    '/ehrbase/rest/openehr/v1': 'OPTIONS',
  }
  for (const [path, allow] of Object.entries(allowed)) {
    it(`${path} answers others with 405 and Allow: ${allow}`, async () => {
      for (const method of ['PUT', 'DELETE', 'PATCH', 'GET', 'POST'].filter(each => !allow.includes(each))) {
        const answer = await server.call(`${method} ${path}`)
        assert.equal(answer.status, 405, method)
        assert.equal(answer.headers.get('allow'), allow)
        assert.equal(answer.json().code, 'request.method_not_allowed')
      }
      for (const method of ['TRACE', 'PROPFIND', 'LINK', 'MKCOL']) {
        const answer = await sendRaw(server.url, requestLine(server.url, `${method} ${path} HTTP/1.1`))
        assert.equal(answer.status, 405, method)
        assert.equal(answer.headers.get('allow'), allow)
      }
    })

    it(`OPTIONS ${path} says so, without a token`, async () => {
      const answer = await server.call(`OPTIONS ${path}`)
      assert.ok([200, 204].includes(answer.status))
      assert.equal(answer.headers.get('allow'), allow)
      for (const [name] of answer.headers) assert.ok(!name.startsWith('access-control-'), name)
    })
  }

  it('OPTIONS of nothing is 404', async () =>
    assert.equal((await server.call('OPTIONS /nowhere')).status, 404))

  it('a method that does not exist is refused, and TRACE echoes nothing', async () => {
    const { status } = await sendRaw(server.url, requestLine(server.url, 'BREW / HTTP/1.1'))
    assert.ok([400, 405, 501].includes(status), String(status))
    const trace = await sendRaw(
      server.url,
      requestLine(server.url, 'TRACE / HTTP/1.1', ['X-Canary: canary-4711']),
    )
    assert.ok(!trace.text.includes('canary-4711'))
  })

  it('every method that Node knows is answered without a fault, whatever body or Content-Type comes with it', async () => {
    // CONNECT asks for a tunnel and never reaches a resource.
    const unknown = METHODS.filter(method => !/^(?:CONNECT|GET|HEAD|POST|OPTIONS)$/.test(method))
    const heads = [
      [],
      ['Content-Length: 2'],
      ['Content-Type: text/plain', 'Content-Length: 2'],
      ['Content-Type: ?'],
    ]
    for (const method of unknown)
      for (const headers of heads) {
        const body = headers.some(header => header.startsWith('Content-Length')) ? '{}' : ''
        const line = `${method} /admin/v1/client HTTP/1.1`
        const answer = await sendRaw(server.url, requestLine(server.url, line, headers, body))
        assert.equal(answer.status, 405, `${method} ${headers}: ${answer.text}`)
        assert.equal(answer.headers.get('allow'), 'GET, HEAD, OPTIONS, POST')
      }
    for (const method of unknown) {
      const answer = await sendRaw(server.url, requestLine(server.url, `${method} /nowhere HTTP/1.1`))
      assert.equal(answer.status, 404, method)
    }
    assert.deepEqual(
      server.logged.filter(line => line.includes('internal error while')),
      [],
    )
  })

  it('HEAD has the headers of GET and no body', async () => {
    for (const path of ['/health/live', '/openapi.json', '/.well-known/smart-configuration', '/nowhere']) {
      const [get, head] = await Promise.all([server.call(`GET ${path}`), server.call(`HEAD ${path}`)])
      assert.equal(head.status, get.status)
      assert.equal(head.text, '')
      for (const name of ['content-type', 'content-length', 'cache-control', 'content-security-policy'])
        assert.equal(head.headers.get(name), get.headers.get(name), `${path} ${name}`)
    }
  })
})

describe('addresses', () => {
  it('are the same with a trailing slash', async () => {
    for (const path of [
      '/admin/v1/client',
      '/health/live',
      '/openapi.json',
      '/openehr/v1/definition/template/adl1.4',
    ]) {
      const [bare, slashed] = await Promise.all([
        server.call(`GET ${path}`, { scopes: 'api.admin api.read' }),
        server.call(`GET ${path}/`, { scopes: 'api.admin api.read' }),
      ])
      assert.deepEqual([slashed.status, slashed.text], [bare.status, bare.text])
      assert.equal((await server.call(`PATCH ${path}/`)).status, 405)
    }
  })

  it('are the same under every prefix that is set', async () => {
    for (const prefix of ['/openehr/v1', '/ehrbase/rest/openehr/v1', '/rest/openehr/v1']) {
      const path = `${prefix}/definition/template/adl1.4`
      assert.equal((await server.call(`OPTIONS ${prefix}/`)).status, 200, prefix)
      assert.equal((await server.call(`GET ${path}`)).status, 401, prefix)
      assert.equal((await server.call(`GET ${path}`, { scopes: 'api.write' })).status, 403, prefix)
      assert.equal((await server.call(`GET ${path}`, { scopes: 'api.read' })).status, 200, prefix)
    }
    assert.equal((await server.call('OPTIONS /other/openehr/v1')).status, 404)
  })

  it('may be set twice, or as they are anyway', async () => {
    const again = await testServer({ env: { CAIRN_PREFIXES: '/openehr/v1,/a/b,/a/b' } })
    assert.equal((await again.call('OPTIONS /a/b')).status, 200)
  })
})
