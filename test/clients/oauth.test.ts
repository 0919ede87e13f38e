/** Habits of OAuth clients beside the letter of the interface. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askToken } from '../auth/token-request.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const API = `${server.url}/openehr/v1`

describe('resource (RFC 8707)', () => {
  it('is another name for audience', async () => {
    const answer = await askToken(server, { form: { resource: API }, without: ['audience'] })
    assert.equal(answer.status, 200, answer.text)
    const headers = { Authorization: `Bearer ${answer.json().access_token}` }
    assert.equal((await server.call('GET /openehr/v1/definition/template/adl1.4', { headers })).status, 200)
  })

  it('may stand beside an audience that is the same', async () =>
    assert.equal((await askToken(server, { form: { resource: API } })).status, 200))

  for (const [name, form, without] of [
    ['of another API', { resource: 'https://elsewhere.example/openehr/v1' }, ['audience']],
    ['that is empty', { resource: '' }, ['audience']],
    ['that contradicts the audience', { resource: 'https://elsewhere.example/openehr/v1' }, []],
  ] as const)
    it(`${name} is refused`, async () => {
      const answer = await askToken(server, { form, without })
      assert.deepEqual([answer.status, answer.json().error], [400, 'invalid_request'])
    })
})
