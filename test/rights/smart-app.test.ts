/** The example app in a real browser: alone, with a choice, and launched by a portal. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { aboutSubject, note, status } from '../admin/records.ts'
import { noChromium, windowsOfChromium } from '../people/chromium.ts'
import { newApp, newPerson, PASSWORD } from '../people/people.ts'
import { newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const TYPES: Readonly<Record<string, string>> = {
  '/index.html': 'text/html; charset=utf-8',
  '/app.js': 'text/javascript; charset=utf-8',
}

/** Serves the two files of the example. */
const site = createServer((request, response) => {
  const path = new URL(request.url ?? '', 'http://localhost').pathname
  const type = Object.hasOwn(TYPES, path) ? TYPES[path] : undefined
  if (type === undefined) return void response.writeHead(404).end()
  const file = fileURLToPath(new URL(`../../examples/smart-app${path}`, import.meta.url))
  response.writeHead(200, { 'Content-Type': type }).end(readFileSync(file))
})
await new Promise<void>(done => site.listen(0, 'localhost', done))
after(() => void site.close())
const origin = `http://localhost:${(site.address() as AddressInfo).port}`

describe('the example of a SMART app', { skip: noChromium }, async () => {
  const server = await testServer({ env: { CAIRN_CORS_ORIGINS: origin } })
  const iss = server.url.replace('127.0.0.1', 'localhost')
  await uploadTemplate(server)
  const mine = await newEhr(server, status(aboutSubject('P-mine')))
  const other = await newEhr(server, status(aboutSubject('P-other')))
  await postComposition(server, mine, note('written in mine'))
  await postComposition(server, other, note('written in other'))
  await newPerson(server, 'ana')
  const app = await newApp(server, {
    scopes: ['launch', 'launch/patient', 'patient/composition-*.rs', 'patient/aql-*.s'],
    redirect_uris: [`${origin}/index.html`],
  })
  const address = `${origin}/index.html?${new URLSearchParams({ iss, client_id: app.clientId })}`
  const openWindow = windowsOfChromium()

  const signIn = async () => {
    const { page } = await openWindow()
    return {
      page,
      open: async (target: string) => {
        await page.goto(target)
        await page.waitForURL('**/auth/sign-in?**')
        await page.getByLabel('User name').fill('ana')
        await page.getByLabel('Password').fill(PASSWORD)
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      },
    }
  }

  it('alone: the person agrees, chooses a patient, and sees the records of that patient only', async () => {
    const { page, open } = await signIn()
    await open(address)
    await page.getByText('Read the record of the chosen patient').waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByLabel('Patient number or EHR id').fill('P-mine')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('1 records').waitFor()
    const shown = await page.locator('tbody').innerText()
    assert.match(shown, /written in mine/)
    assert.doesNotMatch(shown, /written in other/)
    assert.equal(page.url(), `${origin}/index.html`)
    assert.equal(await page.evaluate('sessionStorage.length + localStorage.length'), 0)
  })

  it('launched by a portal: the patient is chosen already', async () => {
    const prepared = await server.call('POST /auth/v1/launch', {
      scopes: 'api.read',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ehrId: other, client_id: app.clientId, person_id: 'ana' }),
    })
    const { page, open } = await signIn()
    await open(`${address}&launch=${prepared.json().launch}`)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('1 records').waitFor()
    assert.match(await page.locator('tbody').innerText(), /written in other/)
  })
})
