/** Trends share one axis of time, which is chosen by name, by handles and by a drag; a large record opens at once. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { testServer } from '../server.ts'
import { accessibilityFaults, closeBrowserAfter, inBrowser, isTooWide, type Visit, visit } from './browser.ts'

closeBrowserAfter()

const server = await testServer()

type Flat = Record<string, string | number>

const head = (root: string, time: string): Flat => ({
  'ctx/language': 'en',
  'ctx/territory': 'GB',
  'ctx/composer_name': 'Monitor',
  'ctx/time': time,
  [`${root}/context/_location`]: 'ICU',
})

const at = (minutes: number): string =>
  new Date(Date.parse('2026-03-01T08:00:00Z') + minutes * 60_000).toISOString()

/** A day in intensive care, with a value every ten minutes. */
function stay(): Flat {
  const flat = head('vital_signs', at(0))
  for (let event = 0; event < 144; event++) {
    const sign = (name: string, value: string, magnitude: number, unit: string) => {
      flat[`vital_signs/${name}/any_event:${event}/time`] = at(event * 10)
      flat[`vital_signs/${name}/any_event:${event}/${value}|magnitude`] = magnitude
      flat[`vital_signs/${name}/any_event:${event}/${value}|unit`] = unit
    }
    sign('pulse', 'rate', 80 + (event % 12), '/min')
    sign('blood_pressure', 'systolic', 120 + (event % 9), 'mm[Hg]')
    sign('blood_pressure', 'diastolic', 70 + (event % 7), 'mm[Hg]')
  }
  return flat
}

/** A visit a year before, with a pulse alone. */
const visitBefore = (): Flat => ({
  ...head('vital_signs', '2025-03-01T08:00:00Z'),
  'vital_signs/pulse/any_event:0/rate|magnitude': 64,
  'vital_signs/pulse/any_event:0/rate|unit': '/min',
})

/** Analytes of a report of some 730 KB. */
const ANALYTES = 740

function largeReport(): Flat {
  const flat = head('laboratory_report', at(60))
  flat['laboratory_report/laboratory_test/test_name'] = 'Everything'
  for (let analyte = 0; analyte < ANALYTES; analyte++) {
    const path = `laboratory_report/laboratory_test/analyte:${analyte}`
    flat[`${path}/name|code`] = 'at0104'
    flat[`${path}/result|magnitude`] = 3 + (analyte % 40) / 10
    flat[`${path}/result|unit`] = 'mmol/L'
    flat[`${path}/result/_normal_range/lower|magnitude`] = 3.5
    flat[`${path}/result/_normal_range/lower|unit`] = 'mmol/L'
    flat[`${path}/result/_normal_range/upper|magnitude`] = 5.1
    flat[`${path}/result/_normal_range/upper|unit`] = 'mmol/L'
  }
  return flat
}

async function addTemplates(): Promise<void> {
  for (const name of ['vital-signs', 'laboratory-report']) {
    const template = await server.call('POST /openehr/v1/definition/template/adl1.4', {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/xml' },
      body: readFileSync(new URL(`../../packages/cli/demo/${name}.opt`, import.meta.url), 'utf8'),
    })
    assert.equal(template.status, 201, template.text)
  }
}

/** Returns the version uid. */
async function commit(ehrId: string, template: string, flat: Flat): Promise<string> {
  const answer = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
    scopes: 'api.read api.write',
    headers: { 'Content-Type': 'application/openehr.wt.flat+json', 'openehr-template-id': template },
    body: JSON.stringify(flat),
  })
  assert.equal(answer.status, 201, answer.text)
  return (answer.headers.get('ETag') ?? '').replaceAll('"', '')
}

/** Measures work by the seconds of the processor that the main thread of a page uses for it. */
async function costsOf(page: Page): Promise<(work: () => Promise<unknown>) => Promise<number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const seconds = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  return async work => {
    const before = await seconds()
    await work()
    return (await seconds()) - before
  }
}

