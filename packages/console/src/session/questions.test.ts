import assert from 'node:assert/strict'
import { it } from 'node:test'
import { askingFetch, confirmation, type Question, renewal } from './questions.ts'

const refusal = () => Response.json({ code: 'auth.reauthentication_needed' }, { status: 403 })

/** A server that refuses requests with the old token. */
function openServer() {
  const tokens: (string | null)[] = []
  const send: typeof fetch = async (_input, init) => {
    const token = new Headers(init?.headers).get('X-CSRF-Token')
    tokens.push(token)
    return token === 'new' ? new Response(null, { status: 204 }) : refusal()
  }
  return { tokens, fetch: askingFetch(send, async () => 'new') }
}

const init = { method: 'DELETE', headers: { 'X-CSRF-Token': 'old' } }

const askedBy = async ({ asked }: Question) => {
  while (asked.get() === undefined) await new Promise(done => setImmediate(done))
  return asked.get()
}

it('a request is repeated after the confirmation, with the new token, and several are asked for once', async () => {
  const server = openServer()
  const answers = [server.fetch('/a', init), server.fetch('/b', init)]
  ;(await askedBy(confirmation))?.(true)
  assert.deepEqual(
    (await Promise.all(answers)).map(({ status }) => status),
    [204, 204],
  )
  assert.deepEqual(server.tokens, ['old', 'old', 'new', 'new'])
  assert.equal(confirmation.asked.get(), undefined)
})

it('a refusal stays one where the person does not confirm, and its body can be read', async () => {
  const server = openServer()
  const answer = server.fetch('/a', init)
  ;(await askedBy(confirmation))?.(false)
  assert.deepEqual(await (await answer).json(), { code: 'auth.reauthentication_needed' })
  assert.deepEqual(server.tokens, ['old'])
})

it('other refusals ask for nothing', async () => {
  const send: typeof fetch = async () => Response.json({ code: 'auth.right_denied' }, { status: 403 })
  assert.equal((await askingFetch(send, async () => 'new')('/a', init)).status, 403)
  assert.equal(confirmation.asked.get(), undefined)
})

it('a request of a session that has ended is repeated once somebody has signed in again', async () => {
  const tokens: (string | null)[] = []
  const send: typeof fetch = async (_input, request) => {
    const token = new Headers(request?.headers).get('X-CSRF-Token')
    tokens.push(token)
    return new Response(null, { status: token === 'new' ? 201 : 401 })
  }
  const answer = askingFetch(send, async () => 'new')('/a', init)
  ;(await askedBy(renewal))?.(true)
  assert.equal((await answer).status, 201)
  assert.deepEqual(tokens, ['old', 'new'])
})
