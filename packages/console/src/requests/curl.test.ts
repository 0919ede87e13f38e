import assert from 'node:assert/strict'
import { it } from 'node:test'
import { curlOf } from './curl.ts'

it('a request becomes a command without its token', () => {
  const command = curlOf({
    method: 'POST',
    url: 'http://localhost:8080/openehr/v1/query/aql',
    headers: {
      authorization: 'Bearer secret',
      accept: 'application/json',
      'content-type': 'application/json',
    },
    body: `{"q":"SELECT e FROM EHR e WHERE e/x = 'it''s'"}`,
  })
  assert.equal(
    command,
    [
      `curl -X POST 'http://localhost:8080/openehr/v1/query/aql' \\`,
      `  -H "Authorization: Bearer $TOKEN" \\`,
      `  -H 'accept: application/json' \\`,
      `  -H 'content-type: application/json' \\`,
      `  --data-binary '{"q":"SELECT e FROM EHR e WHERE e/x = '\\''it'\\'''\\''s'\\''"}'`,
    ].join('\n'),
  )
  assert.doesNotMatch(command, /secret/)
})

it('a request without a token gets no header for one', () => {
  assert.equal(
    curlOf({ method: 'GET', url: 'http://x/health/live', headers: {} }),
    "curl 'http://x/health/live'",
  )
})