describe('trends', inBrowser, () => {
  let ehrId: string
  let reports: string[]
  let session: Visit

  before(async () => {
    await addTemplates()
    const ehr = await server.call('POST /openehr/v1/ehr', {
      scopes: 'api.read api.write',
      headers: { Prefer: 'return=representation' },
    })
    ehrId = ehr.json().ehr_id.value
    await commit(ehrId, 'Vital signs', visitBefore())
    await commit(ehrId, 'Vital signs', stay())
    const commitReport = () => commit(ehrId, 'Laboratory report', largeReport())
    reports = [await commitReport(), await commitReport(), await commitReport()]
    session = await visit(server, '/ehrs')
  })

  const recordOf = (uid: string) => `/ehrs/${ehrId}/compositions/${encodeURIComponent(uid)}`

  const open = async () => {
    await session.go(`/ehrs/${ehrId}?view=contributions`)
    await session.go(`/ehrs/${ehrId}?view=trends`)
    const { page } = session
    const pulse = page.getByRole('region', { name: 'Pulse', exact: true })
    await pulse.waitFor()
    return { page, pulse, time: page.getByRole('region', { name: 'Time shown' }) }
  }

  it('show all of the time, then the part that is chosen by its name, in every chart', async () => {
    const { page, time } = await open()
    await time.getByText(/^2\d Feb 2025 .* – 0\d Mar 2026/).waitFor()
    await time.getByRole('button', { name: 'Last 30 days' }).click()
    await time.getByText(/^31 Jan 2026 .* – 02 Mar 2026/).waitFor()
    assert.equal(await page.getByText('Not measured in this time').count(), 0)
    await time.getByRole('button', { name: 'All', exact: true }).click()
    await time.getByText(/^2\d Feb 2025/).waitFor()
  })

  it('show the part that somebody drags over, in all charts, and open no record by that', async () => {
    const { page, pulse, time } = await open()
    const chart = pulse.locator('.u-over')
    await chart.scrollIntoViewIfNeeded()
    const box = await chart.boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x + box.width * 0.3, box.y + 40)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.5, box.y + 40, { steps: 4 })
    await page.mouse.up()
    await time.getByText(/^\d\d \w+ 2025 .* – \d\d \w+ 2025/).waitFor()
    await eventually(
      'both charts say so',
      async () => (await page.getByText('Not measured in this time').count()) >= 2,
    )
    assert.match(page.url(), /view=trends$/)
  })

  it('are chosen by keyboard', async () => {
    const { page, time } = await open()
    const words = () => time.locator('span').first().innerText()
    const all = await words()
    await time.getByRole('slider', { name: 'From' }).focus()
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
    await eventually('the time is shorter', async () => (await words()) !== all)
    assert.notEqual((await words()).split(' – ')[0], all.split(' – ')[0])
    assert.equal((await words()).split(' – ')[1], all.split(' – ')[1])
  })

  it('open the record of the value that is clicked', async () => {
    const { page, pulse, time } = await open()
    await time.getByRole('button', { name: 'Last 24 hours' }).click()
    await time.getByText(/^01 Mar 2026/).waitFor()
    await pulse.locator('.u-over').click({ position: { x: 150, y: 40 } })
    await page.waitForURL(/\/compositions\/[^/]+$/)
  })

  it('are accessible and fit, wide and narrow', async () => {
    for (const [width, scheme] of [
      [1440, 'light'],
      [390, 'dark'],
    ] as const) {
      const other = await visit(server, '/ehrs', { width, scheme })
      await other.go(`/ehrs/${ehrId}?view=trends`)
      await other.page.getByRole('region', { name: 'Time shown' }).waitFor()
      assert.deepEqual(await accessibilityFaults(other.page), [])
      assert.equal(await isTooWide(other.page), false)
      await other.page.context().close()
    }
    assert.deepEqual(session.problems, [])
  })

  it('a record of 730 KB opens in under two seconds of the processor, the first time too', async () => {
    const other = await visit(server, '/ehrs')
    const used = await costsOf(other.page)
    for (const report of reports) {
      const read = await server.call(`GET /openehr/v1/ehr/${ehrId}/composition/${report}`, {
        scopes: 'api.read',
      })
      assert.ok(read.text.length > 700_000, `${read.text.length} characters`)
      await other.go('/ehrs')
      const seconds = await used(async () => {
        await other.go(recordOf(report))
        await other.page.getByText('Signature valid').waitFor()
        await other.page.getByRole('row').nth(ANALYTES).waitFor()
      })
      assert.ok(seconds < 2, `${seconds} s`)
    }
    await other.page.context().close()
  })

  it('a long report is changed in its form: its analytes are closed, say what they hold, and one is opened', async () => {
    const { page, go } = await visit(server, '/ehrs')
    const used = await costsOf(page)
    const last = page.getByRole('button', {
      name: new RegExp(`^Analyte ${ANALYTES} Potassium`),
    })
    const seconds = await used(async () => {
      await go(`${recordOf(reports[2] ?? '')}/edit`)
      await last.waitFor()
    })
    assert.ok(seconds < 4, `${seconds} s to open`)
    await last.click()
    const value = page.getByRole('textbox', { name: 'Result', exact: true })
    await value.waitFor()
    assert.equal(await value.inputValue(), String(3 + ((ANALYTES - 1) % 40) / 10))
    const typed = await used(async () => {
      await value.fill('5.3')
      await page.getByText('No findings').waitFor()
    })
    assert.ok(typed < 4, `${typed} s to change one value`)
    await page.getByRole('button', { name: 'Commit version' }).click()
    await page.getByText('Signature valid').waitFor()
    await page.getByText('5.3 mmol/L').first().waitFor()
    await page.context().close()
  })

  it('a long report says everything in text, and draws ranges and trends near the screen and for print', async () => {
    const { page, go } = session
    await go(recordOf(reports[0] ?? ''))
    const row = (index: number) => page.getByRole('row').nth(index)
    const drawn = (index: number) => row(index).getByRole('img').count()
    await row(1)
      .getByRole('img', { name: /Normal 3.5 to 5.1/ })
      .waitFor()
    const text = await row(ANALYTES - 20).innerText()
    assert.match(text, /Potassium[\s\S]*mmol\/L[\s\S]*3\.5 – 5\.1/)
    assert.equal(await drawn(ANALYTES - 20), 0)
    await row(ANALYTES - 20).scrollIntoViewIfNeeded()
    await row(ANALYTES - 20)
      .getByRole('img', { name: /Normal 3.5 to 5.1/ })
      .waitFor()
    assert.equal(await drawn(ANALYTES / 2), 0)
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert.ok((await drawn(ANALYTES / 2)) > 0)
    assert.deepEqual(session.problems, [])
  })
})
