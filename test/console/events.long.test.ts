/** The tail of events in the console: what is committed appears, filtered, and leads to its record. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { accessibilityFaults, closeBrowserAfter, inBrowser, isTooWide, settled, visit } from './browser.ts'

closeBrowserAfter()

const server = await testServer()
await uploadTemplate(server)
const ehrId = await newEhr(server)

describe('the tail of events in the console', inBrowser, () => {
  it('shows what is committed, the newest first, and leads to the record', async () => {
    // The page waits for changes, so its network is never at rest.
    const { page, problems, go } = await visit(server)
    await go('/events')
    await page.getByText('Waiting for the next change').waitFor()
    await page.getByRole('combobox', { name: 'Types of events' }).fill('composition.cr')
    await page.getByRole('option', { name: 'composition.created' }).click()
    await page.keyboard.press('Escape')
    const other = await newEhr(server)
    const first = idOf(await postComposition(server, ehrId))
    await page.getByRole('link', { name: first }).waitFor()
    const second = idOf(await postComposition(server, other))
    await page.getByRole('link', { name: second }).waitFor()
    const shown = await page.getByRole('row').allInnerTexts()
    assert.deepEqual(
      shown.slice(1).map(text => [first, second].findIndex(uid => text.includes(uid))),
      [1, 0],
    )
    assert.ok(shown.slice(1).every(text => text.includes('composition.created')))
    await page.getByRole('switch', { name: 'Follow' }).uncheck({ force: true })
    const third = idOf(await postComposition(server, ehrId))
    await settled(page)
    assert.equal(await page.getByRole('link', { name: third }).count(), 0)
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole('link', { name: first }).click()
    await page.waitForURL(`**/ehrs/${ehrId}/compositions/**`)
    assert.deepEqual(problems, [])
    await page.context().close()
  })

  it('is accessible and fits, wide and narrow', async () => {
    for (const [width, scheme] of [
      [1440, 'light'],
      [390, 'dark'],
    ] as const) {
      const { page, problems, go } = await visit(server, '/ehrs', { width, scheme })
      await go('/events')
      await page.getByText('Waiting for the next change').waitFor()
      await postComposition(server, ehrId)
      await page.getByText('composition.created').first().waitFor()
      await settled(page)
      assert.deepEqual(await accessibilityFaults(page), [])
      assert.equal(await isTooWide(page), false)
      assert.deepEqual(problems, [])
      await page.context().close()
    }
  })
})
