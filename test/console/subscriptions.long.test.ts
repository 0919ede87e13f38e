/** Subscriptions in the console: made, tested, failing, paused and told, resumed, sent again, changed, given a new secret, deleted. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { eventually } from '../eventually.ts'
import { newPerson } from '../people/people.ts'
import { bloodPressure, newEhr, postComposition, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { callSubscription, getSubscription, LOCAL, openReceiver, subscribe } from '../webhooks/receiver.ts'
import {
  accessibilityFaults,
  closeBrowserAfter,
  consoleUrl,
  inBrowser,
  isTooWide,
  openPage,
  settled,
  visit,
} from './browser.ts'

closeBrowserAfter()

const server = await testServer({ env: LOCAL, jobPace: 10 })
await uploadTemplate(server)
const ehrId = await newEhr(server)

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const nameIn = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Name', exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The only subscription of a name. */
async function subscriptionNamed(name: string) {
  const all = (await callSubscription(server, 'GET ')).json() as { id: string; name: string }[]
  return all.find(each => each.name === name)
}

describe('subscriptions in the console', inBrowser, () => {
  it('are made with address, filter and content; the secret is shown once, and verifies what is sent', async () => {
    const receiver = await openReceiver()
    const { page, problems } = await visit(server, '/subscriptions')
    await press(page, 'Subscribe')
    const dialog = dialogOf(page, 'Subscribe')
    await nameIn(dialog).fill('Engine')
    await dialog.getByLabel('Address').fill(receiver.url)
    await dialog.getByLabel('Types of events').fill('composition.cr')
    await page.getByRole('option', { name: 'composition.created' }).click()
    await dialog.getByLabel('Templates').fill(TEMPLATE_ID)
    await page.keyboard.press('Enter')
    await dialog.getByRole('switch', { name: 'Send the content of records' }).check({ force: true })
    assert.deepEqual(await accessibilityFaults(page), [])
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    const secret = await page.getByText(/^whsec_/).innerText()
    await page.getByRole('link', { name: 'Engine' }).click()
    await page.getByRole('heading', { name: 'Engine' }).waitFor()
    assert.equal(await page.getByText(secret).count(), 0)
    await postComposition(server, ehrId)
    const row = page.getByRole('row').filter({ hasText: 'composition.created' })
    await row.getByText('204 taken').waitFor()
    const [received] = receiver.received
    const headers = Object.fromEntries(
      Object.entries(received?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    )
    new Webhook(secret).verify(received?.body ?? '', headers)
    assert.ok(received?.events[0]?.data.content)
    await page.getByText('up to date').waitFor()
    await row.getByRole('button', { name: 'Send again' }).click()
    await eventually('the same event again', () => receiver.received.length === 2)
    assert.equal(receiver.received[1]?.events[0]?.id, received?.events[0]?.id)
    assert.deepEqual(problems, [])
    await page.context().close()
  })

  it('tell that they are paused, are resumed, and send again from the first change', async () => {
    const receiver = await openReceiver()
    receiver.answer = () => ({ status: 410, body: 'no longer here' })
    const { id } = await subscribe(server, receiver.url, { name: 'Gone', filter: { type: ['composition'] } })
    await postComposition(server, ehrId)
    await eventually('the pause', async () => (await getSubscription(server, id)).active === false)
    const { page, problems, go } = await visit(server, '/')
    const notice = page.getByRole('alert').filter({ hasText: '1 subscription is paused' })
    await notice.getByRole('link', { name: 'Gone' }).click()
    await page.getByText(/^Paused since/).waitFor()
    await page.getByText('no longer here').first().waitFor()
    receiver.answer = () => ({ status: 200, body: 'thanks' })
    await press(page, 'Resume')
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    await page.getByText('200 taken').first().waitFor()
    const count = receiver.taken().length
    await press(page, 'Send again …')
    const dialog = dialogOf(page, 'Send again')
    await dialog.getByLabel('The first change').check()
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.waitFor({ state: 'detached' })
    await eventually('all events again', () => receiver.taken().length > count)
    await go('/subscriptions')
    await page.getByText('subscription is paused').waitFor({ state: 'detached' })
    assert.deepEqual(problems, [])
    await page.context().close()
  })

  it('are tested, changed, given a new secret, and deleted by name', async () => {
    const receiver = await openReceiver()
    const { id, secret } = await subscribe(server, receiver.url, { name: 'Copy' })
    const { page, problems } = await visit(server, `/subscriptions/${id}`)
    await press(page, 'Send a test')
    await page.getByRole('row').filter({ hasText: 'cairn.ping' }).getByText('204 taken').waitFor()
    await press(page, 'Change subscription')
    const change = dialogOf(page, 'Change subscription')
    await nameIn(change).fill('Copy of the ward')
    await change.getByLabel('Tags').fill('ward=4')
    await page.keyboard.press('Enter')
    await change.getByRole('button', { name: 'Change subscription' }).click()
    await page.getByRole('heading', { name: 'Copy of the ward' }).waitFor()
    assert.deepEqual((await getSubscription(server, id)).filter, { tag: ['ward=4'] })
    await press(page, 'New secret')
    await dialogOf(page, 'New secret').getByRole('button', { name: 'New secret' }).click()
    const next = await page.getByText(/^whsec_/).innerText()
    assert.notEqual(next, secret)
    await page.getByText(/Both secrets are valid until/).waitFor()
    await press(page, 'Delete')
    const deletion = dialogOf(page, 'Delete subscription')
    await nameIn(deletion).fill('Copy of the ward')
    await deletion.getByRole('button', { name: 'Delete subscription' }).click()
    await page.getByRole('heading', { name: 'Subscriptions' }).waitFor()
    assert.equal(await subscriptionNamed('Copy of the ward'), undefined)
    assert.deepEqual(problems, [])
    await page.context().close()
  })

  it('take a query, say what is wrong with it, and show it', async () => {
    const receiver = await openReceiver()
    const { page, problems } = await visit(server, '/subscriptions')
    await press(page, 'Subscribe')
    const dialog = dialogOf(page, 'Subscribe')
    await nameIn(dialog).fill('Alarm')
    await dialog.getByLabel('Address').fill(receiver.url)
    const systolic = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'
    const from = 'FROM EHR e CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]'
    await dialog.getByLabel('AQL').fill(`SELECT COUNT(*) ${from}`)
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    await dialog.getByText(/one record at a time/).waitFor()
    await dialog.getByLabel('AQL').fill(`SELECT ${systolic} AS systolic ${from} WHERE ${systolic} > $limit`)
    const parameters = dialog.getByLabel('Values of its parameters, as JSON')
    await parameters.fill('limit=180')
    await dialog.getByText('This is no JSON object.').waitFor()
    await parameters.fill('{"limit": 180}')
    assert.deepEqual(await accessibilityFaults(page), [])
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByRole('link', { name: 'Alarm' }).click()
    await page.getByText('{"limit":180}').waitFor()
    await postComposition(server, ehrId, bloodPressure([{ systolic: 120 }]))
    await postComposition(server, ehrId, bloodPressure([{ systolic: 200 }]))
    await eventually('the alarm', () => receiver.taken().length > 0)
    assert.deepEqual(receiver.taken()[0]?.data.rows.added, [[200]])
    await page.getByText('204 taken').waitFor()
    await settled(page)
    // The browser reports the refused request itself.
    assert.ok(
      problems.every(problem => problem.includes('400')),
      problems.join(),
    )
    await page.context().close()
  })

  it('say why an address is refused, and keep what was typed', async () => {
    const { page } = await visit(server, '/subscriptions')
    await press(page, 'Subscribe')
    const dialog = dialogOf(page, 'Subscribe')
    await nameIn(dialog).fill('Inside')
    await dialog.getByLabel('Address').fill('https://10.0.0.1/hook')
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    await dialog.getByRole('alert').waitFor()
    assert.equal(await nameIn(dialog).inputValue(), 'Inside')
    assert.equal(await subscriptionNamed('Inside'), undefined)
    await page.context().close()
  })

  it('of others can be paused by an administrator, and not be changed', async () => {
    const receiver = await openReceiver()
    const { id } = await subscribe(server, receiver.url, { name: 'Of the client' })
    const { cookies, origin } = await newPerson(server, 'ada', ['administrator'], 'Ada')
    const { page, problems } = await openPage()
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: `${origin}/` })))
    await page.goto(`${consoleUrl(server)}/subscriptions/${id}`)
    await page.getByText(/^The subscription is of/).waitFor()
    for (const name of ['Change subscription', 'New secret', 'Send a test'])
      assert.equal(await page.getByRole('button', { name }).count(), 0)
    await press(page, 'Pause')
    await page.getByText(/^Paused since/).waitFor()
    assert.deepEqual(problems, [])
    await page.context().close()
  })

  it('have pages that are accessible, wide and narrow', async () => {
    const receiver = await openReceiver()
    receiver.answer = () => ({ status: 503, body: '{"error":"the engine is being restarted, try later"}' })
    const { id } = await subscribe(server, receiver.url, { name: 'Failing', after: 'start' })
    await eventually('an attempt', () => receiver.received.length > 0)
    for (const [width, scheme] of [
      [1440, 'light'],
      [1024, 'dark'],
      [390, 'light'],
    ] as const) {
      const { page, problems, go } = await visit(server, '/subscriptions', { width, scheme })
      for (const path of ['/subscriptions', `/subscriptions/${id}`]) {
        await go(path)
        await page.getByText('Failing').first().waitFor()
        await settled(page)
        assert.deepEqual(await accessibilityFaults(page), [], `${path} at ${width}`)
        assert.equal(await isTooWide(page), false, `${path} at ${width}`)
      }
      assert.deepEqual(problems, [])
      await page.context().close()
    }
  })
})
