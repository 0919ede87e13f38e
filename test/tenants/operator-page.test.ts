/** The page for operators in a real browser: one story of a tenant, from its creation to its removal. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { createOperator, requireTenant, revokeOperator } from '../../packages/server/src/tenants/index.ts'
import { beginMove } from '../../packages/server/src/tenants/move.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import {
  accessibilityFaults,
  closeBrowserAfter,
  inBrowser,
  isTooWide,
  openPage,
  settled,
  type VisitOptions,
} from '../console/browser.ts'
import { eventually } from '../eventually.ts'
import { startTestServer } from '../postgres.ts'
import { freePort } from '../server.ts'
import { tenantServer } from './server.ts'

closeBrowserAfter()

const skip = inBrowser.skip ?? leftOutOnCitus('a database of one server')
const adminPort = await freePort()
const server = await tenantServer({ CAIRN_ADMIN_PORT: String(adminPort), CAIRN_TENANT_CONNECTIONS: '64' })
const { registry, port } = server
const address = `http://localhost:${adminPort}/operator`

describe('the page for operators', { skip }, () => {
  let key: string
  let page: Page
  let problems: string[]

  before(async () => {
    key = await createOperator(registry.db, 'nadia', 90)
    await server.add('practice', { name: 'Practice of Dr Ferrante' })
    ;({ page, problems } = await openPage())
  })

  const signIn = async (to: Page, withKey = key) => {
    await to.goto(address)
    await to.getByLabel('Key of the operator').fill(withKey)
    await to.keyboard.press('Enter')
  }
  const dialog = () => page.getByRole('dialog').last()
  const act = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
  const stateOf = async (tenantId: string) => (await requireTenant(registry.db, tenantId)).state

  it('may run and load what comes from this port alone, and is at no address of a tenant', async () => {
    const answer = await fetch(address)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('set-cookie'), null)
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(
      policy,
      /default-src 'none'; script-src 'self'; .*connect-src 'self';.*frame-ancestors 'none'/,
    )
    assert.doesNotMatch(policy, /unsafe/)
    const text = await answer.text()
    assert.ok(text.includes(`content="${/'nonce-([\w-]+)'/.exec(policy)?.[1]}"`))
    const script = /"\.\/(assets\/[^"]+\.js)"/.exec(text)?.[1]
    const file = await fetch(`${address}/${script}`)
    assert.match(file.headers.get('content-type') ?? '', /^text\/javascript/)
    assert.match(file.headers.get('cache-control') ?? '', /immutable/)
    for (const path of [
      '/operator',
      `/practice/operator`,
      `/operator/${script}`,
      `/practice/console/operator/operator.html`,
    ])
      assert.doesNotMatch(
        await (await fetch(`http://127.0.0.1:${port}${path}`)).text(),
        /id="operator"/,
        path,
      )
    assert.equal((await fetch(`${address}/assets/index-old.js`)).status, 404)
    assert.equal((await fetch(`${address}/v1/tenant`)).status, 401)
  })

  it('refuses a wrong key, takes a good one, and keeps it in no storage', async () => {
    await signIn(page, `nadia.${'A'.repeat(43)}`)
    await page.getByText('The key is unknown, revoked or too old.').waitFor()
    assert.deepEqual(await accessibilityFaults(page, 'all'), [])
    // The browser reports the refusal.
    assert.equal(problems.splice(0).length, 1)
    await signIn(page)
    await page.getByRole('row', { name: /Practice of Dr Ferrante/ }).waitFor()
    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    )
    assert.ok(!String(kept).includes('nadia'), String(kept))
    await page.reload()
    await page.getByLabel('Key of the operator').waitFor()
    await signIn(page)
    assert.deepEqual(problems, [])
  })

  it('creates a tenant, and shows the link of its first administrator once', async () => {
    await page.getByRole('button', { name: 'Create tenant' }).click()
    await dialog().getByLabel('Name').fill('Hospital B')
    await dialog().getByLabel('Id of the tenant').fill('Hospital B')
    await dialog().getByLabel('Address').fill(`http://127.0.0.1:${port}/b`)
    await act('Create tenant')
    await dialog()
      .getByText(/cannot be the id of a tenant/)
      .waitFor()
    assert.equal(problems.splice(0).length, 1)
    await dialog().getByLabel('Id of the tenant').fill('hospital-b')
    await act('Create tenant')
    const shown = page.getByRole('alert').filter({ hasText: 'Hospital B is served' })
    assert.match((await shown.locator('code').textContent()) ?? '', /\/b\/auth\/invitation\?/)
    assert.deepEqual(await accessibilityFaults(page, 'all'), [])
    await shown.getByRole('button', { name: 'Close' }).click()
    await shown.waitFor({ state: 'detached' })
    assert.equal(await stateOf('hospital-b'), 'active')
    assert.equal(await page.getByText('/auth/invitation').count(), 0)
  })

  it('finds tenants by words, and shows the load', async () => {
    for (let sent = 0; sent < 5; sent++) await fetch(`http://127.0.0.1:${port}/practice/health/live`)
    await page.getByLabel('Search').fill('dr ferr')
    await page.getByRole('row', { name: /Hospital B/ }).waitFor({ state: 'detached' })
    await page.reload()
    await signIn(page)
    await page.getByRole('row', { name: /Practice of Dr Ferrante.*[1-9]\d* requests · open/ }).waitFor()
    await page.getByText('2 tenants, 1 open on this server').waitFor()
  })

  it('suspends, resumes and upgrades a tenant, by keyboard', async () => {
    const opener = page.getByRole('button', { name: 'Hospital B' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await dialog().getByText('creation begun').waitFor()
    assert.deepEqual(await accessibilityFaults(page, 'all'), [])
    await dialog().getByRole('button', { name: 'Suspend' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Nobody can work in Hospital B until it is resumed.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Nobody can work in Hospital B until it is resumed.').waitFor({ state: 'detached' })
    assert.equal(await stateOf('hospital-b'), 'active')
    await act('Suspend')
    await page.getByText('Nobody can work in Hospital B until it is resumed.').waitFor()
    await act('Suspend')
    await dialog().getByRole('button', { name: 'Resume' }).waitFor()
    assert.equal(await stateOf('hospital-b'), 'suspended')
    await act('Upgrade')
    await dialog().getByText('0 migrations were applied.').waitFor()
    await act('Resume')
    await dialog().getByRole('button', { name: 'Suspend' }).waitFor()
    await dialog().getByText('resumed').waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await page.locator('button:focus', { hasText: 'Hospital B' }).waitFor()
    assert.deepEqual(problems, [])
  })

  it('gives a tenant other settings, tells what the server has, and takes them back', async () => {
    const settingsOf = async () => (await requireTenant(registry.db, 'hospital-b')).settings
    await page.getByRole('button', { name: 'Hospital B' }).click()
    await act('Change settings')
    await dialog().getByRole('combobox', { name: 'Add a setting' }).fill('max_ehrs')
    await page.getByRole('option', { name: 'CAIRN_MAX_EHRS' }).click()
    await dialog().getByLabel('CAIRN_MAX_EHRS').first().fill('many')
    await act('Change settings')
    await dialog()
      .getByRole('alert')
      .getByText(/CAIRN_MAX_EHRS/)
      .waitFor()
    assert.equal(problems.splice(0).length, 1)
    await dialog().getByLabel('CAIRN_MAX_EHRS').first().fill('5000')
    await dialog()
      .getByText(/On the server: /)
      .waitFor()
    assert.deepEqual(await accessibilityFaults(page, 'all'), [])
    await act('Change settings')
    await dialog().getByText('settings changed').waitFor()
    await dialog().locator('dd', { hasText: '5000' }).waitFor()
    assert.deepEqual(await settingsOf(), { CAIRN_MAX_EHRS: '5000' })
    await act('Change settings')
    await act('Use the value of the server: CAIRN_MAX_EHRS')
    await act('Change settings')
    await dialog().getByText('settings changed').nth(1).waitFor()
    await dialog().locator('dd', { hasText: '5000' }).waitFor({ state: 'detached' })
    assert.deepEqual(await settingsOf(), {})
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  it('moves a tenant to another server of databases', async () => {
    await registry.putServer('second', await registry.addressOf('main'))
    await page.reload()
    await signIn(page)
    await page.getByRole('button', { name: 'Hospital B' }).click()
    await act('Move')
    await dialog().getByRole('combobox', { name: 'PostgreSQL server' }).click()
    await page.getByRole('option', { name: 'second' }).click()
    await act('Move')
    await dialog()
      .getByText(/· second/)
      .waitFor()
    await eventually('it has moved', async () => (await stateOf('hospital-b')) === 'active')
    await page.keyboard.press('Escape')
  })

  it('takes a move back whose server is gone for good', async () => {
    const gone = await startTestServer()
    await registry.putServer('gone', gone.templateUrl)
    await gone.stop()
    await beginMove(registry, 'hospital-b', 'gone')
    await page.reload()
    await signIn(page)
    await page.getByRole('button', { name: 'Hospital B' }).click()
    await act('Cancel the move')
    await dialog()
      .getByText(/"gone" does not answer/)
      .waitFor()
    assert.equal(problems.splice(0).length, 1)
    await act('Abandon the database')
    await dialog()
      .getByText(/nobody removes it/)
      .waitFor()
    assert.deepEqual(await accessibilityFaults(page, 'all'), [])
    await act('Abandon the database')
    await dialog()
      .getByText(/on gone was abandoned/)
      .waitFor()
    assert.equal((await requireTenant(registry.db, 'hospital-b')).moving, null)
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    assert.deepEqual(problems, [])
  })

  it('deletes a tenant after its id was typed, and shows the proof', async () => {
    await page.getByRole('button', { name: 'Hospital B' }).click()
    await act('Delete')
    const button = dialog().getByRole('button', { name: 'Delete' })
    assert.equal(await button.isDisabled(), true)
    await dialog().getByLabel('Type hospital-b to confirm').fill('hospital')
    assert.equal(await button.isDisabled(), true)
    await dialog().getByLabel('Days of grace').fill('0')
    await dialog().getByLabel('Type hospital-b to confirm').fill('hospital-b')
    assert.deepEqual(await accessibilityFaults(page, 'all'), [])
    await button.click()
    await dialog().getByRole('button', { name: 'Remove for good' }).waitFor()
    assert.equal(await stateOf('hospital-b'), 'deleting')
    await act('Remove for good')
    await dialog().getByLabel('Type hospital-b to confirm').fill('hospital-b')
    await act('Remove for good')
    await dialog().getByText('Proof of the removal').waitFor()
    assert.equal(await stateOf('hospital-b'), 'deleted')
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: /Hospital B/ }).waitFor({ state: 'detached' })
    await page.getByRole('switch', { name: 'Removed tenants too' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('row', { name: /Hospital B.*removed for good/ }).waitFor()
    assert.deepEqual(problems, [])
  })

  it('forgets the key when it is told to, when nobody uses the page, and when the key has ended', async () => {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Forget the key' }).click()
    await page.getByLabel('Key of the operator').waitFor()
    await page.clock.install()
    await signIn(page)
    await page.getByRole('row', { name: /Practice/ }).waitFor()
    await page.clock.fastForward('16:00')
    await page.getByLabel('Key of the operator').waitFor()
    await signIn(page)
    await page.getByRole('button', { name: /Practice/ }).click()
    await revokeOperator(registry.db, 'nadia')
    await act('Upgrade')
    await page.getByLabel('Key of the operator').waitFor()
    key = await createOperator(registry.db, 'omar', 90)
  })

  const looks: VisitOptions[] = [
    { width: 390, scheme: 'dark' },
    { width: 390, scheme: 'light', language: 'de' },
    { width: 1440, scheme: 'dark', language: 'es' },
  ]
  for (const look of looks)
    it(`can be read and used in ${Object.values(look).join(', ')}`, async () => {
      const other = await openPage(look)
      await other.page.goto(address)
      await other.page.locator('input').fill(key)
      await other.page.keyboard.press('Enter')
      await other.page.getByRole('button', { name: /Practice/ }).click()
      await settled(other.page)
      assert.equal(await isTooWide(other.page), false)
      assert.deepEqual(await accessibilityFaults(other.page, 'all'), [])
      await other.page.keyboard.press('Escape')
      await other.page.getByRole('dialog').waitFor({ state: 'detached' })
      assert.deepEqual(await accessibilityFaults(other.page, 'all'), [])
      assert.equal(await isTooWide(other.page), false)
      assert.deepEqual(other.problems, [])
    })
})
