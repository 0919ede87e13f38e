/** Forms that a nurse can fill: dates as they are written, codes by name, findings in words, the last record as a beginning. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { corpusFile, corpusMissing } from '../../packages/openehr/fixtures/corpus.ts'
import { eventually } from '../eventually.ts'
import { testServer } from '../server.ts'
import { accessibilityFaults, closeBrowserAfter, inBrowser, isTooWide, type Visit, visit } from './browser.ts'

closeBrowserAfter()

const server = await testServer()

async function addTemplate(opt: string): Promise<void> {
  const added = await server.call('POST /openehr/v1/definition/template/adl1.4', {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/xml' },
    body: opt,
  })
  assert.equal(added.status, 201, added.text)
}

const demoTemplate = (name: string): string =>
  readFileSync(new URL(`../../packages/cli/demo/${name}.opt`, import.meta.url), 'utf8')

/** The version of the record that a page shows, as the server has it. */
async function shownVersion(page: Page, ehrId: string) {
  const uid = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  const [object] = uid.split('::')
  const version = await server.call(
    `GET /openehr/v1/ehr/${ehrId}/versioned_composition/${object}/version/${uid}`,
    { scopes: 'api.read' },
  )
  return version.json()
}

async function commit(page: Page, button: 'Commit record' | 'Commit version'): Promise<void> {
  await page.getByText('No findings').waitFor()
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL(/\/compositions\/[^/]+$/)
}

