/** Subscriptions that are refused, each with a sentence that helps. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testServer } from '../server.ts'
import { callSubscription, subscribe } from './receiver.ts'

const server = await testServer()
const HOOK = 'https://hooks.example.org/cairn'

describe('an address', () => {
  const rows: [url: string, says: RegExp][] = [
    ['https://127.0.0.1/', /not public/],
    ['https://localhost/', /not public/],
    ['https://10.1.2.3/', /not public/],
    ['https://169.254.169.254/latest/meta-data', /not public/],
    ['https://[::1]/', /not public/],
    ['https://[::ffff:127.0.0.1]/', /not public/],
    ['https://[fd00::1]/', /not public/],
    ['https://2130706433/', /not public/],
    ['https://0x7f.1/', /not public/],
    ['https://0.0.0.0/', /not public/],
    ['https://100.64.0.1/', /not public/],
    ['https://localhost./', /not public/],
    ['https://user:secret@hooks.example.org/', /user/],
    ['ftp://hooks.example.org/', /https/],
    ['hooks', /cannot be read/],
  ]
  for (const [url, says] of rows)
    it(`${url} is refused`, async () => {
      const answer = await callSubscription(server, 'POST ', { name: 'x', url })
      assert.equal(answer.status, 400, answer.text)
      assert.match(answer.text, says)
      const token = { type: 'client_credentials', token_url: url, client_id: 'a', client_secret: 'b' }
      const other = await callSubscription(server, 'POST ', { name: 'x', url: HOOK, authorization: token })
      assert.equal(other.status, 400, other.text)
    })

  it('is refused as well when a subscription is changed', async () => {
    const { id } = await subscribe(server, HOOK, { active: false })
    const answer = await callSubscription(server, `PUT /${id}`, { url: 'https://127.0.0.1/' })
    assert.equal(answer.status, 400, answer.text)
  })
})

describe('a body', () => {
  const rows: [body: object, says: RegExp][] = [
    [{}, /\/name.*\/url/],
    [{ name: 'x', url: HOOK, colour: 'red' }, /\/colour/],
    [{ name: 'x', url: HOOK, batch_size: 0 }, /\/batch_size/],
    [{ name: 'x', url: HOOK, include: 'everything' }, /\/include/],
    [{ name: 'x', url: HOOK, filter: { type: 'composition' } }, /\/filter/],
    [{ name: 'x', url: HOOK, filter: { type: ['composition.exploded'] } }, /no events of type/],
    [{ name: 'x', url: HOOK, filter: { ehr_id: ['1'] } }, /ehr_id/],
    [{ name: 'x', url: HOOK, secret: 'short' }, /\/secret/],
    [{ name: 'x', url: HOOK, signing: 'ed25519', secret: `whsec_${'A'.repeat(44)}` }, /\/secret/],
    [{ name: 'x', url: HOOK, authorization: { type: 'bearer', token: 'a b' } }, /\/authorization/],
    [{ name: 'x', url: HOOK, after: 'yesterday' }, /after/],
  ]
  for (const [body, says] of rows)
    it(`${JSON.stringify(body)} is refused`, async () => {
      const answer = await callSubscription(server, 'POST ', body)
      assert.equal(answer.status, 400, answer.text)
      assert.match(answer.text.replaceAll('\n', ' '), says)
    })

  it('that is no object gives a subscription no new secret', async () => {
    const { id, secret } = await subscribe(server, HOOK, { active: false })
    for (const body of [null, 1, 'new', [], [null]]) {
      const answer = await callSubscription(server, `POST /${id}/secret`, body)
      assert.equal(answer.status, 400, `${JSON.stringify(body)}: ${answer.text}`)
    }
    const { secret: next } = (await callSubscription(server, `POST /${id}/secret`, {})).json()
    assert.ok(secret && next && next !== secret)
  })

  it('with a filter that nothing can pass is accepted with a warning', async () => {
    const filter = { type: ['template'], ehr_id: ['7d44b88c-4199-4bad-97dc-d78268e01398'] }
    const made = await subscribe(server, HOOK, { active: false, filter })
    assert.match(made.warnings[0], /No event can pass/)
    const fine = await subscribe(server, HOOK, { active: false, filter: { type: ['composition'] } })
    assert.equal(fine.warnings, undefined)
  })
})

describe('a place', () => {
  it('that the feed does not have is refused with 410', async () => {
    const body = { name: 'x', url: HOOK, after: '99999999-0-abcdef01' }
    assert.equal((await callSubscription(server, 'POST ', body)).status, 410)
  })

  it('or a time has to be named to send again', async () => {
    const { id } = await subscribe(server, HOOK, { active: false })
    for (const body of [{}, { after: 'start', since: '2026-01-01T00:00:00Z' }, { since: 'today' }])
      assert.equal((await callSubscription(server, `POST /${id}/resend`, body)).status, 400)
  })
})
