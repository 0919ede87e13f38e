/** Two tenants of one server with the same ids and names: nothing of one is of any use at the other. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { eventually } from '../eventually.ts'
import { bloodPressure, bloodPressureOpt, TEMPLATE_ID } from '../records.ts'
import { addApp, codeOf, redeemAt, refreshAt } from './app.ts'
import { type RunningTenant, tenantServer } from './server.ts'
import { signIn } from './sign-in.ts'

const skip = leftOutOnCitus('a database of one server')
const server = await tenantServer({ CAIRN_TENANT_CONNECTIONS: '64' })

interface Operation {
  readonly method: string
  readonly path: string
  readonly isPublic: boolean
}

type Described = Record<string, Record<string, { security?: Record<string, string[]>[] }>>

async function operationsOf({ call }: RunningTenant, description: string): Promise<Operation[]> {
  const { paths } = (await (await call(`GET ${description}`)).json()) as { paths: Described }
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { security }]) => security !== undefined)
      .map(([method, { security = [] }]) => ({
        method: method.toUpperCase(),
        path: path.replace(/^\/fhir\/r4\/fhir\/r4/, '/fhir/r4'),
        isPublic: security.length === 0 || security.some(each => Object.keys(each).length === 0),
      })),
  )
}

interface Filled {
  readonly ehr: string
  readonly composition: string
  readonly cursor: string
}

/** A template, an EHR and a composition that names the tenant. */
async function fill({ call, token, tenant }: RunningTenant): Promise<Filled> {
  const headers = { 'Content-Type': 'application/xml' }
  const bearer = await token()
  const template = await call('POST /openehr/v1/definition/template/adl1.4', {
    token: bearer,
    headers,
    body: bloodPressureOpt(),
  })
  assert.equal(template.status, 201, await template.text())
  const made = await call('POST /openehr/v1/ehr', { token: bearer })
  assert.equal(made.status, 201)
  const ehr = (made.headers.get('etag') ?? '').replaceAll('"', '')
  const committed = await call(`POST /openehr/v1/ehr/${ehr}/composition`, {
    token: bearer,
    headers: { 'openehr-template-id': TEMPLATE_ID },
    body: JSON.stringify({
      ...bloodPressure(),
      composer: { _type: 'PARTY_IDENTIFIED', name: tenant.tenantId },
    }),
  })
  assert.equal(committed.status, 201, await committed.text())
  const composition = (committed.headers.get('etag') ?? '').replaceAll('"', '')
  let cursor = ''
  await eventually('the commit is in the feed', async () => {
    const changes = await call('GET /extra/v1/changes?limit=10', { token: bearer })
    const body = (await changes.json()) as { next: string }
    cursor = body.next
    return JSON.stringify(body).includes(composition)
  })
  return { ehr, composition, cursor }
}

