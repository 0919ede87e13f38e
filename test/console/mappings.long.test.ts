/** Mappings in the console: an example of a record, the mapping file and the resource beside each other, with the values connected. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { readTemplates } from '../../packages/cli/src/demo/template-files.ts'
import { testServer } from '../server.ts'
import { accessibilityFaults, closeBrowserAfter, inBrowser, isTooWide, settled, visit } from './browser.ts'

closeBrowserAfter()

const server = await testServer()
for (const { opt } of readTemplates().values()) {
  const { status, text } = await server.call('POST /openehr/v1/definition/template/adl1.4', {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/xml' },
    body: opt,
  })
  assert.equal(status, 201, text)
}

const PATH = `/mappings?template=${encodeURIComponent('Vital signs')}&context=Vital_signs.blood-pressure`

/** The marked lines of a pane. */
const marked = (page: Page, pane: RegExp) =>
  page.getByRole('region', { name: pane }).locator('li[data-on]').allInnerTexts()

describe('mappings in the console', inBrowser, () => {
  it('show for each value the lines of the record, of the file and of the resource', async () => {
    const { page, problems } = await visit(server, PATH)
    await page.getByRole('button', { name: /^systolicValue/ }).click()
    await page.getByRole('button', { name: /^systolicValue/, pressed: true }).waitFor()
    const record = (await marked(page, /^Example of a record/)).join('\n')
    const resource = (await marked(page, /^FHIR resource: Observation/)).join('\n')
    const [, magnitude] = /"magnitude": ([\d.]+)/.exec(record) ?? []
    assert.ok(magnitude, record)
    assert.ok(resource.includes(`"value": ${magnitude}`), resource)
    const [line] = await marked(page, /^Mapping file vital-signs\.blood-pressure\.model\.yml/)
    assert.match(line ?? '', /name: "systolicValue"/)
    await page.getByRole('button', { name: /^diastolicValue/ }).click()
    assert.notDeepEqual((await marked(page, /^Example of a record/)).join('\n'), record)
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.deepEqual(problems, [])
    await page.context().close()
  })

  it('go from template to template and from mapping to mapping, and list the files in force', async () => {
    const { page } = await visit(server, '/mappings')
    await page.getByRole('combobox', { name: 'Template' }).click()
    await page.getByRole('option', { name: 'Problem list' }).click()
    await page.getByRole('region', { name: /^FHIR resource: Condition/ }).waitFor()
    await page.waitForURL(/template=Problem/)
    await page.getByRole('cell', { name: 'vital-signs.pulse.model.yml' }).waitFor()
    await page.context().close()
  })

  it('fit every width and theme', async () => {
    for (const [width, scheme] of [
      [1400, 'light'],
      [390, 'dark'],
    ] as const) {
      const { page } = await visit(server, PATH, { width, scheme })
      await page.getByRole('button', { name: /^systolicValue/ }).click()
      await settled(page)
      assert.equal(await isTooWide(page), false, `${width}`)
      assert.deepEqual(await accessibilityFaults(page), [])
      await page.context().close()
    }
  })
})
