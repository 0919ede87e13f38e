/** Pages of the documentation in a real browser: narrow and dark, read by a screen reader, searched, and without scripts. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { buildSite } from '../../scripts/site/build.ts'
import { testFolder } from '../cli/program.ts'
import { accessibilityFaults, closeBrowserAfter, inBrowser, isTooWide, openPage } from '../console/browser.ts'
import { windowsOfChromium } from '../people/chromium.ts'
import { testServer } from '../server.ts'

const server = await testServer()
closeBrowserAfter()
const open = windowsOfChromium()

const PAGES = [
  '/',
  '/docs/',
  '/docs/tutorials/aql.html',
  '/docs/reference/api/ehr.html',
  '/docs/conformance',
  '/docs/openehr/ten-minutes.html',
]

describe('pages for people', inBrowser, () => {
  for (const path of PAGES)
    it(`${path} fits a narrow screen, keeps to its policy, and has no fault for assistive technology`, async () => {
      for (const scheme of ['light', 'dark'] as const) {
        const { page, problems } = await openPage({ width: 360, scheme })
        await page.goto(`${server.url}${path}`)
        assert.equal(await isTooWide(page), false, 'it scrolls sideways')
        assert.deepEqual(await accessibilityFaults(page), [])
        assert.deepEqual(problems, [])
        await page.close()
      }
    })

  it('are found by the search, with the keyboard alone', async () => {
    const { page, problems } = await openPage()
    await page.goto(`${server.url}/docs/`)
    await page.keyboard.press('/')
    await page.keyboard.type('point in time')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('apply-erasures')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/(guides|reference)\//)
    assert.deepEqual(problems, [])
  })

  it('are found by numbers, by names of tools, by codes of errors, and by misspelt words', async () => {
    const { page } = await openPage()
    await page.goto(`${server.url}/docs/`)
    const first = async (query: string) => {
      await page.getByRole('combobox').fill(query)
      const [found] = await page.getByRole('option').getByRole('link').all()
      return (await found?.getAttribute('href')) ?? ''
    }
    await page.getByRole('combobox').fill('rotate')
    await page.getByRole('option').first().waitFor()
    const WANTED: Readonly<Record<string, RegExp>> = {
      '412': /reference\/errors\.html#/,
      'version.conflict': /reference\/errors\.html#version\.conflict$/,
      'ehr.subject_exists': /reference\/errors\.html#ehr\.subject_exists$/,
      postman: /reference\/collections\.html/,
      glosary: /openehr\/glossary\.html/,
      bakcup: /guides\/backup\.html/,
      'tempalte upload': /reference\/cli\.html#cairn-template-upload$/,
    }
    for (const [query, wanted] of Object.entries(WANTED)) assert.match(await first(query), wanted, query)
  })

  it('lead on from the former address of an operation', async () => {
    const { page } = await openPage()
    await page.goto(`${server.url}/docs#composition_create`)
    await page.waitForURL(/\/docs\/reference\/api\/composition\.html#composition_create$/)
    const heading = page.locator('#composition_create')
    assert.equal(await heading.isVisible(), true)
  })

  it('can be read without scripts, also the former address of an operation', async () => {
    const { page } = await open({ javaScriptEnabled: false })
    await page.goto(`${server.url}/docs#composition_create`)
    await page.locator('#composition_create a').click()
    assert.match(await page.locator('h1').innerText(), /Composition/)
    assert.equal(await page.locator('.search').isVisible(), false)
  })

  it('can be read from a folder, search included', async () => {
    const folder = testFolder()
    for (const [path, content] of buildSite('0.0.0-test')) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    const { page } = await open()
    await page.goto(pathToFileURL(join(folder, 'index.html')).href)
    await page.getByRole('combobox').fill('rotate')
    await page.getByRole('option').first().click()
    assert.match(page.url(), /^file:.*\.html/)
  })
})
