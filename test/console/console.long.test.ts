/** The console in a real browser, over the demo hospital: all that people do with it. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { newPerson, PASSWORD } from '../people/people.ts'
import { newEhr } from '../records.ts'
import { testServer } from '../server.ts'
import { closeBrowserAfter, consoleUrl, inBrowser, openPage, signInTo, visit } from './browser.ts'
import { loadHospital, narrowerVitalSigns, rowsOf, someList } from './hospital.ts'

closeBrowserAfter()

const PATIENTS = 3

const server = await testServer()

describe('the console', inBrowser, () => {
  let ehrId: string

  before(async () => {
    await loadHospital(server, PATIENTS)
    // One that is no patient of the hospital, so that a search leaves something out.
    await newEhr(server)
    ehrId = (await someList(server)).ehrId
  })

  describe('signing in', () => {
    it('says when id and secret do not belong together, and then lets in to the address that was asked for', async () => {
      const { page } = await openPage()
      await page.goto(`${consoleUrl(server)}/ehrs?q=P0001`)
      await page.getByLabel('Client id').fill(server.client.id)
      await page.locator('input[autocomplete=current-password]').fill('wrong')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('Wrong id or secret.').waitFor()
      await signInTo(page, server, '/ehrs?q=P0001')
      await page.getByText('1 EHR', { exact: true }).waitFor()
      await page.context().close()
    })

    it('a person signs in with an account, stays signed in after a reload, and signs out', async () => {
      await newPerson(server, 'clara')
      const { page } = await openPage()
      await page.goto(`${consoleUrl(server)}/ehrs?q=P0001`)
      await page.getByRole('link', { name: 'Continue with your account' }).click()
      await page.getByLabel('User name').fill('clara')
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByText('1 EHR', { exact: true }).waitFor()
      assert.match(page.url(), /\/console\/ehrs\?q=P0001$/)
      await page.reload()
      await page.getByText('1 EHR', { exact: true }).waitFor()
      assert.equal(await page.evaluate('localStorage.length + document.cookie.length'), 0)
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByText('Signed in as Ana Meyer').waitFor()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('link', { name: 'Continue with your account' }).waitFor()
      await page.reload()
      await page.getByRole('link', { name: 'Continue with your account' }).waitFor()
      await page.context().close()
    })

    it('keeps nothing in the browser', async () => {
      const { page } = await visit(server)
      assert.equal(await page.evaluate('localStorage.length + document.cookie.length'), 0)
      // The router keeps scroll positions for the session: no text of a record.
      const session = await page.evaluate<string>('JSON.stringify(sessionStorage)')
      assert.doesNotMatch(session, /P000\d|secret/)
      await page.context().close()
    })
  })

  describe('a clinician', () => {
    it('finds a patient, opens the latest list, and sees what has changed', async () => {
      const { page, problems } = await visit(server, '/ehrs')
      await page.getByLabel('Search', { exact: true }).last().fill('P000')
      await page.getByText(`${PATIENTS} EHRs`).waitFor()
      await page.getByRole('link', { name: /P0001/ }).click()
      await page.getByRole('region', { name: 'Patient' }).getByText('P0001').waitFor()
      await page.getByRole('tab', { name: 'Records' }).click()
      await page
        .getByRole('link', { name: /Problem list/ })
        .first()
        .click()
      await page.getByText('Signature valid').waitFor()
      await page.getByRole('tab', { name: 'JSON' }).click()
      await page.getByText('openEHR-EHR-COMPOSITION.problem_list.v2').first().waitFor()
      assert.deepEqual(problems, [])
      await page.context().close()
    })

    it('sees the difference of two versions in words', async () => {
      const [row] = await rowsOf(
        server,
        'SELECT e/ehr_id/value AS ehr, v/uid/value AS uid FROM EHR e CONTAINS VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c[openEHR-EHR-COMPOSITION.medication_list.v1] ORDER BY v/uid/value DESC',
      )
      const [ehr, uid] = (row ?? []).map(String)
      const { page, problems } = await visit(
        server,
        `/ehrs/${ehr}/compositions/${encodeURIComponent(uid ?? '')}?view=changes`,
      )
      await page.getByText(/^Compared with$|^First version$/).waitFor()
      assert.deepEqual(problems, [])
      await page.context().close()
    })

    it('sees the quantities that recur as charts', async () => {
      const { page, problems } = await visit(server, `/ehrs/${ehrId}?view=trends`)
      await page.getByRole('img', { name: /Blood pressure: \d+ values/ }).waitFor()
      assert.ok((await page.locator('canvas').count()) > 3)
      assert.deepEqual(problems, [])
      await page.context().close()
    })
  })

  describe('an app builder', () => {
    it('creates an EHR and copies the request as a command', async () => {
      const { page, problems } = await visit(server, '/ehrs')
      await page.getByRole('button', { name: 'Create EHR' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Subject id').fill('NEW-1')
      await dialog.getByLabel('Namespace').fill('tests')
      await dialog.getByRole('button', { name: 'Create EHR' }).click()
      await page.getByRole('region', { name: 'Patient' }).getByText('NEW-1').waitFor()
      await page.getByText('This EHR has no compositions.').waitFor()
      await page.getByRole('button', { name: 'Requests' }).click()
      await page
        .getByRole('listitem')
        .filter({ hasText: /POST.*\/openehr\/v1\/ehr(?!\/)/s })
        .getByRole('button', { name: 'Copy as curl' })
        .first()
        .click()
      const command = await page.evaluate<string>('navigator.clipboard.readText()')
      assert.match(
        command,
        /^curl -X POST 'http.*\/openehr\/v1\/ehr' \\\n {2}-H "Authorization: Bearer \$TOKEN"/,
      )
      assert.match(command, /NEW-1/)
      assert.deepEqual(problems, [])
      await page.context().close()
    })

    it('gets by keyboard alone from the palette to a record', async () => {
      const { page, problems } = await visit(server, '/ehrs')
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder('Search or go to').waitFor()
      await page.keyboard.type('P0002')
      await page
        .getByRole('button', { name: /P0002/ })
        .or(page.locator('[data-action]').filter({ hasText: 'P0002' }))
        .first()
        .waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: 'Patient' }).getByText('P0002').waitFor()
      assert.deepEqual(problems, [])
      await page.context().close()
    })
  })

  describe('an analyst', () => {
    const write = async (page: Page, text: string) => {
      const editor = page.getByRole('textbox', { name: 'AQL' })
      await editor.click()
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Delete')
      await page.keyboard.insertText(text)
    }

    it('writes a query with parameters, runs it, draws it, and saves it', async () => {
      const { page, problems } = await visit(server, '/query')
      await write(
        page,
        `SELECT p/data[at0001]/items[at0002]/value/value AS problem, count(*) AS patients
FROM EHR e CONTAINS EVALUATION p[openEHR-EHR-EVALUATION.problem_diagnosis.v1]
WHERE e/ehr_status/subject/external_ref/namespace = $site ORDER BY patients DESC`,
      )
      await page.getByLabel('$site').fill('demo-hospital')
      await page.getByRole('button', { name: 'Run' }).click()
      await page.getByRole('columnheader', { name: 'problem' }).waitFor()
      await page.getByRole('tab', { name: 'Chart' }).click()
      await page.getByRole('img', { name: 'Bars' }).waitFor()
      await page.getByRole('tab', { name: 'Plan' }).click()
      await page.getByText('The database answers this query.').waitFor()
      const downloaded = page.waitForEvent('download')
      await page.getByRole('button', { name: 'CSV', exact: true }).click()
      assert.equal((await downloaded).suggestedFilename(), 'result.csv')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('tests::problems')
      await page.getByText('It will be saved as version 1.0.0.').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Save query' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      const stored = await server.call('GET /openehr/v1/definition/query/tests::problems', {
        scopes: 'api.read',
      })
      assert.equal(stored.json()[0].version, '1.0.0')
      assert.deepEqual(problems, [])
      await page.context().close()
    })

    it('is offered archetypes and paths by their names, and shown where a fault is', async () => {
      const { page, problems } = await visit(server, '/query')
      await write(page, 'SELECT o FROM EHR e CONTAINS OBSERVATION o')
      await page.keyboard.type('[')
      await page.getByRole('option', { name: /blood_pressure/ }).waitFor()
      await page.keyboard.press('Escape')
      await write(page, 'SELECT z/ehr_id FROM EHR e')
      await page.locator('.cm-lintRange-error').waitFor()
      assert.deepEqual(problems, [])
      await page.context().close()
    })
  })

  describe('an informatician', () => {
    it('finds a node of a template by its label and copies its paths', async () => {
      const { page, problems } = await visit(server, '/templates')
      await page.getByRole('link', { name: 'Vital signs' }).click()
      await page.getByLabel('Search').last().fill('systolic')
      await page.getByRole('button', { name: /^Systolic/ }).click()
      await page.getByText('vital_signs/blood_pressure/any_event:0/systolic|magnitude').waitFor()
      assert.deepEqual(problems, [])
      await page.context().close()
    })

    it('sees what a new version of a template breaks before it replaces the old one, and then compares the two', async () => {
      const { page, problems, go } = await visit(server, '/templates')
      const opt = narrowerVitalSigns()
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'vital-signs.opt', mimeType: 'text/xml', buffer: Buffer.from(opt) })
      const dialog = page.getByRole('dialog')
      await dialog.getByText(/would have findings when they are changed again/).waitFor()
      await dialog
        .getByText(/found 3\d/)
        .first()
        .waitFor()
      await dialog.getByRole('button', { name: 'Replace template' }).click()
      await dialog.waitFor({ state: 'detached' })
      await go('/templates/Vital%20signs?view=versions')
      await page.getByRole('row', { name: /Temperature.*changed.*narrower/ }).waitFor()
      assert.deepEqual(problems, [])
      await page.context().close()
    })

    it('sees every fault of a template that is refused', async () => {
      const { page } = await visit(server, '/templates')
      const buffer = Buffer.from('<template xmlns="http://schemas.openehr.org/v1"><uid/></template>')
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'broken.opt', mimeType: 'text/xml', buffer })
      await page
        .getByRole('alert')
        .getByText(/template\.invalid/)
        .waitFor()
      await page.context().close()
    })
  })

  describe('an operator', () => {
    it('makes a client, whose secret is shown once, and finds that in the audit trail', async () => {
      const { page, problems, go } = await visit(server, '/clients')
      await page.getByRole('button', { name: 'Create client' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Ward app')
      await dialog.getByRole('button', { name: 'Create client' }).click()
      await page.getByText('The secret is shown this once').waitFor()
      await page.getByRole('cell', { name: /^Ward app/ }).waitFor()
      await go('/audit?action=C')
      await page.getByText('POST /admin/v1/client').first().waitFor()
      assert.deepEqual(problems, [])
      await page.context().close()
    })

    it('switches Basic authentication of a client on and off, where the client may have it', async () => {
      const { page, problems } = await visit(server, '/clients')
      await page.getByRole('button', { name: 'Create client' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Old program')
      await dialog.getByRole('switch', { name: 'Basic authentication' }).click()
      await dialog.getByRole('button', { name: 'Create client' }).click()
      const isBasic = async (name: string): Promise<boolean | undefined> => {
        const listed = await server.call('GET /admin/v1/client', { scopes: 'api.admin' })
        return listed.json().find((client: { name: string }) => client.name === name)?.basic_auth
      }
      const row = page.getByRole('row', { name: /Old program/ })
      const on = row.getByRole('switch', { name: 'Basic authentication: Old program', checked: true })
      await on.waitFor()
      assert.equal(await isBasic('Old program'), true)
      await on.click()
      await row.getByRole('switch', { checked: false }).waitFor()
      assert.equal(await isBasic('Old program'), undefined)
      const bound = { name: 'Bound', scopes: ['api.read'], requires_dpop: true }
      const made = await server.call('POST /admin/v1/client', {
        scopes: 'api.admin',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(bound),
      })
      assert.equal(made.status, 201, made.text)
      await page.reload()
      await signInTo(page, server, '/clients')
      await page.getByRole('row', { name: /Bound/ }).waitFor()
      assert.equal(await page.getByRole('switch', { name: /Bound/ }).count(), 0)
      assert.deepEqual(problems, [])
      await page.context().close()
    })
  })

  describe('a client that may only read', () => {
    it('is told which right is missing, not that something failed', async () => {
      const made = await server.call('POST /admin/v1/client', {
        scopes: 'api.admin',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'reader', scopes: ['api.read'] }),
      })
      const { client_id, client_secret } = made.json()
      const { page } = await openPage()
      const reader = { ...server, client: { id: client_id, secret: client_secret } }
      await signInTo(page, reader, `/ehrs/${ehrId}?view=access`)
      await page.getByText(/You need the right api\.admin/).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Status' }).count(), 0)
      await page.context().close()
    })
  })

  it('speaks the language of the browser', async () => {
    const { page } = await visit(server, '/ehrs', { language: 'de-DE' })
    await page.getByRole('heading', { name: 'Akten' }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.lang'), 'de')
    await page.context().close()
  })

  it('bears a server that goes away and comes back', async () => {
    const { page } = await visit(server, '/ehrs')
    await page.route('**/openehr/**', route => route.abort())
    await page.getByRole('link', { name: /P0001/ }).click()
    await page.getByText(/The server does not answer/).waitFor()
    await page.unroute('**/openehr/**')
    await page.getByRole('region', { name: 'Patient' }).getByText('P0001').waitFor()
    await page.context().close()
  })

  describe('a form', () => {
    const FORM = () => `/ehrs/${ehrId}/new?template=Vital%20signs`

    it('is filled in and committed by keyboard alone', async () => {
      const { page, problems } = await visit(server, FORM())
      await page.getByRole('textbox', { name: 'Systolic', exact: true }).focus()
      await page.keyboard.type('131')
      const reached = async (name: string) => {
        for (let presses = 0; presses < 120; presses++) {
          await page.keyboard.press('Tab')
          const text = await page.evaluate<string>(
            "(document.activeElement?.getAttribute('aria-label') ?? '') + (document.activeElement?.textContent ?? '')",
          )
          if (text === name) return
        }
        assert.fail(`${name} is not reached by Tab`)
      }
      await reached('Diastolic')
      await page.keyboard.type('84')
      await page.getByText('No findings').waitFor()
      await reached('Commit record')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/compositions\/[^/]+$/)
      await page.getByText('131 mmHg').waitFor()
      assert.deepEqual(problems, [])
      await page.context().close()
    })

    it('keeps what was typed when the server fails, and commits it when it is back', async () => {
      const { page } = await visit(server, FORM())
      const systolic = page.getByRole('textbox', { name: 'Systolic', exact: true })
      await systolic.fill('137')
      await page.getByText('No findings').waitFor()
      const commits = '**/openehr/v1/ehr/*/composition'
      await page.route(commits, route => route.fulfill({ status: 503, body: '{}' }))
      await page.getByRole('button', { name: 'Commit record' }).click()
      await page.getByText('This did not work').waitFor()
      assert.equal(await systolic.inputValue(), '137')
      await page.unroute(commits)
      await page.getByRole('button', { name: 'Commit record' }).click()
      await page.getByText('137 mmHg').waitFor()
      await page.context().close()
    })
  })
})
