/** Authenticator apps and confirmations in a real browser, and in the console, which goes on after a confirmation. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { testServer } from '../server.ts'
import { openAuthenticator } from './authenticator.ts'
import { addAuthenticator, noChromium, windowsOfChromium } from './chromium.ts'
import { invitePerson, newPerson, PASSWORD } from './people.ts'

// The clock stands still but for `later`: a code is good for some seconds only, and a browser may need longer to send it.
let clock = Date.now()
const now = () => clock
const server = await testServer({ now })
const openWindow = windowsOfChromium()
const origin = server.url.replace('127.0.0.1', 'localhost')
const later = () => {
  clock += 301_000
}

const fillPassword = async (page: Page, personId: string) => {
  await page.getByLabel('User name').fill(personId)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Accepts an invitation with a password, sets up an authenticator app, and keeps the codes. */
async function setUp(page: Page, personId: string) {
  await page.goto(await invitePerson(server, personId, ['administrator']))
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set a password' }).click()
  await page.waitForURL('**/auth/second-factor?**')
  const secret = (await page.locator('.secret').innerText()).replaceAll(' ', '')
  const authenticator = openAuthenticator(secret, now)
  await page.getByLabel('Code from the app').fill(authenticator.next())
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.waitForURL('**/auth/welcome')
  await page.getByRole('link', { name: 'I have kept them' }).click()
  await page.waitForURL('**/auth/account')
  return authenticator
}

describe('in a browser', { skip: noChromium }, () => {
  it('an administrator sets up an app without any script, signs in with a code, and confirms', async () => {
    const { page } = await openWindow({ javaScriptEnabled: false })
    const authenticator = await setUp(page, 'ana')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.goto(`${origin}/auth/sign-in`)
    await fillPassword(page, 'ana')
    await page.getByLabel('Code from the app').fill(authenticator.next())
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/auth/account')
    later()
    await page.getByRole('button', { name: 'Make new codes' }).click()
    await page.waitForURL('**/auth/confirm?**')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Code from the app').fill(authenticator.next())
    await page.getByRole('button', { name: 'Confirm', exact: true }).first().click()
    await page.waitForURL('**/auth/account')
    await page.getByRole('button', { name: 'Make new codes' }).click()
    await page.locator('.codes li').last().waitFor()
    assert.equal(await page.locator('.codes li').count(), 10)
  })

  it('a passkey instead of an app lets an administrator on, and confirms later', async () => {
    const window = await openWindow()
    const { page } = window
    await addAuthenticator(window)
    await page.goto(await invitePerson(server, 'bea', ['administrator']))
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Set a password' }).click()
    await page.waitForURL('**/auth/second-factor?**')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.waitForURL('**/auth/welcome')
    await page.goto(`${origin}/auth/account`)
    later()
    // The script of the page is led to the confirmation.
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.waitForURL('**/auth/confirm?**')
    assert.equal(await page.getByLabel('Password').count(), 0, 'the password alone confirms nothing here')
    await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await page.waitForURL('**/auth/account')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    // With the password, the passkey is asked for beside.
    await page.goto(`${origin}/auth/sign-in`)
    await fillPassword(page, 'bea')
    await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await page.waitForURL('**/auth/account')
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Ana Meyer')
  })

  it('the console offers the confirmation in a new window, and then does what was refused', async () => {
    const { page, context } = await openWindow({ locale: 'en-GB' })
    const authenticator = await setUp(page, 'cora')
    await newPerson(server, 'nurse', ['nurse'])
    await page.goto(`${origin}/console/people`)
    await page.getByRole('button', { name: 'Invite a person' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'User name' }).fill('second')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Second Administrator')
    await dialog.getByLabel(/administrator/i).check()
    later()
    await dialog.getByRole('button', { name: 'Invite a person' }).click()
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Confirm it is you' }).click()
    const beside = await opened
    await beside.getByLabel('Password').fill(PASSWORD)
    await beside.getByLabel('Code from the app').fill(authenticator.next())
    await beside.getByRole('button', { name: 'Confirm', exact: true }).first().click()
    await beside.getByText('Close this window').waitFor()
    await beside.close()
    await page.bringToFront()
    await page.evaluate("window.dispatchEvent(new Event('focus'))")
    await page.getByText('/auth/invitation?token=').waitFor()
  })
})
