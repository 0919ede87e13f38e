/** A screen that breaks says so and offers a way out; the frame around it stays. In a real browser. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newEhr } from '../records.ts'
import { testServer } from '../server.ts'
import { accessibilityFaults, closeBrowserAfter, inBrowser, visit } from './browser.ts'

closeBrowserAfter()

const server = await testServer()

/** A proxy in between that answers something else than the server would. */
const WRONG = { json: { of: 'another server' } }

describe('a screen that breaks', inBrowser, () => {
  it('is replaced by a message, works again after the next try, and leaves the others alone', async () => {
    const { page, go } = await visit(server, '/settings')
    const failure = page.getByRole('heading', { name: 'This page has stopped working' })
    const rail = page.getByRole('navigation', { name: 'Navigation' })
    await page.route('**/definition/template/adl1.4', route => route.fulfill(WRONG))
    await page.route('**/definition/query**', route => route.fulfill(WRONG))

    await go('/templates')
    await failure.waitFor()
    await page.getByRole('alert').waitFor()
    await rail.getByRole('link', { name: 'Settings' }).click()
    await page.getByText('Time zone').waitFor()
    assert.equal(await failure.count(), 0)

    await rail.getByRole('link', { name: 'Stored queries' }).click()
    await failure.waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No stored queries').waitFor()
    assert.equal(await failure.count(), 0)

    await page.route('**/admin/v1/system**', route => route.fulfill(WRONG))
    await rail.getByRole('link', { name: 'System' }).click()
    await failure.waitFor()
    await page.unrouteAll()
    await page.getByRole('link', { name: 'Go to the overview' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    assert.equal(await failure.count(), 0)
    await page.context().close()
  })

  it('is none where an object does not exist: its page says so, under a heading, and does not wait for ever', async () => {
    const { page, go } = await visit(server, '/settings')
    const ehrId = await newEhr(server)
    const nothing = '00000000-0000-4000-8000-000000000000'
    for (const path of [
      `/ehrs/${nothing}`,
      `/ehrs/${ehrId}/compositions/${nothing}`,
      `/ehrs/${ehrId}/compositions/${nothing}/edit`,
      `/demographics/person/${nothing}`,
      '/people/nobody',
      `/subscriptions/${nothing}`,
      '/templates/None',
    ]) {
      await go(path)
      await page.getByRole('alert').getByText('This does not exist, or you may not see it.').waitFor()
      assert.deepEqual(await accessibilityFaults(page, 'all'), [], path)
    }
    await page.context().close()
  })
})
