import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bind, endpoint, type Mount } from './endpoint.ts'
import { allowedMethods, pathPattern } from './route-table.ts'

const routes = (...names: `${'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'} /${string}`[]) =>
  bind(
    names.map(route =>
      endpoint<undefined, undefined, undefined>({
        route,
        scope: 'public',
        produces: [],
        doc: { operationId: 'x', tag: 'x', summary: 'x', responses: {} },
        read: () => undefined,
        act: () => undefined,
        reply: () => ({ status: 200 }),
      }),
    ),
    undefined,
  )

describe('the pattern of a path', () => {
  const cases: [path: string, matches: string[], misses: string[]][] = [
    ['/', ['/', ''], ['/x', '//']],
    ['/ehr', ['/ehr', '/ehr/'], ['/', '/ehrs', '/ehr/x', '/ehr//', '/EHR', '/x/ehr']],
    ['/ehr/{ehr_id}', ['/ehr/x', '/ehr/x/', '/ehr/a%2Fb', '/ehr/a.b::c::1'], ['/ehr', '/ehr/', '/ehr/x/y']],
    ['/{a}/x/{b}', ['/1/x/2'], ['/1/x', '/1/y/2', '//x/2']],
    ['/a.b+c(d)', ['/a.b+c(d)'], ['/aXb+c(d)', '/a.bbc(d)']],
    [
      '/.well-known/jwks.json',
      ['/.well-known/jwks.json'],
      ['/Xwell-known/jwks.json', '/.well-known/jwksXjson'],
    ],
  ]
  for (const [path, matches, misses] of cases)
    it(path, () => {
      const pattern = pathPattern(path)
      for (const text of matches) assert.match(text, pattern)
      for (const text of misses) assert.doesNotMatch(text, pattern)
    })
})

describe('the methods of a path', () => {
  const mounts: Mount[] = [
    {
      prefixes: ['/v1', '/other/v1'],
      endpoints: routes('GET /ehr', 'POST /ehr', 'GET /ehr/{ehr_id}', 'OPTIONS /'),
    },
    { prefixes: [''], endpoints: routes('PUT /v1/ehr/{id}', 'DELETE /v1/ehr/fixed', 'GET /') },
  ]
  const methodsOf = allowedMethods(mounts)

  const cases: Record<string, string | undefined> = {
    '/v1/ehr': 'GET, HEAD, OPTIONS, POST',
    '/v1/ehr/': 'GET, HEAD, OPTIONS, POST',
    '/other/v1/ehr': 'GET, HEAD, OPTIONS, POST',
    '/v1/ehr/7': 'GET, HEAD, OPTIONS, PUT',
    '/v1/ehr/fixed': 'DELETE, GET, HEAD, OPTIONS, PUT',
    '/other/v1/ehr/7': 'GET, HEAD, OPTIONS',
    '/v1': 'OPTIONS',
    '/': 'GET, HEAD, OPTIONS',
    '/v2/ehr': undefined,
    '/v1/ehr/7/8': undefined,
    '': 'GET, HEAD, OPTIONS',
  }
  for (const [path, expected] of Object.entries(cases))
    it(`${path || '(empty)'}: ${expected ?? 'none'}`, () => assert.equal(methodsOf(path), expected))
})
