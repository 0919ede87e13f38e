import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createClient } from '@cairn-ehr/client'
import { patientClient } from './while-busy.ts'

const refusals = ['service.busy', 'service.busy', 'ehr.exists', 'service.storage_full']
const server = createServer((request, response) => {
  if (request.url === '/oauth/token')
    return void response.end(JSON.stringify({ access_token: 'a', expires_in: 60, token_type: 'Bearer' }))
  if (request.url?.startsWith('/.well-known'))
    return void response.end(JSON.stringify({ issuer: baseUrl, token_endpoint: `${baseUrl}/oauth/token` }))
  const code = refusals.shift()
  if (code === undefined) return void response.end('{}')
  response.writeHead(code === 'service.busy' ? 503 : 409, {
    'Content-Type': 'application/json',
    'Retry-After': '9',
  })
  response.end(JSON.stringify({ code, message: code }))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

test('a write that the server was too busy for is sent again, and another refusal is not', async () => {
  const bare = createClient({ baseUrl, clientId: 'a', clientSecret: 'b', retries: { seconds: 1 } })
  const client = patientClient(bare, 1)
  const write = () => client.call('PUT /openehr/v1/ehr/1', { body: '{}' })
  await assert.rejects(write, /ehr\.exists/)
  await assert.rejects(write, /storage_full/)
  assert.equal((await write()).status, 200)
})
