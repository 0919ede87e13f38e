/** People in the console. A session that ends while somebody types: nothing is lost, and nobody else's name is put under it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { adminCall, newPerson, PASSWORD } from '../people/people.ts'
import { testServer } from '../server.ts'
import { closeBrowserAfter, consoleUrl, inBrowser, openPage } from './browser.ts'

closeBrowserAfter()

const server = await testServer()

/** Signs in on the page of the server. */
async function enter(page: Page, personId: string): Promise<void> {
  await page.locator('input[autocomplete*=username]').fill(personId)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.locator('form:has(input[type=password]) button[type=submit]').click()
}

describe('the session of a person', inBrowser, () => {
  let ehrId: string

  before(async () => {
    for (const [personId, name] of [
      ['ana', 'Ana Meyer'],
      ['ben', 'Ben Ortiz'],
    ] as const)
      await newPerson(server, personId, ['clinician'], name)
    const template = await server.call('POST /openehr/v1/definition/template/adl1.4', {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/xml' },
      body: readFileSync(new URL('../../packages/cli/demo/vital-signs.opt', import.meta.url), 'utf8'),
    })
    assert.equal(template.status, 201, template.text)
    const ehr = await server.call('POST /openehr/v1/ehr', {
      scopes: 'api.read api.write',
      headers: { Prefer: 'return=representation' },
    })
    ehrId = ehr.json().ehr_id.value
  })

  async function openForm() {
    const opened = await openPage()
    const { page } = opened
    await page.goto(`${consoleUrl(server)}/ehrs/${ehrId}/new?template=Vital%20signs`)
    await page.getByRole('link', { name: 'Continue with your account' }).click()
    await enter(page, 'ana')
    await page.getByRole('textbox', { name: 'Systolic', exact: true }).fill('131')
    await page.getByRole('textbox', { name: 'Diastolic', exact: true }).fill('84')
    await page.getByText('No findings').waitFor()
    return opened
  }

  const endSessions = async () => {
    const answer = await adminCall(server, 'DELETE /admin/v1/person/ana/session')
    assert.ok(answer.status < 300, answer.text)
  }

  const records = async () => {
    const q = encodeURIComponent('SELECT c/uid/value AS uid FROM EHR e CONTAINS COMPOSITION c')
    return (await server.call(`GET /openehr/v1/query/aql?q=${q}`, { scopes: 'api.read' })).json().rows.length
  }

  it('may end while a form is filled in: signing in over it commits what was typed', async () => {
    const { page } = await openForm()
    await endSessions()
    await page.getByRole('button', { name: 'Commit record' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    assert.equal(await page.getByText('Authorization').count(), 0)
    const opening = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await enter(await opening, 'ana')
    await page.waitForURL(/\/compositions\/[^/]+$/)
    await page.getByText('131 mmHg').waitFor()
    assert.equal(await dialog.count(), 0)
    assert.equal(await records(), 1)
    await page.context().close()
  })

  it('is not continued by somebody else, and what was typed stays', async () => {
    const { page } = await openForm()
    const before = await records()
    await endSessions()
    await page.getByRole('button', { name: 'Commit record' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    const opening = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await enter(await opening, 'ben')
    await dialog.getByText(/Ben Ortiz has signed in/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Your session has ended. Sign in again.').first().waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Systolic', exact: true }).inputValue(), '131')
    assert.equal(await records(), before)
    await page.context().close()
  })

  it('of somebody without assigned EHRs offers nothing that would be refused', async () => {
    await newPerson(server, 'nina', ['nurse'], 'Nina Roth')
    const changed = await adminCall(server, 'PUT /admin/v1/person/nina', {
      roles: [],
      assigned_roles: ['nurse'],
    })
    assert.ok(changed.status < 300, changed.text)
    const { page, problems } = await openPage()
    await page.goto(`${consoleUrl(server)}/ehrs`)
    await page.getByRole('link', { name: 'Continue with your account' }).click()
    await enter(page, 'nina')
    await page.getByText(/There is no EHR here that you may see/).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Load the demo hospital' }).count(), 0)
    assert.deepEqual(problems, [])
    // Her role lets her take access in an emergency: an EHR out of reach offers it.
    await page.goto(`${consoleUrl(server)}/ehrs/${ehrId}`)
    const take = page.getByRole('button', { name: 'Take access for one hour' })
    await take.waitFor()
    assert.equal(await take.isEnabled(), false)
    await page.getByRole('textbox', { name: 'Reason for the access' }).fill('found unconscious in the street')
    await take.click()
    await page.getByRole('region', { name: 'Vital signs' }).waitFor()
    assert.equal(await take.count(), 0)
    await page.context().close()
  })

  it('is warned of two minutes before it ends, and can be kept', async () => {
    const { page } = await openPage()
    await page.clock.install()
    await page.goto(`${consoleUrl(server)}/settings`)
    await page.getByRole('link', { name: 'Continue with your account' }).click()
    await enter(page, 'ana')
    await page.locator('#content').waitFor()
    const stay = page.getByRole('button', { name: 'Stay signed in' })
    await page.clock.runFor('25:00')
    assert.equal(await stay.count(), 0)
    await page.clock.runFor('02:30')
    await stay.click()
    await stay.waitFor({ state: 'detached' })
    await page.context().close()
  })
})