describe('the form of a record', inBrowser, () => {
  let ehrId: string
  let session: Visit

  before(async () => {
    for (const name of ['vital-signs', 'problem-list']) await addTemplate(demoTemplate(name))
    const ehr = await server.call('POST /openehr/v1/ehr', {
      scopes: 'api.read api.write',
      headers: { Prefer: 'return=representation' },
    })
    ehrId = ehr.json().ehr_id.value
    session = await visit(server, '/ehrs')
  })

  const openForm = async () => {
    await session.go(`/ehrs/${ehrId}/new?template=Vital%20signs`)
    await session.page.getByRole('textbox', { name: 'Systolic', exact: true }).waitFor()
    return session.page
  }

  it('has no finding untouched, and then all of them at once, in words', async () => {
    const page = await openForm()
    await page.getByText('Nothing has been changed yet.').waitFor()
    assert.equal(await page.getByText('This is required.').count(), 0)
    assert.equal(await page.getByText(/^Findings: /).count(), 0)
    await page.getByRole('textbox', { name: 'Systolic', exact: true }).fill('5000')
    await page.getByRole('textbox', { name: 'Diastolic', exact: true }).fill('many')
    await page.getByText('Diastolic: This value cannot be read. Check how it is written.').waitFor()
    await page.getByText('Systolic: This value is outside of what the template allows.').waitFor()
    assert.doesNotMatch(await page.locator('#content').innerText(), /vital_signs\/|any_event/)
  })

  it('names languages and countries, and calls an event a measurement', async () => {
    const page = await openForm()
    assert.equal(await page.getByRole('combobox', { name: 'Language' }).inputValue(), 'English')
    const country = page.getByRole('combobox', { name: 'Country' })
    assert.equal(await country.inputValue(), 'United Kingdom')
    await country.fill('nether')
    await page.getByRole('option', { name: 'Netherlands', exact: true }).click()
    assert.equal(await country.inputValue(), 'Netherlands')
    await page.getByRole('button', { name: 'Add a measurement' }).first().waitFor()
    assert.equal(await page.getByText(/any event/i).count(), 0)
  })

  it('takes a date as it is written, and commits it', async () => {
    const page = await openForm()
    await page.getByRole('textbox', { name: 'Systolic', exact: true }).fill('131')
    await page.getByRole('textbox', { name: 'Diastolic', exact: true }).fill('84')
    const start = page.getByRole('textbox', { name: 'Start', exact: true })
    await start.fill('16.11.2026 9:30')
    await start.blur()
    assert.equal(await start.inputValue(), '16/11/2026 09:30')
    await commit(page, 'Commit record')
    await page.getByText('16 Nov 2026 09:30').first().waitFor()
  })

  it('takes a date from the calendar', async () => {
    const page = await openForm()
    const start = page.getByRole('textbox', { name: 'Start', exact: true })
    await page.getByRole('button', { name: 'Start: Choose from a calendar' }).click()
    // The calendar of the browser is no part of the page: what somebody chooses there comes to its field.
    const field = page
      .locator('div:has(> label)')
      .filter({ hasText: /^Start/ })
      .locator('..')
    await field.locator('input[type=datetime-local]').fill('2026-11-20T08:15', { force: true })
    assert.match(await start.inputValue(), /^20\/11\/2026 08:15/)
    await page.getByRole('button', { name: 'Discard draft' }).click()
    assert.deepEqual(session.problems, [])
  })

  it('prints the fields alone', async () => {
    const page = await openForm()
    await page.evaluate("globalThis.print = () => document.body.setAttribute('data-printed', '')")
    await page.getByRole('button', { name: 'Print' }).click()
    assert.equal(await page.locator('body[data-printed]').count(), 1)
    await page.emulateMedia({ media: 'print' })
    assert.ok(await page.getByRole('textbox', { name: 'Systolic', exact: true }).isVisible())
    for (const name of ['Commit record', 'Print', 'Add a measurement'])
      assert.equal(await page.getByRole('button', { name }).count(), 0, name)
    assert.equal(await page.getByRole('navigation').count(), 0)
    await page.emulateMedia({ media: null })
  })

  it('begins with the values of the last record where that is asked for, but not with its time', async () => {
    const page = await openForm()
    const systolic = page.getByRole('textbox', { name: 'Systolic', exact: true })
    assert.equal(await systolic.inputValue(), '')
    await page.getByRole('button', { name: 'Copy from the last record' }).click()
    await eventually('the value is copied', async () => (await systolic.inputValue()) === '131')
    await page.getByText(/Copied from the record of 16 Nov 2026/).waitFor()
    const start = page.getByRole('textbox', { name: 'Start', exact: true })
    assert.notEqual(await start.inputValue(), '16/11/2026 09:30')
    assert.deepEqual(session.problems, [])
  })

  it('is committed as incomplete without what is required, and completed later', async () => {
    const { page, go } = session
    await go(`/ehrs/${ehrId}/new?template=Problem%20list`)
    const comment = page.getByRole('textbox', { name: 'Comment', exact: true })
    await comment.fill('To be asked tomorrow')
    await page.getByText('Name: This is required.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Commit record' }).isDisabled(), true)
    await page.getByRole('switch', { name: /^Incomplete/ }).check()
    await commit(page, 'Commit record')
    assert.equal((await shownVersion(page, ehrId)).lifecycle_state.value, 'incomplete')
    await page.getByText('incomplete', { exact: true }).waitFor()

    await page.getByRole('link', { name: 'Change record' }).click()
    assert.equal(await comment.inputValue(), 'To be asked tomorrow')
    const incomplete = page.getByRole('switch', { name: /^Incomplete/ })
    assert.equal(await incomplete.isChecked(), true)
    await comment.fill('To be asked on Thursday')
    await commit(page, 'Commit version')
    assert.equal((await shownVersion(page, ehrId)).lifecycle_state.value, 'incomplete')

    await page.getByRole('link', { name: 'Change record' }).click()
    await incomplete.uncheck()
    await page.getByRole('combobox', { name: 'Name', exact: true }).click()
    await page.getByRole('option', { name: 'COPD' }).click()
    await page.getByText('Status: This is required.').waitFor()
    await page.getByRole('radio', { name: 'Active' }).check()
    await commit(page, 'Commit version')
    const { lifecycle_state, data } = await shownVersion(page, ehrId)
    assert.equal(lifecycle_state.value, 'complete')
    assert.match(JSON.stringify(data), /To be asked on Thursday/)
    assert.deepEqual(session.problems, [])
  })

  it('offers the sum of a score beside its total', { skip: corpusMissing }, async () => {
    await addTemplate(corpusFile('sdk-test-data/operationaltemplate/example_initialassesment.v0.opt'))
    const { page, go } = session
    await go(`/ehrs/${ehrId}/new?template=example.initialassesment.v0`)
    const total = page.getByRole('textbox', { name: 'Total score', exact: true })
    await total.waitFor()
    assert.equal(await page.getByText(/^Sum of/).count(), 0)
    const radio = (group: RegExp, option: RegExp) =>
      page.getByRole('radiogroup', { name: group }).getByRole('radio', { name: option })
    await radio(/^Best eye/, /^4 /).check()
    await page.getByText('Sum of 1 of 3 scores: 4').waitFor()
    await radio(/^Best verbal/, /^3 /).check()
    // More than five answers are searched.
    await page.getByRole('combobox', { name: 'Best motor response' }).click()
    await page.getByRole('option', { name: /^6 / }).click()
    await page.getByText('Sum of 3 of 3 scores: 13').waitFor()
    assert.equal(await total.inputValue(), '')
    await page.getByRole('button', { name: 'Take over 13 as Total score' }).click()
    await eventually('it is taken over', async () => (await total.inputValue()) === '13')
    await commit(page, 'Commit record')
    assert.match(JSON.stringify((await shownVersion(page, ehrId)).data), /"magnitude":13\b/)
    assert.deepEqual(session.problems, [])
  })

  it('is accessible and fits a phone', async () => {
    const other = await visit(server, '/ehrs', { width: 390, scheme: 'dark' })
    await other.go(`/ehrs/${ehrId}/new?template=Vital%20signs`)
    await other.page.getByRole('textbox', { name: 'Systolic', exact: true }).waitFor()
    assert.deepEqual(await accessibilityFaults(other.page), [])
    assert.equal(await isTooWide(other.page), false)
    const way = other.page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link')
    assert.deepEqual(await way.allInnerTexts(), [`${ehrId.slice(0, 8)}…`])
    await other.page.context().close()
  })
})
