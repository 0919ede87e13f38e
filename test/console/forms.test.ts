/** Forms that a nurse can fill: dates as they are written, codes by name, findings in words, the last record as a beginning. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { eventually } from '../eventually.ts'
import { testServer } from '../server.ts'
import { accessibilityFaults, closeBrowserAfter, inBrowser, isTooWide, type Visit, visit } from './browser.ts'

closeBrowserAfter()

const server = await testServer()

describe('the form of a record', inBrowser, () => {
  let ehrId: string
  let session: Visit

  before(async () => {
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
    await page.getByText('No findings').waitFor()
    await page.getByRole('button', { name: 'Commit record' }).click()
    await page.waitForURL(/\/compositions\/[^/]+$/)
    await page.getByText('16 Nov 2026 09:30').first().waitFor()
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

  it('is accessible and fits a phone', async () => {
    const other = await visit(server, '/ehrs', { width: 390, scheme: 'dark' })
    await other.go(`/ehrs/${ehrId}/new?template=Vital%20signs`)
    await other.page.getByRole('textbox', { name: 'Systolic', exact: true }).waitFor()
    assert.deepEqual(await accessibilityFaults(other.page), [])
    assert.equal(await isTooWide(other.page), false)
    await other.page.context().close()
  })
})
