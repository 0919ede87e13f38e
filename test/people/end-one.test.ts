/** Administrators end one session or one passkey of a person, and nothing else of the person. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { testServer } from '../server.ts'
import { newBrowser, type TestBrowser } from './browser.ts'
import { adminCall, newPerson, signIn } from './people.ts'

const server = await testServer()

const isSignedIn = async (browser: TestBrowser): Promise<boolean> =>
  JSON.parse((await browser.open('/auth/v1/session')).text).signed_in

const accessOf = async (id: string) => (await adminCall(server, `GET /admin/v1/person/${id}/access`)).json()

describe('an administrator', () => {
  it('ends one session of a person, and the other goes on', async () => {
    const first = await newPerson(server, 'ana')
    const second = newBrowser(server)
    await signIn(second, 'ana')
    const sessions = (await accessOf('ana')).sessions
    assert.equal(sessions.length, 2)
    const ofSecond = sessions.find(({ method }: { method: string }) => method === 'password')
    const ended = await adminCall(server, `DELETE /admin/v1/person/ana/session/${ofSecond.session_id}`)
    assert.equal(ended.status, 204, ended.text)
    assert.deepEqual([await isSignedIn(first), await isSignedIn(second)], [true, false])
    const again = await adminCall(server, `DELETE /admin/v1/person/ana/session/${ofSecond.session_id}`)
    assert.equal(again.status, 204)
  })

  it('does not end a session by the name of somebody else', async () => {
    const ben = await newPerson(server, 'ben')
    const [{ session_id }] = (await accessOf('ben')).sessions
    await adminCall(server, `DELETE /admin/v1/person/ana/session/${session_id}`)
    await adminCall(server, 'DELETE /admin/v1/person/ana/session/nonsense')
    assert.equal(await isSignedIn(ben), true)
    assert.equal(
      (await adminCall(server, `DELETE /admin/v1/person/nobody/session/${session_id}`)).status,
      404,
    )
  })

  it('removes one passkey of a person, which is in the audit trail', async () => {
    await newPerson(server, 'cleo')
    for (const [id, name] of [
      ['phone', 'Phone of Cleo'],
      ['key', 'Key of Cleo'],
    ] as const)
      await server.db.execute(
        sql<never, [id: string, name: string]>({
          name: 'test.passkey',
          text: `insert into cairn.passkey (credential_id, person_id, public_key, counter, transports, name)
                 values ($1, 'cleo', '\\x00', 0, '{}', $2)`,
        }),
        [id, name],
      )
    const path = '/admin/v1/person/cleo/passkey/phone'
    assert.equal((await adminCall(server, `DELETE ${path}`)).status, 204)
    const { passkeys } = (await accessOf('cleo')).sign_in
    assert.deepEqual(
      passkeys.map(({ name }: { name: string }) => name),
      ['Key of Cleo'],
    )
    const { events } = (await adminCall(server, 'GET /admin/v1/audit?action=D&limit=1')).json()
    assert.deepEqual([events[0].path, events[0].status], [path, 204])
  })

  it('alone may do so', async () => {
    const scopes = 'api.read api.write'
    for (const path of ['session/x', 'passkey/x'])
      assert.equal((await server.call(`DELETE /admin/v1/person/ana/${path}`, { scopes })).status, 403)
  })
})
