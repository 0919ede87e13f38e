import assert from 'node:assert/strict'
import { it } from 'node:test'
import { confirmation, confirmingFetch } from './confirm.ts'

const refusal = () => Response.json({ code: 'auth.reauthentication_needed' }, { status: 403 })

/** A server that refuses requests with the old token. */
function openServer() {
  const tokens: (string | null)[] = []
  const send: typeof fetch = async (_input, init) => {
    const token = new Headers(init?.headers).get('X-CSRF-Token')
    tokens.push(token)
    return token === 'new' ? new Response(null, { status: 204 }) : refusal()
  }
  return { tokens, fetch: confirmingFetch(send, async () => 'new') }
}

const init = { method: 'DELETE', headers: { 'X-CSRF-Token': 'old' } }

const asked = async () => {
  while (confirmation.get() === undefined) await new Promise(done => setImmediate(done))
  return confirmation.get()
}

it('a request is repeated after the confirmation, with the new token, and several are asked for once', async () => {
  const server = openServer()
  const answers = [server.fetch('/a', init), server.fetch('/b', init)]
  ;(await asked())?.(true)
  assert.deepEqual(
    (await Promise.all(answers)).map(({ status }) => status),
    [204, 204],
  )
  assert.deepEqual(server.tokens, ['old', 'old', 'new', 'new'])
  assert.equal(confirmation.get(), undefined)
})

it('a refusal stays one where the person does not confirm, and its body can be read', async () => {
  const server = openServer()
  const answer = server.fetch('/a', init)
  ;(await asked())?.(false)
  assert.deepEqual(await (await answer).json(), { code: 'auth.reauthentication_needed' })
  assert.deepEqual(server.tokens, ['old'])
})

it('other refusals ask for nothing', async () => {
  const send: typeof fetch = async () => Response.json({ code: 'auth.right_denied' }, { status: 403 })
  assert.equal((await confirmingFetch(send, async () => 'new')('/a', init)).status, 403)
  assert.equal(confirmation.get(), undefined)
})
