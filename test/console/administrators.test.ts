/** Administrators in a real browser: people, roles, clients, the audit trail, erasure, load, plans; and people who may do less. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { eventually } from '../eventually.ts'
import { refresh, signInToApp } from '../people/app.ts'
import { newBrowser } from '../people/browser.ts'
import { adminCall, newApp, newPerson, signIn } from '../people/people.ts'
import { testServer } from '../server.ts'
import {
  accessibilityFaults,
  closeBrowserAfter,
  consoleUrl,
  inBrowser,
  openPage,
  settled,
  type Visit,
  visit,
} from './browser.ts'
import { type KnownPatient, knownPatient } from './patient.ts'

closeBrowserAfter()

const server = await testServer({ jobPace: 100 })

describe('an administrator', inBrowser, () => {
  let patient: KnownPatient
  let session: Visit

  before(async () => {
    patient = await knownPatient(server)
    await newPerson(server, 'ana', ['nurse'])
    await signIn(newBrowser(server), 'ana')
    await server.db.execute(
      sql({
        name: 'test.passkey',
        text: `insert into cairn.passkey (credential_id, person_id, public_key, counter, transports, name)
               values ('phone', 'ana', '\\x00', 0, '{}', 'Phone')`,
      }),
    )
    session = await visit(server, '/')
  })

  it('sees in words what a person may do, ends one session and removes a passkey', async () => {
    const { page, go } = session
    await go('/people/ana')
    await page
      .getByRole('region', { name: 'What this person may do' })
      .getByText('creates, changes records of all templates')
      .waitFor()
    const sessions = page.getByRole('region', { name: 'Sessions' })
    await sessions
      .getByRole('row', { name: /password/ })
      .getByRole('button', { name: 'End session' })
      .click()
    await sessions.getByRole('row', { name: /password/ }).waitFor({ state: 'detached' })
    assert.equal(await sessions.getByRole('row', { name: /invitation/ }).count(), 1)
    await page.getByRole('button', { name: 'Remove: Phone' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Phone')
    await dialog.getByRole('button', { name: 'Remove passkey' }).click()
    await page.getByText('Passkey Phone').waitFor({ state: 'detached' })
    const { sign_in } = (await adminCall(server, 'GET /admin/v1/person/ana/access')).json()
    assert.deepEqual([sign_in.passkeys, sign_in.password], [[], true])
  })

  it('sees the apps of a person, and ends the access of one', async () => {
    const { page, go } = session
    const app = await newApp(server)
    const ben = await newPerson(server, 'ben')
    const { refresh_token } = await signInToApp(server, ben, app, 'openid offline_access api.read')
    await go('/people/ben')
    const apps = page.getByRole('region', { name: 'Apps' })
    const row = apps.getByRole('row', { name: new RegExp(app.clientId) })
    await row.getByText('offline access').waitFor()
    await row.getByRole('button', { name: 'End access' }).click()
    await row.waitFor({ state: 'detached' })
    assert.equal((await refresh(server, app, refresh_token)).status, 400)
  })

  it('makes a role and changes it', async () => {
    const { page, go } = session
    await go('/roles')
    await page.getByRole('button', { name: 'Create role' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('vital-signs')
    await dialog.getByLabel('Rights, one in a line').fill('user/composition-Vital_signs.**.rs')
    await dialog.getByRole('button', { name: 'Create role' }).click()
    const row = page.getByRole('row', { name: /vital-signs/ })
    await row.getByText('reads, finds records of Vital_signs').waitFor()
    await row.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('In plain words').fill('Looks at vital signs')
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await row.getByText('Looks at vital signs').waitFor()
  })

  it('makes an app with addresses to come back to, changes and deletes it', async () => {
    const { page, go } = session
    await go('/clients')
    await page.getByRole('button', { name: 'Create client' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Ward app')
    await dialog.getByRole('radio', { name: 'App without a server' }).check()
    await dialog.getByLabel('Client id').fill('ward-app')
    await dialog.getByRole('checkbox', { name: /\(openid\)/ }).check()
    const create = dialog.getByRole('button', { name: 'Create client' })
    assert.equal(await create.isDisabled(), true)
    const addresses = dialog.getByLabel('Addresses to come back to, one in a line')
    await addresses.fill('https://ward.example.org/signed-in')
    await create.click()
    const row = page.getByRole('row', { name: /ward-app/ })
    await row.getByText('https://ward.example.org/signed-in').waitFor()
    assert.equal(await row.getByRole('button', { name: 'New secret' }).count(), 0)
    await row.getByRole('button', { name: 'Edit' }).click()
    await addresses.fill('https://ward.example.org/signed-in\nhttps://ward.example.org/again')
    await dialog.getByRole('button', { name: 'Change client' }).click()
    await row.getByText('https://ward.example.org/again').waitFor()
    const { kind, scopes } = (await adminCall(server, 'GET /admin/v1/client/ward-app')).json()
    assert.deepEqual([kind, new Set(scopes)], ['public', new Set(['api.read', 'openid'])])
    await row.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByLabel('Name').fill('ward-app')
    await dialog.getByRole('button', { name: 'Delete client' }).click()
    await row.waitFor({ state: 'detached' })
  })

  it('finds events by patient, operation and time, page after page, and exports all of them', async () => {
    const { page, go } = session
    for (let read = 0; read < 120; read++)
      await server.call(`GET /openehr/v1/ehr/${patient.ehrId}`, { scopes: 'api.read' })
    await go('/audit')
    await page.getByLabel('Patient or EHR id').fill('p0007')
    await page.keyboard.press('Tab')
    await page.waitForURL(new RegExp(`ehr_id=${patient.ehrId}`))
    const operation = page.getByRole('combobox', { name: 'Operation' })
    await operation.fill('GET /openehr/v1/ehr/{ehr_id}')
    await page.getByRole('option', { name: /· GET \/openehr\/v1\/ehr\/\{ehr_id\}$/ }).click()
    await page.waitForURL(/route=/)
    await page.getByText(`GET /openehr/v1/ehr/${patient.ehrId}`).first().waitFor()
    const rows = page.getByRole('row', { name: /GET \/openehr/ })
    await eventually('a page is there', async () => (await rows.count()) === 100)
    await page.getByRole('button', { name: 'More' }).click()
    await eventually('the next page is there', async () => (await rows.count()) >= 120)
    const count = await rows.count()
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export all found' }).click()
    const lines = readFileSync(await (await downloaded).path(), 'utf8')
      .trimEnd()
      .split('\n')
    assert.ok(lines.length >= count)
    for (const line of lines) assert.equal(JSON.parse(line).method, 'GET')
    const until = page.getByLabel('Until')
    await until.fill('2026-01-01T00:00')
    await until.blur()
    await page.getByText('Nothing found').waitFor()
  })

  it('sees the load by the minute, the database, its lag and the background jobs', async () => {
    const { page, go } = session
    await go('/')
    const load = page.getByRole('region', { name: 'Load of the last three hours' })
    await load.getByRole('img', { name: 'Requests in a minute' }).waitFor()
    const state = page.getByRole('region', { name: 'Server and database' })
    await state.getByText('No standby follows.').waitFor()
    await state.getByText('load_history').waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
  })

  it('is warned of a query that probably means something else', async () => {
    const { page, go } = session
    const systolic = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'
    const q = `SELECT ${systolic} AS systolic FROM EHR e CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]
      WHERE ${systolic} > '140'`
    await go(`/query?${new URLSearchParams({ q })}`)
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByRole('status').filter({ hasText: 'never compares with a string' }).waitFor()
  })

  it('sees the plan of a query as a picture', async () => {
    const { page, go } = session
    await go('/query')
    const editor = page.getByRole('textbox', { name: 'AQL' })
    await editor.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.insertText(
      'SELECT c/name/value AS name FROM EHR e CONTAINS COMPOSITION c ORDER BY name',
    )
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByRole('tab', { name: 'Plan' }).click()
    const picture = page.getByRole('region', { name: 'Steps of the plan' })
    await picture.getByText('page', { exact: true }).waitFor()
    assert.ok((await picture.getByRole('listitem').count()) > 2)
    assert.deepEqual(await accessibilityFaults(page), [])
  })

  it('erases an EHR in two steps, with a reason and the number of the patient', async () => {
    const { page, go } = session
    await go(`/ehrs/${patient.ehrId}`)
    await page.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('menuitem', { name: 'Erase EHR' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/Erased are 7 records with 7 versions/).waitFor()
    const next = dialog.getByRole('button', { name: 'Go on to the second step' })
    assert.equal(await next.isDisabled(), true)
    await dialog.getByLabel('Reason').fill('asked for by the patient')
    await next.click()
    const erase = dialog.getByRole('button', { name: 'Erase for good' })
    await dialog.getByLabel('Patient').fill('P0008')
    assert.equal(await erase.isDisabled(), true)
    await dialog.getByLabel('Patient').fill('P0007')
    await erase.click()
    await page.waitForURL(/\/ehrs$/)
    const gone = await server.call(`GET /openehr/v1/ehr/${patient.ehrId}`, { scopes: 'api.read' })
    assert.equal(gone.status, 404)
    assert.deepEqual(session.problems, [])
  })
})

describe('a person who may do less', inBrowser, () => {
  for (const [personId, roles, assigned] of [
    ['nora', ['nurse'], []],
    ['rita', ['researcher'], []],
    ['otto', ['auditor'], []],
    ['wanda', [], ['nurse']],
  ] as const)
    it(`meets no refusal on any screen: ${[...roles, ...assigned.map(role => `${role} where assigned`)].join()}`, async () => {
      const { cookies, origin } = await newPerson(server, personId, roles.length > 0 ? roles : ['nurse'])
      if (assigned.length > 0)
        await adminCall(server, `PUT /admin/v1/person/${personId}`, { roles: [], assigned_roles: assigned })
      const { page, problems } = await openPage()
      const refused: string[] = []
      page.on('response', response => {
        if (response.status() === 403) refused.push(`${new URL(page.url()).pathname}: ${response.url()}`)
      })
      await page
        .context()
        .addCookies([...cookies].map(([name, value]) => ({ name, value, url: `${origin}/` })))
      await page.goto(`${consoleUrl(server)}/`)
      await page.locator('#content').waitFor()
      const links = page.getByRole('navigation', { name: 'Navigation' }).getByRole('link')
      for (let at = 1; at < (await links.count()); at++) {
        await links.nth(at).click()
        await settled(page)
        assert.equal(await page.getByText('Not allowed').count(), 0, page.url())
      }
      assert.deepEqual([refused, problems], [[], []])
      await page.context().close()
    })

  it('is offered no view of an EHR that needs another right', async () => {
    const ehr = await server.call('POST /openehr/v1/ehr', {
      scopes: 'api.read api.write',
      headers: { Prefer: 'return=representation' },
    })
    const { cookies, origin } = await newPerson(server, 'nils', ['nurse'])
    const { page, problems } = await openPage()
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: `${origin}/` })))
    await page.goto(`${consoleUrl(server)}/ehrs/${ehr.json().ehr_id.value}`)
    await settled(page)
    const tabs = page.getByRole('tab')
    for (let at = 0; at < (await tabs.count()); at++) {
      await tabs.nth(at).click()
      await settled(page)
      assert.equal(await page.getByText('Not allowed').count(), 0, page.url())
    }
    assert.equal(await page.getByRole('tab', { name: 'Who saw this record' }).count(), 0)
    assert.deepEqual(problems, [])
    await page.context().close()
  })
})
