/** Links in answers begin with the address that the caller used: the prefix, and what a trusted proxy says of it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bloodPressure, bloodPressureOpt, idOf, TEMPLATE_ID } from '../records.ts'
import { type RunningServer, testServer } from '../server.ts'

const EHRBASE = '/ehrbase/rest/openehr/v1'

const server = await testServer({
  env: {
    CAIRN_PREFIXES: EHRBASE,
    CAIRN_TRUSTED_PROXIES: 'loopback',
    CAIRN_BASE_URL: 'https://records.example.org/cairn',
    CAIRN_AUTH_URL: 'http://127.0.0.1:1',
    CAIRN_AUTH: 'off',
  },
})

const BASE = 'https://records.example.org/cairn'

const locationOf = async (on: RunningServer, request: string, headers: Record<string, string> = {}) => {
  const answer = await on.call(request, { headers })
  assert.ok(answer.status < 300, answer.text)
  return { id: idOf(answer), location: answer.headers.get('location') }
}

describe('Location is under the prefix that was called', () => {
  const rows: [prefix: string, url: string][] = [
    ['/openehr/v1', `${BASE}/openehr/v1`],
    ['/cairn/openehr/v1', `${BASE}/openehr/v1`],
    [EHRBASE, `${BASE}${EHRBASE}`],
  ]
  for (const [prefix, url] of rows)
    it(`${prefix} of ${BASE}`, async () => {
      const { id, location } = await locationOf(server, `POST ${prefix}/ehr`)
      assert.equal(location, `${url}/ehr/${id}`)
      const read = await locationOf(server, `GET ${prefix}/ehr/${id}/ehr_status`)
      assert.equal(read.location, `${url}/ehr/${id}/ehr_status/${read.id}`)
    })

  it('of a template and a stored query', async () => {
    const template = await server.call(`POST ${EHRBASE}/definition/template/adl1.4`, {
      headers: { 'Content-Type': 'application/xml' },
      body: bloodPressureOpt(),
    })
    assert.equal(
      template.headers.get('location'),
      `${BASE}${EHRBASE}/definition/template/adl1.4/${encodeURIComponent(TEMPLATE_ID)}`,
    )
    const query = await server.call(`PUT ${EHRBASE}/definition/query/org.x::all/1.0.0`, {
      headers: { 'Content-Type': 'text/plain' },
      body: 'SELECT e FROM EHR e',
    })
    assert.ok(query.headers.get('location')?.startsWith(`${BASE}${EHRBASE}/definition/query/org.x`))
  })
})

describe('X-Forwarded-* of a trusted proxy', () => {
  const rows: [headers: Record<string, string>, url: string][] = [
    [{ 'X-Forwarded-Host': 'a.example' }, 'https://a.example/cairn/openehr/v1'],
    [{ 'X-Forwarded-Proto': 'http' }, 'http://records.example.org/cairn/openehr/v1'],
    [
      { 'X-Forwarded-Host': 'a.example:8443, inner', 'X-Forwarded-Proto': 'https, http' },
      'https://a.example:8443/cairn/openehr/v1',
    ],
    [
      { 'X-Forwarded-Proto': 'http', 'X-Forwarded-Host': '[::1]:8080', 'X-Forwarded-Prefix': '/a/b/' },
      'http://[::1]:8080/a/b/openehr/v1',
    ],
    [{ 'X-Forwarded-Host': 'a.example', 'X-Forwarded-Prefix': '/' }, 'https://a.example/openehr/v1'],
  ]
  for (const [headers, url] of rows)
    it(`is used in Location: ${Object.values(headers).join(' ')}`, async () => {
      const { id, location } = await locationOf(server, 'POST /openehr/v1/ehr', headers)
      assert.equal(location, `${url}/ehr/${id}`)
    })

  const nonsense: Record<string, string>[] = [
    { 'X-Forwarded-Host': 'evil.example/path' },
    { 'X-Forwarded-Host': 'user@evil.example' },
    { 'X-Forwarded-Proto': 'javascript' },
    { 'X-Forwarded-Prefix': '//evil.example' },
    { 'X-Forwarded-Prefix': '/a?b' },
  ]
  for (const headers of nonsense)
    it(`is passed over where it is no address: ${Object.values(headers)}`, async () => {
      const { id, location } = await locationOf(server, 'POST /openehr/v1/ehr', headers)
      assert.equal(location, `${BASE}/openehr/v1/ehr/${id}`)
    })

  it('is passed over where nobody is trusted', async () => {
    for (const env of [{}, { CAIRN_TRUSTED_PROXIES: '192.0.2.1, 2001:db8::/32' }]) {
      const alone = await testServer({ env: { CAIRN_AUTH: 'off', ...env } })
      const { id, location } = await locationOf(alone, 'POST /openehr/v1/ehr', {
        'X-Forwarded-Host': 'a.example',
        'X-Forwarded-For': '127.0.0.1',
      })
      assert.match(location ?? '', new RegExp(`^http://localhost:\\d+/openehr/v1/ehr/${id}$`))
    }
  })
})

it('the link to the next page of a list begins with the address that was called, too', async () => {
  const { id } = await locationOf(server, 'POST /openehr/v1/ehr')
  const send = (request: string, type: string, body: string) =>
    server.call(request, { headers: { 'Content-Type': type }, body })
  for (const _ of [1, 2])
    await send(`POST /openehr/v1/ehr/${id}/composition`, 'application/json', JSON.stringify(bloodPressure()))
  const path = '/context/start_time'
  const definition = `<datamap template="${TEMPLATE_ID}"><paths add="start" path="${path}"/></datamap>`
  const saved = await send('PUT /extra/v1/definition/datamap/starts', 'application/xml', definition)
  assert.equal(saved.headers.get('location'), `${BASE}/extra/v1/definition/datamap/starts`)
  const { headers, text } = await server.call('GET /cairn/extra/v1/datamap/starts?limit=1', {
    headers: { 'X-Forwarded-Host': 'a.example' },
  })
  assert.match(
    headers.get('link') ?? '',
    /^<https:\/\/a\.example\/cairn\/extra\/v1\/datamap\/starts\?limit=1&after=[^>]+>; rel="next"$/,
    text,
  )
})
