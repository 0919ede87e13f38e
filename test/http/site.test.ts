/** The server about itself: health, metrics, the description of its API, and pages that load nothing from outside. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { freePort, testServer } from '../server.ts'

const adminPort = await freePort()
const server = await testServer({ env: { CAIRN_ADMIN_PORT: String(adminPort) } })

describe('health', () => {
  it('live and ready answer without a token', async () => {
    assert.deepEqual((await server.call('GET /health/live')).json(), { status: 'live' })
    assert.deepEqual((await server.call('GET /health/ready')).json(), { status: 'ready' })
  })

  it('is also on the admin port', async () => {
    for (const path of ['/health/live', '/health/ready'])
      assert.equal((await fetch(`http://127.0.0.1:${adminPort}${path}`)).status, 200)
  })
})

describe('metrics', () => {
  const scrape = async () => (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
  const series = (text: string) =>
    text.split('\n').filter(line => line.startsWith('cairn_http_requests_total{'))

  it('are on the admin port only, in the format of Prometheus', async () => {
    assert.equal((await server.call('GET /metrics')).status, 404)
    const answer = await fetch(`http://127.0.0.1:${adminPort}/metrics`)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    const text = await answer.text()
    for (const name of [
      'cairn_http_requests_total',
      'cairn_http_request_seconds',
      'cairn_audit_events_waiting',
      'cairn_database_connections',
      'process_resident_memory_bytes',
    ])
      assert.ok(text.includes(`# HELP ${name} `), name)
  })

  it('count requests by method, route and status', async () => {
    await server.call('GET /admin/v1/client', { scopes: 'api.admin' })
    assert.match(
      await scrape(),
      /cairn_http_requests_total\{method="GET",route="\/admin\/v1\/client",status="200"\} [1-9]/,
    )
  })

  it('have as many series as there are routes, whatever callers send', async () => {
    const send = (n: number) =>
      Promise.all([
        server.call(`GET /nowhere/${n}`),
        server.call(`GET /admin/v1/client/c${n}`, { scopes: 'api.admin' }),
        server.call(`GET /openehr/v1/${n}/${n}`),
        server.call(`PROPFIND /nowhere/${n}`),
      ])
    await send(-1)
    const before = series(await scrape()).length
    for (let n = 0; n < 30; n++) await send(n)
    assert.equal(series(await scrape()).length, before)
    assert.match(await scrape(), /method="other"/)
  })

  it('other things are not on the admin port', async () => {
    for (const path of ['/admin/v1/client', '/openapi.json', '/oauth/token'])
      assert.equal((await fetch(`http://127.0.0.1:${adminPort}${path}`)).status, 404, path)
  })
})

interface Schema {
  readonly [key: string]: unknown
}
interface Response {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Record<string, { schema: Schema }>
}
interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly parameters?: readonly {
    name: string
    in: string
    required?: boolean
    description: string
    schema: Schema
  }[]
  readonly requestBody?: { content: Record<string, { schema: Schema }>; required: boolean }
  readonly responses: Record<string, Response>
  readonly security: readonly Record<string, readonly string[]>[]
}
interface OpenApi {
  readonly openapi: string
  readonly info: Record<string, unknown>
  readonly servers: readonly { url: string }[]
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: {
    schemas: Record<string, Schema>
    responses: Record<string, Response>
    securitySchemes: Record<
      string,
      { type: string; flows: Record<string, { tokenUrl: string; scopes: object }> }
    >
  }
}

describe('/openapi.json', async () => {
  const answer = await server.call('GET /openapi.json')
  const document = answer.json() as OpenApi
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )

  it('is OpenAPI 3.1 with its required parts', () => {
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    assert.match(document.openapi, /^3\.1\.\d+$/)
    assert.equal(typeof document.info['title'], 'string')
    assert.equal(typeof document.info['version'], 'string')
    assert.equal(document.servers[0]?.url, server.url.replace('127.0.0.1', 'localhost'))
  })

  it('has no two operations of one name', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    assert.deepEqual(
      ids.filter((id, at) => ids.indexOf(id) !== at),
      [],
    )
  })

  it('has no two paths that differ only in the names of their parameters', () => {
    const shapes = Object.keys(document.paths).map(path => path.replace(/\{\w+\}/g, '{}'))
    assert.equal(new Set(shapes).size, shapes.length)
  })

  it('refers to nothing that is not there', () => {
    for (const [, pointer = ''] of answer.text.matchAll(/"\$ref": ?"#\/([^"]+)"/g)) {
      let at: unknown = document
      for (const part of pointer.split('/')) at = (at as Record<string, unknown> | undefined)?.[part]
      assert.ok(at !== undefined, pointer)
    }
  })

  const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
  const scheme = document.components.securitySchemes['clientCredentials']
  const scopes = Object.keys(scheme?.flows['clientCredentials']?.scopes ?? {})

  it('tells where tokens are to be had, and the scopes', () => {
    assert.equal(scheme?.type, 'oauth2')
    assert.equal(
      scheme?.flows['clientCredentials']?.tokenUrl,
      `${server.url.replace('127.0.0.1', 'localhost')}/oauth/token`,
    )
    assert.deepEqual(scopes, ['api.read', 'api.write', 'api.lenient', 'api.break_glass', 'api.admin'])
  })

  for (const { path, method, operation } of operations)
    it(`${method.toUpperCase()} ${path}: parameters, body, answers and scope`, () => {
      assert.ok(METHODS.includes(method))
      assert.match(operation.operationId, /^\w+$/)
      assert.ok(operation.summary.length > 0 && operation.tags.length === 1)
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = operation.parameters ?? []
      assert.deepEqual(
        declared
          .filter(each => each.in === 'path')
          .map(({ name }) => name)
          .sort(),
        inPath.sort(),
        'every path parameter is declared, and no other',
      )
      for (const parameter of declared) {
        assert.ok(['path', 'query', 'header'].includes(parameter.in))
        assert.ok(parameter.description.length > 0 && typeof parameter.schema === 'object')
        if (parameter.in === 'path') assert.equal(parameter.required, true)
      }
      const names = declared.map(each => `${each.in} ${each.name.toLowerCase()}`)
      assert.equal(new Set(names).size, names.length)
      if (operation.requestBody) {
        assert.ok(['post', 'put', 'patch', 'delete'].includes(method))
        assert.ok(
          Object.keys(operation.requestBody.content).every(type => /^[\w*.+-]+\/[\w*.+-]+$/.test(type)),
        )
      }
      assert.ok(Object.keys(operation.responses).length > 0)
      for (const [status, response] of Object.entries(operation.responses)) {
        assert.match(status, /^[1-5]\d\d$/)
        const [, shared = ''] = /^#\/components\/responses\/(\w+)$/.exec(response.$ref ?? '') ?? []
        const { description } = document.components.responses[shared] ?? response
        assert.ok((description ?? '').length > 0)
      }
      const needed = operation.security.flatMap(each => each['clientCredentials'] ?? [])
      for (const scope of needed) assert.ok(scopes.includes(scope), scope)
      if (needed.length > 0)
        for (const status of ['401', '403']) assert.ok(operation.responses[status], status)
    })

  it('has the operations of docs/interface.md that are served', async () => {
    for (const path of [
      '/oauth/token',
      '/.well-known/smart-configuration',
      '/openehr/v1/definition/template/adl1.4',
    ])
      assert.ok(document.paths[path], path)
  })
})

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

describe('the start page', () => {
  const page = () => server.call('GET /', { headers: { Accept: BROWSER } })

  it('is a page for browsers, whose policy allows only what it brings', async () => {
    const { status, headers, text } = await page()
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(headers.get('vary'), 'Accept')
    assert.doesNotMatch(text, /<(script|img|iframe|object|embed|base|form|meta http-equiv)\b/i)
    assert.doesNotMatch(text, /\bhref\s*=\s*["']?\s*(https?:|\/\/|javascript:|data:)/i)
    assert.doesNotMatch(text, /url\(|@import|\bon\w+\s*=\s*["']|\bstyle\s*=\s*["']/i)
    const policy = headers.get('content-security-policy') ?? ''
    const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    assert.ok(style.length > 0 && policy.includes(`'sha256-${hash}'`), 'the hash of the style')
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
  })

  it('says what this server is, and links to what is there', async () => {
    const { text } = await page()
    assert.match(text, /0\.0\.0-test/)
    assert.match(text, /Ready/)
    const links = [...text.matchAll(/href="([^"#]+)"/g)].map(([, href = '']) => href)
    assert.ok(links.length >= 6)
    for (const href of links) assert.equal((await server.call(`GET /${href}`)).status, 200, href)
  })

  it('is facts for programs, whose Accept takes anything', async () => {
    for (const accept of ['*/*', 'application/json']) {
      const answer = await server.call('GET /', { headers: { Accept: accept } })
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
      const { name, version, status, links } = answer.json()
      assert.deepEqual([name, version, status], ['Cairn', '0.0.0-test', 'ready'])
      assert.ok(links.api.endsWith('/openehr/v1'))
    }
  })
})
