/** The page on which a person chooses the patient for an app: by a misspelt name, for those who may find people. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { patientOf } from '../../packages/cli/src/demo/patient.ts'
import { householdOf, personIdOf } from '../../packages/cli/src/demo/person.ts'
import { openDemoPeople } from '../demographic/demo-people.ts'
import { idOf } from '../records.ts'
import { testServer } from '../server.ts'
import { askFor, authorizePath } from './app.ts'
import type { TestBrowser } from './browser.ts'
import { adminCall, newApp, newPerson } from './people.ts'

const server = await testServer()
const origin = server.url.replace('127.0.0.1', 'localhost')

const [percival] = householdOf(patientOf(1))
const addPerson = await openDemoPeople(server)
await addPerson(percival)
const ehrId = idOf(
  await server.call('POST /openehr/v1/ehr', {
    scopes: 'api.write api.admin',
    headers: { 'cairn-person-uid': personIdOf(1) },
  }),
)

/** The page with what a text finds. */
async function foundBy(browser: TestBrowser, text: string): Promise<string> {
  const app = await newApp(server, { scopes: ['openid', 'launch/patient', 'api.read'] })
  const { parameters } = askFor(app, 'openid launch/patient api.read', { aud: `${origin}/openehr/v1` })
  await browser.open(authorizePath(parameters))
  const choice = await browser.submit('/oauth/authorize/decision', { decision: 'allow' })
  const request = /name="request" value="([^"]+)"/.exec(choice.text)?.[1] ?? ''
  return (await browser.open(`/oauth/authorize/continue?request=${request}&search=${text}`)).text
}

it('a clinician finds the patient by a misspelt name, or by the EHR, and the audit trail has who was shown', async () => {
  const ana = await newPerson(server, 'ana')
  for (const text of ['larkspor', ehrId]) {
    const page = await foundBy(ana, text)
    assert.match(page, /<bdi>Percival Larkspur<\/bdi>/)
    assert.ok(page.includes(ehrId))
  }
  const { events } = (
    await server.call(`GET /admin/v1/audit?ehr_id=${personIdOf(1)}&person=ana`, { scopes: 'api.admin' })
  ).json()
  assert.equal(events.length, 2)
})

it('somebody without a right on people finds the EHR by its id alone, and sees no name', async () => {
  const role = {
    name: 'records-only',
    description: 'Reads records',
    rights: ['user/composition-*.rs', 'user/template-*.r', 'user/aql-*.rs'],
    scopes: ['api.read'],
  }
  const made = await adminCall(server, 'POST /admin/v1/role', role)
  assert.equal(made.status, 201, made.text)
  const ben = await newPerson(server, 'ben', ['records-only'], 'Ben Costa')
  assert.match(await foundBy(ben, 'larkspur'), /Nothing was found/)
  const page = await foundBy(ben, ehrId)
  assert.ok(page.includes(ehrId))
  assert.ok(!page.includes('Larkspur'))
})
