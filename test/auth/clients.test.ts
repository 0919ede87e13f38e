/** The admin API for clients: three kinds, changes in force within seconds, and an administrator that is always left. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openClientUse } from '../../packages/server/src/auth/clients/client-use.ts'
import { checkedVault, createClient, listClients } from '../../packages/server/src/auth/index.ts'
import { eventually } from '../eventually.ts'
import { type Answer, SECRET_KEY, testServer } from '../server.ts'
import { askToken } from './token-request.ts'

const server = await testServer()

const send = (request: string, body?: unknown): Promise<Answer> =>
  server.call(request, {
    scopes: 'api.admin',
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })

async function create(body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const answer = await send('POST /admin/v1/client', body)
  assert.equal(answer.status, 201, answer.text)
  return answer.json()
}

const KEY = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }

describe('a client of each kind', () => {
  it('backend: with a secret, and without redirect URIs', async () => {
    const client = await create({ name: 'feed', scopes: ['api.read', 'introspect'] })
    assert.equal(client['kind'], 'backend')
    assert.equal(typeof client['client_secret'], 'string')
    assert.equal(client['redirect_uris'], undefined)
  })

  it('public: without a secret', async () => {
    const client = await create({
      name: 'phone',
      kind: 'public',
      scopes: ['openid', 'launch/patient', 'api.read'],
      redirect_uris: ['org.example.phone:/signed-in'],
    })
    assert.equal(client['client_secret'], undefined)
    assert.deepEqual(client['redirect_uris'], ['org.example.phone:/signed-in'])
    const refused = await send(`POST /admin/v1/client/${client['client_id']}/rotate`)
    assert.equal(refused.status, 409)
    assert.equal(refused.json().code, 'client.has_no_secret')
  })

  it('confidential: with a secret, or with keys instead', async () => {
    const app = { kind: 'confidential', scopes: ['openid'], redirect_uris: ['https://app.example.org/in'] }
    assert.equal(typeof (await create({ ...app, name: 'a' }))['client_secret'], 'string')
    const keyed = await create({ ...app, name: 'b', jwks: { keys: [KEY] } })
    assert.equal(keyed['client_secret'], undefined)
    assert.deepEqual(keyed['jwks'], { keys: [KEY] })
  })
})

describe('a description that is refused, with every fault', () => {
  const app = {
    name: 'app',
    kind: 'public',
    scopes: ['openid'],
    redirect_uris: ['https://app.example.org/in'],
  }
  const rows: [fault: string, body: Record<string, unknown>, path: string][] = [
    ['an app without redirect URIs', { ...app, redirect_uris: [] }, '/redirect_uris'],
    [
      'a redirect URI in clear text',
      { ...app, redirect_uris: ['http://app.example.org/'] },
      '/redirect_uris',
    ],
    ['a backend that signs people in', { name: 'x', scopes: ['openid'] }, '/scopes'],
    ['an app that introspects', { ...app, scopes: ['introspect'] }, '/scopes'],
    ['an unknown scope', { ...app, scopes: ['everything'] }, '/scopes'],
    ['an unknown kind', { ...app, kind: 'native' }, '/kind'],
    ['a private key', { name: 'x', scopes: ['api.read'], jwks: { keys: [{ ...KEY, d: 'x' }] } }, '/jwks'],
    [
      'a symmetric key',
      { name: 'x', scopes: ['api.read'], jwks: { keys: [{ kty: 'oct', k: 'x' }] } },
      '/jwks',
    ],
    [
      'keys by clear text',
      { name: 'x', scopes: ['api.read'], jwks_uri: 'http://example.org/keys' },
      '/jwks_uri',
    ],
    ['keys of a public client', { ...app, jwks: { keys: [KEY] } }, '/jwks'],
    ['an unknown member', { ...app, grant_types: ['password'] }, '/grant_types'],
  ]
  for (const [fault, body, path] of rows)
    it(fault, async () => {
      const answer = await send('POST /admin/v1/client', body)
      assert.equal(answer.status, 400, answer.text)
      assert.deepEqual(
        answer.json().errors.map((each: { path: string }) => each.path),
        [path],
      )
    })
})

describe('a change', () => {
  it('of scopes is in force within seconds, in tokens that are out too', async () => {
    const made = await create({ name: 'shrinking', scopes: ['api.read', 'api.write'] })
    const basic = `${made['client_id']}:${made['client_secret']}`
    const { access_token } = (await askToken(server, { basic })).json()
    const call = () =>
      server.call('GET /openehr/v1/definition/template/adl1.4', {
        headers: { Authorization: `Bearer ${access_token}` },
      })
    assert.equal((await call()).status, 200)
    const changed = await send(`PUT /admin/v1/client/${made['client_id']}`, { scopes: ['api.write'] })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(changed.json().scopes, ['api.write'])
    assert.equal(changed.json().name, 'shrinking')
    await eventually('a 403', async () => (await call()).status === 403)
    const narrowed = await askToken(server, { basic, form: { scope: 'api.read' } })
    assert.equal(narrowed.json().error, 'invalid_scope')
  })

  it('that the rules of its kind forbid changes nothing', async () => {
    const { client_id } = await create({ name: 'strict', scopes: ['api.read'] })
    for (const body of [
      { scopes: ['openid'] },
      { redirect_uris: ['https://x.example/'] },
      { kind: 'public' },
      { scopes: [] },
    ])
      assert.equal((await send(`PUT /admin/v1/client/${client_id}`, body)).status, 400)
    const { scopes, kind } = (await send(`GET /admin/v1/client/${client_id}`)).json()
    assert.deepEqual({ scopes, kind }, { scopes: ['api.read'], kind: 'backend' })
  })

  it('to keys ends the secret', async () => {
    const made = await create({ name: 'keyed', scopes: ['api.read'] })
    const basic = `${made['client_id']}:${made['client_secret']}`
    assert.equal((await askToken(server, { basic })).status, 200)
    await send(`PUT /admin/v1/client/${made['client_id']}`, { jwks: { keys: [KEY] } })
    assert.equal((await askToken(server, { basic })).status, 401)
  })

  it('of a client that is not there is a 404', async () => {
    assert.equal((await send('PUT /admin/v1/client/nobody', { name: 'x' })).status, 404)
    assert.equal((await send('DELETE /admin/v1/client/nobody')).status, 404)
  })
})

describe('a deleted client', () => {
  it('is gone, its tokens end, and its id is not given again', async () => {
    const made = await create({ client_id: 'gone', name: 'gone', scopes: ['api.read'] })
    const basic = `gone:${made['client_secret']}`
    const { access_token } = (await askToken(server, { basic })).json()
    const call = () =>
      server.call('GET /openehr/v1/definition/template/adl1.4', {
        headers: { Authorization: `Bearer ${access_token}` },
      })
    assert.equal((await call()).status, 200)
    assert.equal((await send('DELETE /admin/v1/client/gone')).status, 204)
    await eventually('a 401', async () => (await call()).status === 401)
    assert.equal((await askToken(server, { basic })).status, 401)
    assert.equal((await send('GET /admin/v1/client/gone')).status, 404)
    assert.ok(!(await listClients(server.db)).some(({ clientId }) => clientId === 'gone'))
    const again = await send('POST /admin/v1/client', { client_id: 'gone', name: 'x', scopes: ['api.read'] })
    assert.equal(again.json().code, 'client.exists')
  })
})

describe('the last use of a client', () => {
  const lastUse = async (clientId: unknown): Promise<string | undefined> =>
    (await send(`GET /admin/v1/client/${clientId}`)).json().last_used_at

  it('is shown soon after its first token, in the list too', async () => {
    const began = Date.now()
    const { client_id, client_secret } = await create({ name: 'used', scopes: ['api.read'] })
    assert.equal(await lastUse(client_id), undefined)
    await askToken(server, { basic: `${client_id}:${client_secret}` })
    await eventually('the last use', async () => (await lastUse(client_id)) !== undefined)
    const shown = await lastUse(client_id)
    assert.ok(Date.parse(shown ?? '') >= began)
    const listed = (await send('GET /admin/v1/client')).json()
    assert.equal(
      listed.find((each: { client_id: string }) => each.client_id === client_id).last_used_at,
      shown,
    )
  })

  it('is written at most once a minute, for many clients together, and never back in time', async () => {
    let time = Date.parse('2030-01-01T00:00:00Z')
    const [one, other] = [
      await create({ name: 'one', scopes: ['api.read'] }),
      await create({ name: 'other', scopes: ['api.read'] }),
    ]
    const use = openClientUse(server.db, () => time)
    const shown = async () => [await lastUse(one['client_id']), await lastUse(other['client_id'])]
    for (const { client_id } of [one, other]) use.note(String(client_id))
    await use.write()
    assert.deepEqual(await shown(), ['2030-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z'])
    time += 59_000
    use.note(String(one['client_id']))
    await use.write()
    assert.deepEqual(await shown(), ['2030-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z'])
    time += 1000
    await use.write()
    assert.deepEqual(await shown(), ['2030-01-01T00:00:59.000Z', '2030-01-01T00:00:00.000Z'])
    use.note(String(other['client_id']))
    await use.write(true)
    assert.deepEqual(await shown(), ['2030-01-01T00:00:59.000Z', '2030-01-01T00:01:00.000Z'])
    const late = openClientUse(server.db, () => Date.parse('2029-01-01T00:00:00Z'))
    late.note(String(one['client_id']))
    await late.write()
    assert.deepEqual(await shown(), ['2030-01-01T00:00:59.000Z', '2030-01-01T00:01:00.000Z'])
  })
})

describe('the last administrator', async () => {
  const alone = await testServer()
  const ask = (request: string, body?: unknown) =>
    alone.call(request, {
      scopes: 'api.admin',
      ...(body === undefined
        ? {}
        : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    })
  const { id } = alone.client
  const ways: [string, unknown?][] = [
    [`POST /admin/v1/client/${id}/disable`],
    [`DELETE /admin/v1/client/${id}`],
    [`PUT /admin/v1/client/${id}`, { scopes: ['api.read'] }],
  ]
  for (const [request, body] of ways)
    it(`cannot be lost by ${request.replace(id, '…')}`, async () => {
      const answer = await ask(request, body)
      assert.equal(answer.status, 409, answer.text)
      assert.equal(answer.json().code, 'client.last_administrator')
      const { scopes, disabled } = (await ask(`GET /admin/v1/client/${id}`)).json()
      assert.deepEqual([scopes.includes('api.admin'), disabled], [true, false])
    })

  it('can go when there is another; of two that go at once, one stays', async () => {
    const vault = await checkedVault(alone.db, SECRET_KEY)
    const { client } = await createClient(alone.db, vault, { name: 'second', scopes: ['api.admin'] })
    const both = await Promise.all([
      ask(`POST /admin/v1/client/${id}/disable`),
      ask(`POST /admin/v1/client/${client.clientId}/disable`),
    ])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  })
})