describe('two tenants with the same ids and names', { skip }, () => {
  let a: RunningTenant
  let b: RunningTenant
  let ofA: Filled
  let tokenOfA: string
  let tokenOfB: string

  before(async () => {
    a = await server.add('a')
    b = await server.add('b')
    await eventually('both are served', async () => (await b.call('GET /health/live')).status === 200)
    ofA = await fill(a)
    await fill(b)
    tokenOfA = await a.token()
    tokenOfB = await b.token()
  })

  const filled = (path: string) =>
    path
      .replace('{ehr_id}', ofA.ehr)
      .replace(/\{(version_uid|uid_based_id|versioned_object_uid)\}/, ofA.composition)
      .replace('{template_id}', encodeURIComponent(TEMPLATE_ID))
      .replace(/\{\w+\}/g, 'nothing-there')

  it('a token of one is unknown to the other, at every operation of both descriptions', async () => {
    const operations = [
      ...(await operationsOf(b, '/openapi.json')),
      ...(await operationsOf(b, '/fhir/r4/openapi.json')),
    ].filter(({ isPublic }) => !isPublic)
    assert.ok(operations.length > 150, String(operations.length))
    const crossed: string[] = []
    for (const { method, path } of operations) {
      const answer = await b.call(`${method} ${filled(path)}`, { token: tokenOfA })
      await answer.arrayBuffer()
      if (answer.status !== 401) crossed.push(`${method} ${path}: ${answer.status}`)
    }
    assert.deepEqual(crossed, [])
  })

  it('ids of one are found by no operation of the other, with the best token there', async () => {
    const reading = (await operationsOf(b, '/openapi.json')).filter(
      ({ method, path }) => method === 'GET' && path.includes('{ehr_id}'),
    )
    assert.ok(reading.length > 10, String(reading.length))
    const found: string[] = []
    for (const { path } of reading) {
      const answer = await b.call(`GET ${filled(path)}`, { token: tokenOfB })
      if (answer.status < 400) found.push(`${path}: ${answer.status} ${await answer.text()}`)
      else await answer.arrayBuffer()
    }
    assert.deepEqual(found, [])
    const own = await a.call(`GET /openehr/v1/ehr/${ofA.ehr}/composition/${ofA.composition}`, {
      token: tokenOfA,
    })
    assert.equal(own.status, 200)
  })

  it('a query, the feed after a cursor of the other, and an export have records of their own tenant alone', async () => {
    const query = 'SELECT c/composer/name AS who, e/ehr_id/value AS ehr FROM EHR e CONTAINS COMPOSITION c'
    const rows = await b.call(`GET /openehr/v1/query/aql?q=${encodeURIComponent(query)}`, { token: tokenOfB })
    const { rows: shown } = (await rows.json()) as { rows: [string, string][] }
    assert.deepEqual(
      shown.map(([who]) => who),
      ['b'],
    )
    for (const after of ['', `&after=${ofA.cursor}`]) {
      const changes = await b.call(`GET /extra/v1/changes?limit=10${after}`, { token: tokenOfB })
      const text = await changes.text()
      assert.ok(!text.includes(ofA.ehr) && !text.includes(ofA.composition), text)
    }
    const exported = await b.call('GET /admin/v1/export', { token: tokenOfB })
    assert.ok(!(await exported.text()).includes(ofA.ehr))
  })

  it('a client of one gets no token of the other, and learns nothing of its tokens', async () => {
    const { client, secret } = a
    const headers = { Authorization: `Basic ${btoa(`${client}:${secret}`)}` }
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      audience: `${b.url}/openehr/v1`,
      scope: 'api.read',
    })
    const refused = await fetch(`${b.url}/oauth/token`, { method: 'POST', headers, body })
    assert.equal(refused.status, 401)
    assert.equal(((await refused.json()) as { error: string }).error, 'invalid_client')
    // Its own server gives no token for the address of another either.
    const elsewhere = await fetch(`${a.url}/oauth/token`, { method: 'POST', headers, body })
    assert.ok(elsewhere.status >= 400, String(elsewhere.status))
    const asked = await fetch(`${b.url}/oauth/introspect`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${b.client}:${b.secret}`)}` },
      body: new URLSearchParams({ token: tokenOfA }),
    })
    assert.deepEqual(await asked.json(), { active: false })
    await fetch(`${b.url}/oauth/revoke`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${b.client}:${b.secret}`)}` },
      body: new URLSearchParams({ token: tokenOfA }),
    })
    assert.equal((await a.call(`GET /openehr/v1/ehr/${ofA.ehr}`, { token: tokenOfA })).status, 200)
  })

  it('a session and an invitation of one open nothing at the other, and cookies have different names', async () => {
    const [{ cookies, link }, other] = [await signIn(a, 'ana'), await signIn(b, 'ana')]
    const namesOf = (all: readonly string[]) => all.map(each => each.split('=')[0])
    assert.deepEqual(
      namesOf(cookies).filter(name => namesOf(other.cookies).includes(name)),
      [],
    )
    const sessionAt = (tenant: RunningTenant, sent: readonly string[]) =>
      tenant.call('GET /auth/v1/session', { headers: { Cookie: sent.join('; ') } })
    for (const [tenant, own] of [
      [a, cookies],
      [b, other.cookies],
    ] as const)
      assert.match(await (await sessionAt(tenant, own)).text(), /"ana"/)
    const renamed = cookies.map(each => each.replace(/-a=/, '-b='))
    for (const sent of [cookies, renamed]) {
      assert.doesNotMatch(await (await sessionAt(b, sent)).text(), /"ana"/)
      const headers = { Cookie: sent.join('; ') }
      const call = await b.call('GET /openehr/v1/definition/template/adl1.4', { headers })
      assert.equal(call.status, 401)
    }
    const moved = await fetch(link.replace(a.url, b.url))
    assert.ok(!(await moved.text()).includes('name="password"'))
  })

  it('a code and a refresh token of one are refused at the other, for the same app, and stay good', async () => {
    for (const tenant of [a, b]) await addApp(tenant)
    const [{ cookies }, other] = [await signIn(a, 'ben'), await signIn(b, 'ben')]
    const refused = async (answer: Response): Promise<void> => {
      assert.equal(answer.status, 400)
      assert.equal(((await answer.json()) as { error: string }).error, 'invalid_grant')
    }
    const code = await codeOf(a, cookies)
    await refused(await redeemAt(b, code))
    const redeemed = await redeemAt(a, code)
    assert.equal(redeemed.status, 200, 'the code was not used up at the other')
    const { refresh_token: first } = (await redeemed.json()) as { refresh_token: string }
    await refused(await refreshAt(b, first))
    const refreshed = await refreshAt(a, first)
    assert.equal(refreshed.status, 200, 'nor was the refresh token')
    const { access_token } = (await refreshed.json()) as { access_token: string }
    const list = 'GET /openehr/v1/definition/template/adl1.4'
    assert.equal((await b.call(list, { token: access_token })).status, 401)
    assert.equal((await a.call(list, { token: access_token })).status, 200)
    // The other gives codes to the same app and the same person, so it refuses for no other reason.
    assert.equal((await redeemAt(b, await codeOf(b, other.cookies))).status, 200)
  })

  it('versions of one name its system, and its signatures are of its own keys', async () => {
    assert.match(ofA.composition, new RegExp(`::${a.tenant.systemId}::1$`))
    const keysOf = async (tenant: RunningTenant) => {
      const { keys } = (await (await tenant.call('GET /.well-known/jwks.json')).json()) as {
        keys: { kid: string }[]
      }
      return keys.map(({ kid }) => kid)
    }
    const [keysOfA, keysOfB] = [await keysOf(a), await keysOf(b)]
    assert.ok(keysOfA.length > 0)
    assert.deepEqual(
      keysOfA.filter(kid => keysOfB.includes(kid)),
      [],
    )
  })
})
