/** The demo hospital, loaded from the console by those who may, in a real browser. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { newPerson } from '../people/people.ts'
import { type RunningServer, testServer } from '../server.ts'
import { closeBrowserAfter, consoleUrl, inBrowser, openPage, visit } from './browser.ts'
import { rowsOf } from './hospital.ts'

closeBrowserAfter()

const LOAD = 'Load the demo hospital'
const EHRS = 'SELECT COUNT(*) AS n FROM EHR e'

/** A page of the console in which a person with this role is signed in. */
async function personPage(server: RunningServer, role: string): Promise<{ page: Page; problems: string[] }> {
  const { cookies, origin } = await newPerson(server, role, [role], 'Ana Meyer')
  const opened = await openPage()
  await opened.page
    .context()
    .addCookies([...cookies].map(([name, value]) => ({ name, value, url: `${origin}/` })))
  await opened.page.goto(consoleUrl(server))
  await opened.page.locator('#content').waitFor()
  return opened
}

/** The loader asks for what may be there already; browsers report each answer of 404. */
const others = (problems: readonly string[]) => problems.filter(each => !each.includes('404'))

async function load(page: Page): Promise<void> {
  await page.getByRole('button', { name: LOAD }).click()
  await page.getByRole('link', { name: '20 EHRs' }).waitFor({ timeout: 180_000 })
}

describe('the demo hospital in the console', inBrowser, () => {
  it('is loaded by a client', async () => {
    const { page, problems } = await visit(await testServer(), '/')
    await load(page)
    assert.deepEqual(others(problems), [])
    await page.context().close()
  })

  for (const role of ['administrator', 'integrator'])
    it(`is loaded by a person who is ${role}, who is then the committer`, async () => {
      const server = await testServer()
      const { page, problems } = await personPage(server, role)
      await load(page)
      assert.deepEqual(others(problems), [])
      await page.context().close()
      const committers = `SELECT DISTINCT v/commit_audit/committer/name AS name
        FROM EHR e CONTAINS VERSION v CONTAINS COMPOSITION c`
      assert.deepEqual(await rowsOf(server, committers), [['Ana Meyer']])
    })

  it('is not offered to a clinician, who may not upload templates', async () => {
    const { page } = await personPage(await testServer(), 'clinician')
    await page.getByText('No EHR in reach').waitFor()
    assert.equal(await page.getByRole('button', { name: LOAD }).count(), 0)
    await page.context().close()
  })

  it('leaves no empty EHR where its records are refused, and can be loaded afterwards', async () => {
    const server = await testServer()
    const { page } = await personPage(server, 'integrator')
    await page.route('**/contribution', route =>
      route.fulfill({
        status: 403,
        json: { code: 'auth.right_denied', message: 'The role lacks the right.' },
      }),
    )
    await page.getByRole('button', { name: LOAD }).click()
    await page.getByText('You may not do this. An administrator can give you the right.').waitFor()
    assert.deepEqual(await rowsOf(server, EHRS), [[0]])
    await page.unroute('**/contribution')
    await load(page)
    await page.context().close()
  })
})
