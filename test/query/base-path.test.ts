/** The path of a base URL is in the addresses of an answer once, whether a proxy passes it on or not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from '../server.ts'
import { asking, newEhr } from './queries.ts'

const port = await freePort()
const BASE = `http://localhost:${port}/cdr`
const { server, send } = await asking({
  env: { CAIRN_PORT: String(port), CAIRN_BASE_URL: BASE, CAIRN_AUTH_URL: `http://localhost:${port}` },
})
await newEhr(server)
await newEhr(server)

const QUERY = `q=${encodeURIComponent('SELECT e/ehr_id/value FROM EHR e')}&fetch=1`

for (const path of ['/cdr/openehr/v1/query/aql', '/openehr/v1/query/aql'])
  test(`meta._href and the next page of ${path}`, async () => {
    const answer = await send(`GET ${path}?${QUERY}`)
    assert.equal(answer.status, 200, answer.text)
    const { _href, next } = answer.json().meta
    assert.equal(_href, `${BASE}/openehr/v1/query/aql?${QUERY}`)
    assert.ok(next.startsWith(`${BASE}/openehr/v1/query/aql?`), next)
    assert.equal(answer.headers.get('link'), `<${next}>; rel="next"`)
  })
