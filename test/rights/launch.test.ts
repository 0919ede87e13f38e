/** An app of a person whose token is for one patient: through sign-in, consent and choice, and then at the doors of other EHRs. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { aboutSubject, note, status } from '../admin/records.ts'
import {
  askFor,
  authorize,
  authorizePath,
  redeem,
  refresh,
  signInToApp,
  tokenRequest,
} from '../people/app.ts'
import { adminCall, newApp, newPerson } from '../people/people.ts'
import { idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
await uploadTemplate(server)
const mine = await newEhr(server, status(aboutSubject('P-mine')))
const other = await newEhr(server, status(aboutSubject('P-other')))
const uids = {
  mine: idOf(await postComposition(server, mine)),
  other: idOf(await postComposition(server, other)),
}

const SCOPES = ['openid', 'offline_access', 'launch', 'launch/patient', 'api.read']
const PATIENT = ['patient/composition-*.cruds', 'patient/aql-*.rs', 'patient/template-*.r']
const app = await newApp(server, { scopes: [...SCOPES, ...PATIENT, 'user/composition-*.rs'] })
const ana = await newPerson(server, 'ana')

const callWith = (token: string, request: string, body?: unknown) =>
  server.call(request, {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

describe('an app for one patient', () => {
  const launched = async (scope: string) => {
    const launch = Buffer.from(JSON.stringify({ ehrId: mine })).toString('base64')
    return signInToApp(server, ana, app, `launch ${scope}`, { launch })
  }

  it('asks the person for the patient, and the page says what it is for', async () => {
    const asked = askFor(app, 'openid patient/composition-*.rs')
    const consent = await ana.open(authorizePath(asked.parameters))
    assert.match(consent.text, /Read the record of the chosen patient/)
    const choice = await ana.submit('/oauth/authorize/decision', { decision: 'allow' })
    assert.match(choice.text, /Choose a patient/)
    const request = /name="request" value="([^"]+)"/.exec(choice.text)?.[1] ?? ''
    await ana.open(`/oauth/authorize/continue?request=${request}&search=P-mine`)
    const back = new URL((await ana.submit('/oauth/authorize/ehr', {}, { ehr_id: mine })).url)
    const tokens = (await redeem(server, app, asked, back.searchParams.get('code') ?? '')).json()
    assert.deepEqual([tokens.ehrId, tokens.scope], [mine, 'openid patient/composition-*.rs'])
    assert.equal((await callWith(tokens.access_token, `GET /openehr/v1/ehr/${mine}`)).status, 200)
  })

  it('reads and writes there, and nowhere else, and its refresh token gives no more', async () => {
    const first = await launched(`offline_access ${PATIENT.join(' ')}`)
    const tokens = (await refresh(server, app, first.refresh_token)).json()
    for (const { access_token: token } of [first, tokens]) {
      const at = (ehr: string, uid: string) =>
        callWith(token, `GET /openehr/v1/ehr/${ehr}/composition/${uid}`)
      assert.equal((await at(mine, uids.mine)).status, 200)
      assert.equal((await at(other, uids.other)).status, 404)
      assert.equal((await at(mine, uids.other)).status, 404)
      const created = await callWith(token, `POST /openehr/v1/ehr/${mine}/composition`, note('by the app'))
      assert.equal(created.status, 201, created.text)
      const denied = await callWith(token, `POST /openehr/v1/ehr/${other}/composition`, note('by the app'))
      assert.equal(denied.status, 404, denied.text)
      const bySubject = (id: string) =>
        callWith(token, `GET /openehr/v1/ehr?subject_id=${id}&subject_namespace=hospital`)
      assert.deepEqual([(await bySubject('P-mine')).status, (await bySubject('P-other')).status], [200, 404])
      const q = encodeURIComponent('SELECT e/ehr_id/value, COUNT(*) FROM EHR e')
      assert.deepEqual((await callWith(token, `GET /openehr/v1/query/aql?q=${q}`)).json().rows, [[mine, 1]])
      assert.equal((await callWith(token, 'POST /openehr/v1/ehr')).status, 403)
    }
  })

  it('prepares no launch for another patient', async () => {
    const { access_token: token } = await launched('patient/composition-*.rs')
    assert.equal((await callWith(token, 'POST /auth/v1/launch', { ehrId: mine })).status, 201)
    const denied = await callWith(token, 'POST /auth/v1/launch', { ehrId: other })
    assert.deepEqual([denied.status, denied.json().code], [400, 'launch.invalid'])
  })

  it('gets no scope that it was not registered with, wider or of a backend', async () => {
    for (const scope of [
      'patient/composition-*.cruds user/composition-*.crud',
      'system/composition-*.r',
      'patient/aql-*.c',
    ])
      assert.equal(
        (await authorize(ana, askFor(app, scope))).searchParams.get('error'),
        'invalid_scope',
        scope,
      )
    const narrower = await launched('patient/composition-Blood%20pressure.v1.r')
    assert.equal(narrower.scope, 'launch patient/composition-Blood%20pressure.v1.r')
    const read = await callWith(narrower.access_token, `GET /openehr/v1/ehr/${mine}/composition/${uids.mine}`)
    assert.equal(read.status, 200, read.text)
  })

  it('loses a right at once with its registration', async () => {
    const { access_token: token } = await launched('patient/composition-*.rs')
    const scopes = [...SCOPES, 'patient/aql-*.rs']
    assert.equal((await adminCall(server, `PUT /admin/v1/client/${app.clientId}`, { scopes })).status, 200)
    assert.equal((await callWith(token, `GET /openehr/v1/ehr/${mine}`)).status, 403)
  })
})

describe('a person with a role for assigned EHRs', () => {
  it('chooses among those only', async () => {
    const link = await adminCall(server, 'PUT /admin/v1/person/ana', {
      roles: [],
      assigned_roles: ['clinician'],
    })
    assert.equal(link.status, 200, link.text)
    await adminCall(server, 'POST /admin/v1/person/ana/assignment', { ehr_id: mine })
    const own = await newApp(server, { scopes: [...SCOPES, ...PATIENT] })
    const asked = askFor(own, 'launch/patient api.read')
    await ana.open(authorizePath(asked.parameters))
    const choice = await ana.submit('/oauth/authorize/decision', { decision: 'allow' })
    const request = /name="request" value="([^"]+)"/.exec(choice.text)?.[1] ?? ''
    const found = await ana.open(`/oauth/authorize/continue?request=${request}&search=P-`)
    assert.match(found.text, /P-mine/)
    assert.doesNotMatch(found.text, /P-other/)
    const wrong = await ana.submit('/oauth/authorize/ehr', { ehr_id: other })
    assert.match(wrong.text, /Choose a patient/)
  })
})

describe('a backend with scopes of SMART on openEHR', () => {
  it('gets them by client credentials, all of them or narrower ones, and reads what they reach', async () => {
    await uploadTemplate(server, 'Other.v1')
    const made = await adminCall(server, 'POST /admin/v1/client', {
      name: 'backend',
      scopes: ['system/composition-Blood%20pressure.*.rs', 'system/aql-*.s'],
    })
    const { client_id: clientId, client_secret: secret } = made.json()
    const backend = { clientId, secret, redirectUri: '' }
    const audience = `${server.url.replace('127.0.0.1', 'localhost')}/openehr/v1`
    const ask = (more: Record<string, string> = {}) =>
      tokenRequest(server, backend, { grant_type: 'client_credentials', audience, ...more })
    const all = (await ask()).json()
    assert.equal(all.scope, 'system/composition-Blood%20pressure.*.rs system/aql-*.s')
    assert.equal((await ask({ scope: 'api.read' })).json().error, 'invalid_scope')
    assert.equal((await ask({ scope: 'system/composition-*.rs' })).json().error, 'invalid_scope')
    const read = await callWith(all.access_token, `GET /openehr/v1/ehr/${other}/composition/${uids.other}`)
    assert.equal(read.status, 200, read.text)
    const elsewhere = idOf(await postComposition(server, other, note('other', 'Other.v1')))
    const denied = await callWith(all.access_token, `GET /openehr/v1/ehr/${other}/composition/${elsewhere}`)
    assert.equal(denied.status, 404, denied.text)
  })
})
