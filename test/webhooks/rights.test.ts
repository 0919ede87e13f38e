/** A subscription belongs to its caller, and delivers what this caller may read when events are sent. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually } from '../eventually.ts'
import { adminCall, newPerson } from '../people/people.ts'
import { bloodPressure, idOf, newEhr, postComposition, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { LOCAL, openReceiver } from './receiver.ts'

const server = await testServer({ env: LOCAL, jobPace: 10 })
const OTHER = 'Other pressure.v1'
await uploadTemplate(server)
await uploadTemplate(server, OTHER)
const ehrId = await newEhr(server)

interface TestClient {
  readonly id: string
  call(request: string, body?: unknown): ReturnType<typeof server.call>
}

interface MadeClient {
  readonly client_id: string
  readonly client_secret: string
}

async function newClient(scopes: readonly string[]): Promise<TestClient> {
  const made = (await adminCall(server, 'POST /admin/v1/client', { name: 'client', scopes })).json()
  return withToken(made, scopes)
}

async function withToken(made: MadeClient, scopes: readonly string[]): Promise<TestClient> {
  const asked = await fetch(`${server.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      audience: `${server.url}/openehr/v1`,
      client_id: made.client_id,
      client_secret: made.client_secret,
      scope: scopes.join(' '),
    }),
  })
  const { access_token } = (await asked.json()) as { access_token: string }
  return {
    id: made.client_id,
    call: (request, body) => {
      const [method, path = ''] = request.split(' ')
      return server.call(`${method} /extra/v1/subscription${path}`, {
        headers: {
          Authorization: `Bearer ${access_token}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    },
  }
}

const PATTERN = TEMPLATE_ID.replaceAll(' ', '*')

describe('a subscription of a client with limited rights', () => {
  it('gets events of what the client may read, and is paused when its rights end', async () => {
    const client = await newClient([`system/composition-${PATTERN}.rs`])
    const receiver = await openReceiver()
    const body = { name: 'mine', url: receiver.url, filter: { type: ['composition'] } }
    const made = await client.call('POST ', body)
    assert.equal(made.status, 201, made.text)
    const { id } = made.json()
    await postComposition(server, ehrId, bloodPressure([{ systolic: 90 }], OTHER))
    const uid = idOf(await postComposition(server, ehrId))
    await eventually('the event', () => receiver.taken().length > 0)
    assert.deepEqual(
      receiver.taken().map(each => each.subject),
      [uid],
    )
    const trail = (await server.call('GET /admin/v1/audit?limit=50', { scopes: 'api.admin' })).json()
    const entries = JSON.stringify(trail)
    assert.ok(entries.includes('webhook') && entries.includes(client.id), 'the audit trail names the caller')
    const disabled = await adminCall(server, `POST /admin/v1/client/${client.id}/disable`)
    assert.equal(disabled.status, 200, disabled.text)
    await postComposition(server, ehrId)
    const read = () => server.call(`GET /extra/v1/subscription/${id}`, { scopes: 'api.read api.admin' })
    await eventually('a pause', async () => !(await read()).json().active)
    assert.match((await read()).json().pause_reason, /disabled/)
    assert.equal(receiver.received.length, 1)
  })

  it('is paused when its rights end, also if nothing is committed', async () => {
    const client = await newClient([`system/composition-${PATTERN}.rs`])
    const receiver = await openReceiver()
    const { id } = (await client.call('POST ', { name: 'at rest', url: receiver.url })).json()
    const read = async () =>
      (await server.call(`GET /extra/v1/subscription/${id}`, { scopes: 'api.read api.admin' })).json()
    assert.equal((await read()).active, true)
    const disabled = await adminCall(server, `POST /admin/v1/client/${client.id}/disable`)
    assert.equal(disabled.status, 200, disabled.text)
    await eventually('a pause', async () => !(await read()).active)
    assert.match((await read()).pause_reason, /disabled/)
    assert.equal(receiver.received.length, 0)
  })

  it('is paused when its rights ended before a process took it', async () => {
    const client = await newClient([`system/composition-${PATTERN}.rs`])
    const receiver = await openReceiver()
    const { id } = (await client.call('POST ', { name: 'away', url: receiver.url })).json()
    const call = (request: string) => server.call(request, { scopes: 'api.read api.admin' })
    const paused = await call(`POST /extra/v1/subscription/${id}/pause`)
    assert.equal(paused.status, 200, paused.text)
    assert.equal((await adminCall(server, `POST /admin/v1/client/${client.id}/disable`)).status, 200)
    // A process checks rights every second.
    await new Promise(done => setTimeout(done, 2500))
    const resumed = await call(`POST /extra/v1/subscription/${id}/resume`)
    assert.equal(resumed.status, 200, resumed.text)
    const read = async () => (await call(`GET /extra/v1/subscription/${id}`)).json()
    await eventually('a pause', async () => /disabled/.test((await read()).pause_reason ?? ''))
    assert.equal((await read()).active, false)
  })

  it('that a token with lesser rights changes delivers no more than this one may read', async () => {
    const lesser = [`system/composition-${PATTERN}.rs`]
    const scopes = ['api.read', ...lesser]
    const made = (await adminCall(server, 'POST /admin/v1/client', { name: 'client', scopes })).json()
    const [all, few] = [await withToken(made, ['api.read']), await withToken(made, lesser)]
    const [before, after] = [await openReceiver(), await openReceiver()]
    const body = { name: 'all', url: before.url, filter: { type: ['composition'], ehr_id: [ehrId] } }
    const { id } = (await all.call('POST ', body)).json()
    await postComposition(server, ehrId, bloodPressure([{ systolic: 91 }], OTHER))
    await eventually('the event', () => before.taken().length > 0)
    const changed = await few.call(`PUT /${id}`, { url: after.url })
    assert.equal(changed.status, 200, changed.text)
    await postComposition(server, ehrId, bloodPressure([{ systolic: 92 }], OTHER))
    const uid = idOf(await postComposition(server, ehrId))
    await eventually('the event', () => after.taken().length > 0)
    assert.deepEqual(
      after.taken().map(each => each.subject),
      [uid],
    )
  })

  it('is not made by a client that may not read records', async () => {
    const client = await newClient(['system/template-*.rs'])
    const answer = await client.call('POST ', { name: 'x', url: 'https://example.org/' })
    assert.equal(answer.status, 403)
  })
})

describe('a subscription that a person made in the console', () => {
  const madeBy = async (personId: string, url: string): Promise<string> => {
    const browser = await newPerson(server, personId)
    const session = JSON.parse((await browser.send('/auth/v1/session', {})).text) as { csrf_token: string }
    const made = await browser.send('/extra/v1/subscription', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': session.csrf_token },
      body: JSON.stringify({ name: 'console', url, filter: { type: ['composition'], ehr_id: [ehrId] } }),
    })
    assert.equal(made.status, 201, made.text)
    return (JSON.parse(made.text) as { id: string }).id
  }
  const read = async (id: string) =>
    (await server.call(`GET /extra/v1/subscription/${id}`, { scopes: 'api.read api.admin' })).json()

  for (const [what, requests] of [
    ['an administrator ends the sessions', [['DELETE', 'person-1/session']]],
    [
      'the account is disabled and enabled',
      [
        ['PUT', 'person-2', { disabled: true }],
        ['PUT', 'person-2', { disabled: false }],
      ],
    ],
  ] as const)
    it(`is paused when ${what}, and sends nothing until it is resumed`, async () => {
      const receiver = await openReceiver()
      const person = requests[0][1].slice(0, 8)
      const id = await madeBy(person, receiver.url)
      await postComposition(server, ehrId)
      await eventually('the event', () => receiver.taken().length === 1)
      for (const [method, path, body] of requests) {
        const answer = await adminCall(server, `${method} /admin/v1/person/${path}`, body)
        assert.ok(answer.status < 300, answer.text)
      }
      const { active, pause_reason } = await read(id)
      assert.equal(active, false)
      assert.match(pause_reason, /access of the person/)
      // A process looks for paused subscriptions every second.
      await new Promise(done => setTimeout(done, 1500))
      await postComposition(server, ehrId)
      await new Promise(done => setTimeout(done, 1500))
      assert.equal(receiver.received.length, 1)
      const resumed = await server.call(`POST /extra/v1/subscription/${id}/resume`, {
        scopes: 'api.read api.admin',
      })
      assert.equal(resumed.status, 200, resumed.text)
      await eventually('the event of the pause', () => receiver.taken().length === 2)
    })

  it('goes on when one of the sessions ends', async () => {
    const receiver = await openReceiver()
    const id = await madeBy('person-3', receiver.url)
    const [session] = (await adminCall(server, 'GET /admin/v1/person/person-3/access')).json().sessions
    const ended = await adminCall(server, `DELETE /admin/v1/person/person-3/session/${session.session_id}`)
    assert.equal(ended.status, 204, ended.text)
    await postComposition(server, ehrId)
    await eventually('the event', () => receiver.taken().length === 1)
    assert.equal((await read(id)).active, true)
  })
})

describe('a subscription of another client', () => {
  it('is not there, but for administrators, who can pause and delete it', async () => {
    const [mine, other, admin] = [
      await newClient(['api.read']),
      await newClient(['api.read']),
      await newClient(['api.read', 'api.admin']),
    ]
    const receiver = await openReceiver()
    const { id } = (await mine.call('POST ', { name: 'mine', url: receiver.url })).json()
    assert.deepEqual((await other.call('GET ')).json(), [])
    const requests = [
      ['GET ', undefined],
      ['PUT ', { name: 'x' }],
      ['POST /pause', undefined],
      ['POST /ping', undefined],
      ['POST /secret', undefined],
      ['POST /resend', { after: 'start' }],
      ['GET /delivery', undefined],
      ['DELETE ', undefined],
    ] as const
    const status = (client: TestClient) => async (request: string, body: unknown) => {
      const [method, path = ''] = request.split(' ')
      return (await client.call(`${method} /${id}${path}`, body)).status
    }
    for (const [request, body] of requests) assert.equal(await status(other)(request, body), 404, request)
    const found = await Promise.all(
      requests.slice(0, -1).map(([request, body]) => status(admin)(request, body)),
    )
    assert.deepEqual(found, [200, 403, 200, 403, 403, 403, 200])
    assert.equal(await status(admin)('DELETE ', undefined), 204)
    assert.equal((await mine.call(`GET /${id}`)).status, 404)
  })
})
