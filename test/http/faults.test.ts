/** Faults of our own: the client learns nothing but the request id, the log learns everything else, once. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { encoded, goodClaims, signed, signingKeyOf } from '../auth/keys.ts'
import { askToken } from '../auth/token-request.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const headers = { Authorization: `Bearer ${await server.token('api.admin')}` }
assert.equal((await server.call('GET /admin/v1/client', { headers })).status, 200)

/** A token by a key that the server has yet to read: what it would ask the database for. */
const own = await signingKeyOf(server)
const newKid = await signed(goodClaims(server), own.key, { kid: encoded('a key just made elsewhere') })

// Two tables go away beneath the running server.
const drop = (text: string) => server.db.execute(sql({ name: 'test.drop', text, prepare: false }))
await drop('alter table cairn.client_secret rename to gone_secret')
await drop('alter table cairn.client rename to gone_client')
await drop('alter table cairn.signing_key rename to gone_key')

/** Nothing of how we are built. */
const TELLTALES = /cairn\.|relation|SQLSTATE|42P01|select |\.ts\b|node_modules| {4}at |stack|DatabaseError|pg/

const errorLines = (requestId: string) =>
  server.logged
    .map(line => JSON.parse(line))
    .filter(line => line.requestId === requestId && line.error !== undefined)

describe('an unexpected fault', () => {
  it('is a 500 of the API that tells the request id and nothing else', async () => {
    const answer = await server.call('GET /admin/v1/client', { headers })
    assert.equal(answer.status, 500)
    const { message, requestId, ...rest } = answer.json()
    assert.deepEqual(rest, {
      error: 'Internal Server Error',
      code: 'internal',
      status: 500,
      validationErrors: [],
      errors: [],
    })
    assert.equal(requestId, answer.headers.get('x-request-id'))
    assert.doesNotMatch(answer.text, TELLTALES)
    assert.match(message, /request id/)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  })

  it('is server_error where OAuth speaks', async () => {
    const answer = await askToken(server)
    assert.equal(answer.status, 500)
    const { error, error_description, ...rest } = answer.json()
    assert.deepEqual([error, rest], ['server_error', {}])
    assert.doesNotMatch(error_description, TELLTALES)
    assert.match(answer.headers.get('x-request-id') ?? '', /./)
  })

  it('is in the log once, with its kind, its message and where it came from', async () => {
    const answer = await server.call('GET /admin/v1/client', { headers })
    const lines = errorLines(answer.json().requestId)
    assert.equal(lines.length, 1)
    const [{ level, error }] = lines
    assert.equal(level, 50)
    assert.equal(error.type, 'DatabaseError')
    assert.match(error.message, /client\.all.*42P01.*cairn\.client/)
    assert.match(error.stack, /^\s+at .*\.ts/m)
  })

  it('is no 401: keys that cannot be read say nothing about a token', async () => {
    const answer = await server.call('GET /admin/v1/client', {
      headers: { Authorization: `Bearer ${newKid}` },
    })
    assert.equal(answer.status, 500, answer.text)
  })

  it('leaves the server running, and everything else at work', async () => {
    assert.equal((await server.call('GET /health/live')).status, 200)
    assert.equal((await server.call('GET /nowhere')).status, 404)
  })

  it('leaves clients and keys as they were last read, and says so in the log', async () => {
    assert.equal((await server.call('GET /admin/v1/client/nobody', { headers })).status, 500)
    assert.equal(
      (await server.call('POST /admin/v1/client', { headers })).status,
      400,
      'the token is still known',
    )
  })
})
