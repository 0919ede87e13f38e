/** Body limits of single operations: smaller than `CAIRN_BODY_LIMIT`, and enforced before the body is there. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { testServer } from '../server.ts'

const server = await testServer()
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const FORM_LIMIT = 16 * 1024

describe('a token request', () => {
  const ask = (bytes: number) =>
    server.call('POST /oauth/token', { headers: FORM, body: 'grant_type='.padEnd(bytes, 'x') })

  for (const [bytes, status] of [
    [FORM_LIMIT - 1, 400],
    [FORM_LIMIT, 400],
    [FORM_LIMIT + 1, 413],
    [19 * 1024 * 1024, 413],
  ] as const)
    it(`of ${bytes} bytes is answered with ${status}`, async () => {
      const answer = await ask(bytes)
      assert.equal(answer.status, status, answer.text)
      assert.equal(answer.json().error, 'invalid_request')
    })

  it('is refused by its head: no byte of the body is waited for', async () => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n' +
        `Content-Length: ${FORM_LIMIT + 1}\r\n\r\n`,
    )
    const [head] = await new Promise<string[]>(done =>
      socket.once('data', data => done(String(data).split('\r\n'))),
    )
    socket.destroy()
    assert.equal(head, 'HTTP/1.1 413 Payload Too Large')
  })
})

describe('an operation of the API', () => {
  const padded = (value: unknown, bytes: number) => JSON.stringify(value).padEnd(bytes, ' ')
  const JSON_TYPE = { 'Content-Type': 'application/json' }
  const QUERY = { q: 'SELECT e/ehr_id/value FROM EHR e' }

  for (const [bytes, status] of [
    [2 * 1024 * 1024, 200],
    [2 * 1024 * 1024 + 1, 413],
  ] as const)
    it(`that runs a query, of ${bytes} bytes: ${status}`, async () => {
      const answer = await server.call('POST /openehr/v1/query/aql', {
        scopes: 'api.read',
        headers: JSON_TYPE,
        body: padded(QUERY, bytes),
      })
      assert.equal(answer.status, status, answer.text)
      if (status === 413) assert.equal(answer.json().code, 'request.too_large')
    })

  it('that stores a record takes as much as CAIRN_BODY_LIMIT allows', async () => {
    const answer = await server.call('POST /openehr/v1/ehr', {
      scopes: 'api.write',
      headers: JSON_TYPE,
      body: padded({ _type: 'COMPOSITION' }, 3 * 1024 * 1024),
    })
    assert.equal(answer.status, 400, answer.text)
  })
})
