/** The client that an installation begins with. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkedVault, firstClient } from '../../packages/server/src/auth/index.ts'
import { readConfig } from '../../packages/server/src/settings/config.ts'
import { SECRET_KEY, testServer } from '../server.ts'

const server = await testServer()

it('may ask for every scope that needs no person', async () => {
  const [clientId, secret] = ['first', 'the secret of the first client, long enough']
  const { config } = readConfig({
    CAIRN_BOOTSTRAP_CLIENT_ID: clientId,
    CAIRN_BOOTSTRAP_CLIENT_SECRET: secret,
  })
  await firstClient(server.db, await checkedVault(server.db, SECRET_KEY), config)
  const scope = 'api.read api.write api.lenient api.admin'
  const granted = async (asked: Record<string, string>) => {
    const answer = await server.call('POST /oauth/token', {
      headers: {
        Authorization: `Basic ${btoa(`${clientId}:${secret}`)}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: String(
        new URLSearchParams({
          grant_type: 'client_credentials',
          audience: `${server.url}/openehr/v1`,
          ...asked,
        }),
      ),
    })
    assert.equal(answer.status, 200, answer.text)
    return answer.json().scope
  }
  assert.equal(await granted({ scope }), scope)
  assert.equal(await granted({}), 'api.read api.write')
})
