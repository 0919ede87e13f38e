/** Every operation of /openapi.json with every scope: who lacks the right one is refused, who has it is not. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Answer, testServer } from '../server.ts'

interface Operation {
  readonly method: string
  readonly path: string
  /** The one scope that opens it; undefined for anybody. */
  readonly scope: string | undefined
}

const server = await testServer()
const { paths } = (await server.call('GET /openapi.json')).json() as {
  paths: Record<string, Record<string, { security?: Record<string, string[]>[] }>>
}

const operations: Operation[] = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { security }]) => {
    assert.ok(security, `${method} ${path} says nothing of its scope`)
    const scopes = security.flatMap(each => each['clientCredentials'] ?? [])
    assert.ok(scopes.length <= 1)
    return { method: method.toUpperCase(), path, scope: scopes[0] }
  }),
)

/** No record has such an id, so that nothing is found and nothing is changed. */
const filled = (path: string) => path.replace(/\{\w+\}/g, 'nothing-there')

/** Design: what anybody may see tells nothing about anybody. */
const PUBLIC = [
  /^GET \/(docs|(openapi|asyncapi)\.json)?$/,
  /^GET \/health\/(live|ready)$/,
  /^GET \/\.well-known\//,
  // These ask for the credentials of a client.
  /^POST \/oauth\/(token|introspect|revoke|par)$/,
  /^OPTIONS \/openehr\/v1$/,
]

/** Design, "scope per endpoint": what only looks at data although it is not a GET. */
const READING = [
  /^POST (\/openehr)?(\/v1)?\/query\//,
  /^POST \/openehr\/v1\/definition\/template\/adl1\.4\/\{template_id\}\/(example|validate)/,
  // Lists the records of a definition that comes with the call, and saves nothing.
  /^POST \/extra\/v1\/datamap$/,
  // Tries mappings on an example, and stores nothing.
  /^POST \/extra\/v1\/definition\/fhir-mapping\/try$/,
  // Says whether a record could be written, and writes nothing.
  /^POST \/extra\/v1\/datamap\/\{datamapName\}\/check$/,
  // Who may read changes may have them sent: a subscription writes nothing of a record.
  /^(POST|PUT|DELETE) \/extra\/v1\/subscription/,
  // Prepares what a person will see, and stores nothing about a patient.
  /^POST \/auth\/v1\/launch$/,
  // Shows the rows of a query as they change.
  /^POST \/extra\/v1\/live(\/|$)/,
  /^OPTIONS /,
]

/** Decision 0100: scopes for records open no parties. */
const PARTIES = /^(\/(openehr|extra)\/v1\/demographic|\/extra\/v1\/person(-definition)?)(\/|$)/

function expectedScope({ method, path }: Operation): string | undefined {
  const request = `${method} ${path}`
  if (PUBLIC.some(pattern => pattern.test(request))) return undefined
  if (request === 'POST /auth/v1/break-glass') return 'api.break_glass'
  if (/^(\/openehr\/v1|\/extra\/v1)?\/admin\//.test(path) || PARTIES.test(path)) return 'api.admin'
  return method === 'GET' || READING.some(pattern => pattern.test(request)) ? 'api.read' : 'api.write'
}

const SCOPES = ['api.read', 'api.write', 'api.admin']

function assertForbidden(answer: Answer, scope: string): void {
  assert.equal(answer.status, 403, answer.text)
  const challenge = answer.headers.get('www-authenticate') ?? ''
  assert.match(
    challenge,
    /^Bearer realm="[^"]+", error="insufficient_scope", error_description="[^"]+", scope="/,
  )
  assert.ok(challenge.endsWith(`scope="${scope}"`), challenge)
  const { code, status, message, requestId } = answer.json()
  assert.deepEqual({ code, status }, { code: 'auth.insufficient_scope', status: 403 })
  assert.match(message, new RegExp(scope.replace('.', '\\.')))
  assert.equal(requestId, answer.headers.get('x-request-id'))
}

function assertUnauthorized(answer: Answer): void {
  assert.equal(answer.status, 401, answer.text)
  // RFC 6750, section 3.1: a request without credentials is told of no error.
  assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="cairn"')
  assert.equal(answer.json().code, 'auth.token_missing')
}

describe(`the matrix of ${operations.length} operations`, () => {
  it('has operations for each scope and for anybody', () => {
    const kinds = new Set(operations.map(({ scope }) => scope))
    for (const scope of [undefined, 'api.admin']) assert.ok(kinds.has(scope), String(scope))
    assert.ok(operations.length >= 15)
  })

  for (const operation of operations) {
    const { method, path, scope } = operation
    const request = `${method} ${filled(path)}`

    it(`${method} ${path}: ${scope ?? 'public'}`, async () => {
      assert.equal(
        scope,
        expectedScope(operation),
        'the scope of the operation (docs/interface.md, section 4)',
      )
      const bare = await server.call(request)
      if (scope === undefined) {
        assert.ok(![401, 403, 404, 405, 500].includes(bare.status), `${bare.status} ${bare.text}`)
        return
      }
      assertUnauthorized(bare)
      for (const given of SCOPES.filter(each => each !== scope))
        assertForbidden(await server.call(request, { scopes: given }), scope)
      const others = SCOPES.filter(each => each !== scope).join(' ')
      assertForbidden(await server.call(request, { scopes: others }), scope)
      // The client of this test acts for itself: only an app of people can have this scope, and only people have drafts.
      if (scope === 'api.break_glass' || path.includes('/draft')) return
      const allowed = await server.call(request, { scopes: scope })
      assert.ok(![401, 403, 405].includes(allowed.status), `${allowed.status} ${allowed.text}`)
      assert.ok(allowed.status < 500, `${allowed.status} ${allowed.text}`)
    })

    if (method === 'GET' && scope !== undefined)
      it(`HEAD ${path}: the same`, async () => {
        const head = `HEAD ${filled(path)}`
        assert.equal((await server.call(head)).status, 401)
        const [lacking = ''] = SCOPES.filter(each => each !== scope)
        assert.equal((await server.call(head, { scopes: lacking })).status, 403)
        const { status } = await server.call(request, { scopes: scope })
        assert.equal((await server.call(head, { scopes: scope })).status, status)
      })
  }
})

describe('rights are decided before anything else is looked at', () => {
  const refused: [request: string, headers: Record<string, string>, body?: string][] = [
    ['POST /admin/v1/client', { 'Content-Type': 'text/plain' }, 'x'],
    ['POST /admin/v1/client', { 'Content-Type': 'application/json' }, '{'],
    ['GET /admin/v1/client', { Accept: 'image/png' }],
    ['GET /admin/v1/client/nothing-there', {}],
  ]
  for (const [request, headers, body] of refused)
    it(`${request} ${JSON.stringify(headers)}`, async () => {
      const options = body === undefined ? { headers } : { headers, body }
      assert.equal((await server.call(request, options)).status, 401)
      assert.equal((await server.call(request, { ...options, scopes: 'api.read' })).status, 403)
    })
})
