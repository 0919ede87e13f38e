/** Drafts in the console: a closed window loses nothing, and two windows or two people on one record are told of each other. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { newPerson, PASSWORD } from '../people/people.ts'
import { testServer } from '../server.ts'
import { closeBrowserAfter, consoleUrl, inBrowser, openPage } from './browser.ts'

closeBrowserAfter()

const server = await testServer()

async function enter(page: Page, personId: string): Promise<void> {
  await page.getByRole('link', { name: 'Continue with your account' }).click()
  await page.locator('input[autocomplete*=username]').fill(personId)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.locator('form:has(input[type=password]) button[type=submit]').click()
}

const shows = (page: Page, value: string) =>
  eventually(`the form shows ${value}`, async () => (await systolic(page).inputValue()) === value)

const systolic = (page: Page) => page.getByRole('textbox', { name: 'Systolic', exact: true })

describe('drafts in the console', inBrowser, () => {
  let ehrId: string
  let own: BrowserContext

  before(async () => {
    await newPerson(server, 'ana', ['clinician'], 'Ana Meyer')
    await newPerson(server, 'ben', ['clinician'], 'Ben Ortiz')
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

  const formUrl = () => `${consoleUrl(server)}/ehrs/${ehrId}/new?template=Vital%20signs`
  const saved = (page: Page) => page.getByText(/The draft was saved on the server/).waitFor()

  it('survive the window: the first page of the EHR and the form offer them', async () => {
    const { page, problems } = await openPage()
    own = page.context()
    await page.goto(formUrl())
    await enter(page, 'ana')
    await systolic(page).fill('131')
    await saved(page)
    await page.close()
    const later = await own.newPage()
    await later.goto(`${consoleUrl(server)}/ehrs/${ehrId}`)
    const panel = later.getByRole('region', { name: 'Open drafts' })
    await panel.getByRole('link', { name: 'Vital signs' }).click()
    await later.waitForURL(/draft=/)
    await shows(later, '131')
    await later.goto(formUrl())
    await later.getByText(/You began this on/).waitFor()
    assert.equal(await systolic(later).inputValue(), '')
    await later.getByRole('button', { name: 'Continue the draft' }).click()
    await shows(later, '131')
    assert.deepEqual(problems, [])
    await later.close()
  })

  it('of two windows do not overwrite each other', async () => {
    const [first, second] = [await own.newPage(), await own.newPage()]
    for (const page of [first, second]) {
      await page.goto(formUrl())
      await page.getByRole('button', { name: 'Continue the draft' }).click()
      await shows(page, '131')
    }
    const stored = first.waitForResponse(answer => answer.request().method() === 'PUT' && answer.ok())
    await systolic(first).fill('140')
    await stored
    await saved(first)
    await systolic(second).fill('150')
    await second.getByText(/also open in another window/).waitFor()
    await second.getByRole('button', { name: 'Show what was saved there' }).click()
    await shows(second, '140')
    await first.close()
    await second.close()
  })

  it('tell another person who is writing, and end with the commit', async () => {
    const { page } = await openPage()
    await page.goto(formUrl())
    await enter(page, 'ben')
    await page.getByText(/Ana Meyer is also writing this record/).waitFor()
    assert.equal(await page.getByText(/You began this on/).count(), 0)
    const mine = await own.newPage()
    await mine.goto(formUrl())
    await mine.getByRole('button', { name: 'Continue the draft' }).click()
    await mine.getByRole('textbox', { name: 'Diastolic', exact: true }).fill('80')
    await mine.getByText('No findings').waitFor()
    await mine.getByRole('button', { name: 'Commit record' }).click()
    await mine.waitForURL(/\/compositions\/[^/]+$/)
    await mine.getByText('140 mmHg').waitFor()
    await mine.goto(`${consoleUrl(server)}/ehrs/${ehrId}`)
    await mine.getByRole('region', { name: 'Vital signs' }).waitFor()
    assert.equal(await mine.getByRole('region', { name: 'Open drafts' }).count(), 0)
    await page.context().close()
  })

  it('of a record that exists are told to a second window and to a second person', async () => {
    const record = await own.newPage()
    await record.goto(`${consoleUrl(server)}/ehrs/${ehrId}`)
    await record
      .getByRole('region', { name: 'Last contacts' })
      .getByRole('link', { name: /140\/80 mmHg/ })
      .click()
    await record.getByRole('link', { name: 'Change record' }).click()
    await shows(record, '140')
    await systolic(record).fill('142')
    await saved(record)
    const address = record.url()
    const second = await own.newPage()
    await second.goto(address)
    await second.getByText(/You began this on/).waitFor()
    assert.equal(await systolic(second).inputValue(), '140')
    const { page: other } = await openPage()
    await other.goto(address)
    await enter(other, 'ben')
    await other.getByText(/Ana Meyer is also writing this record/).waitFor()
    // The second person commits first: the first one is told so, and keeps what was typed.
    await systolic(other).fill('138')
    await other.getByText('No findings').waitFor()
    await other.getByRole('button', { name: 'Commit version' }).click()
    await other.waitForURL(/\/compositions\/[^/]+$/)
    await other.getByText('138 mmHg').waitFor()
    await record.getByRole('button', { name: 'Commit version' }).click()
    await record.getByText(/Somebody has committed another version in the meantime/).waitFor()
    assert.equal(await systolic(record).inputValue(), '142')
    await other.context().close()
    await own.close()
  })
})
