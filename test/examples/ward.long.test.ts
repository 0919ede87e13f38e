/** The app of examples/ward in a real browser, built as its maker would, at an address of its own. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { cairnIn, testFolder } from '../cli/program.ts'
import { accessibilityFaults, closeBrowserAfter, inBrowser, isTooWide, openPage } from '../console/browser.ts'
import { loadHospital } from '../console/hospital.ts'
import { notBuilt } from '../http/program.ts'
import { adminCall, newPerson, PASSWORD } from '../people/people.ts'
import { freePort, testServer } from '../server.ts'

closeBrowserAfter()

const FOLDER = fileURLToPath(new URL('../../examples/ward/', import.meta.url))
const OPT = fileURLToPath(new URL('../../packages/cli/demo/vital-signs.opt', import.meta.url))
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

const port = await freePort()
const address = `http://localhost:${port}/`
const server = await testServer({ env: { CAIRN_CORS_ORIGINS: `http://localhost:${port}` } })

it('its types are what "cairn generate types" writes', { skip: notBuilt }, async () => {
  const { code, out, err } = await cairnIn(testFolder(), {})(['generate', 'types', OPT])
  assert.equal(code, 0, err)
  const committed = readFileSync(join(FOLDER, 'src', 'vital-signs.generated.ts'), 'utf8')
  assert.ok(committed === out, 'run "npm run types --workspace examples/ward"')
})

describe('the ward app', { skip: inBrowser.skip ?? notBuilt }, () => {
  let clientId = ''
  const endings: (() => void)[] = []

  /** Built for the server of this test, and sent by a bare file server. */
  async function serveApp(serverUrl: string): Promise<void> {
    const out = mkdtempSync(join(tmpdir(), 'cairn-ward-'))
    const { PATH = '' } = process.env
    const env = { PATH, VITE_CAIRN_URL: serverUrl, VITE_CLIENT_ID: clientId }
    const build = ['run', 'build', '--workspace', 'examples/ward', '--', '--outDir', out, '--emptyOutDir']
    await promisify(execFile)('npm', build, { cwd: ROOT, env })
    const files = createServer((request, answer) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const file = pathname === '/' ? 'index.html' : pathname.replace(/^\/+|\.\./g, '')
      answer.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream')
      answer.end(readFileSync(join(out, file)))
    })
    await new Promise<void>(done => files.listen(port, '127.0.0.1', done))
    endings.push(() => {
      files.close()
      files.closeAllConnections()
      rmSync(out, { recursive: true, force: true })
    })
  }
  after(() => {
    for (const end of endings) end()
  })

  before(async () => {
    await loadHospital(server, 2)
    await newPerson(server, 'ana')
    const made = await adminCall(server, 'POST /admin/v1/client', {
      name: 'Ward',
      kind: 'public',
      scopes: [
        ...['openid', 'profile', 'fhirUser', 'online_access', 'launch', 'launch/patient'],
        ...['api.read', 'api.write', 'patient/*.rs', 'patient/Observation.c'],
      ],
      redirect_uris: ['', 'board.html', 'fhir.html'].map(page => `http://localhost:5173/${page}`),
    })
    assert.equal(made.status, 201, made.text)
    clientId = made.json().client_id
    await serveApp(server.url.replace('127.0.0.1', 'localhost'))
  })

  async function givePassword(page: Page): Promise<void> {
    await page.getByLabel('User name').fill('ana')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  /** The first time, when the person allows the app to do what it asks for. */
  async function signIn(page: Page): Promise<void> {
    await givePassword(page)
    await page.getByRole('button', { name: /^(Allow|Agree)/ }).click()
  }

  const newest = (page: Page) => page.locator('tbody tr').first()

  const save = async (page: Page, systolic: string, diastolic: string) => {
    await page.getByLabel('Systolic, mmHg').fill(systolic)
    await page.getByLabel('Diastolic, mmHg').fill(diastolic)
    await page.getByRole('button', { name: 'Save' }).click()
  }

  it('signs a person in, adds and corrects a blood pressure, and keeps nothing in the browser', async () => {
    const { page, problems } = await openPage({ width: 1000 })
    await page.goto(address)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await signIn(page)
    await page.getByRole('button', { name: 'P0001' }).waitFor()
    assert.equal(page.url(), address, 'the code is not in the address any more')
    assert.equal(await page.evaluate('localStorage.length + sessionStorage.length'), 0)
    assert.equal(await page.locator('li').count(), 2)
    await page.getByLabel('The id of the patient begins with').fill('P0002')
    await page.getByRole('button', { name: 'P0001' }).waitFor({ state: 'detached' })
    await page.getByLabel('The id of the patient begins with').fill('*')
    await page.getByText('No patient has such an id.').waitFor()
    await page.getByLabel('The id of the patient begins with').fill('')
    await page.getByRole('button', { name: 'P0001' }).click()
    await page.getByRole('heading', { name: 'Patient P0001' }).waitFor()
    await page.locator('svg polyline').first().waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])

    await save(page, '5000', '80')
    await page.locator('[aria-invalid=true]').waitFor()
    assert.equal(await page.locator('[aria-invalid=true]').getAttribute('name'), 'systolic')

    await save(page, '141', '83')
    await page.getByText('Saved.').waitFor()
    await newest(page).getByRole('cell', { name: '141' }).waitFor()
    assert.deepEqual((await newest(page).locator('td').allTextContents()).slice(1, 4), [
      '141',
      '83',
      'Ana Meyer',
    ])

    await newest(page).getByRole('button', { name: 'Correct' }).click()
    await save(page, '139', '82')
    await page.getByText('Saved.').waitFor()
    await newest(page).getByRole('cell', { name: '139' }).waitFor()
    assert.deepEqual((await newest(page).locator('td').allTextContents()).slice(1, 3), ['139', '82'])
    // The refused record was told on the console of the browser, and nothing else.
    assert.deepEqual(
      problems.filter(each => !each.includes('422')),
      [],
    )
    await page.context().close()
  })

  it('tells when somebody else has changed the record, and gives a table to download', async () => {
    const { page } = await openPage({ width: 390 })
    await page.goto(address)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await givePassword(page)
    await page.getByRole('button', { name: 'P0001' }).click()
    await newest(page).getByRole('button', { name: 'Correct' }).click()
    assert.equal(await isTooWide(page), false)
    const newestUid = `SELECT e/ehr_id/value, c/uid/value FROM EHR e CONTAINS COMPOSITION c
      CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]
      WHERE e/ehr_status/subject/external_ref/id/value = 'P0001' ORDER BY c/context/start_time/value DESC`
    const found = await server.call(`GET /openehr/v1/query/aql?fetch=1&q=${encodeURIComponent(newestUid)}`, {
      scopes: 'api.read',
    })
    const [[ehrId, uid]] = found.json().rows
    const gone = await server.call(`DELETE /openehr/v1/ehr/${ehrId}/composition/${uid}`, {
      scopes: 'api.write',
    })
    assert.equal(gone.status, 204, gone.text)
    await save(page, '150', '90')
    await page.getByText('Somebody else has changed this record.').waitFor()

    const loading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download all as CSV' }).click()
    const file = await (await loading).path()
    assert.match(readFileSync(file, 'utf8'), /^uid,time,composer,systolic,diastolic/)
    await page.context().close()
  })

  it('is opened for a patient by another program', async () => {
    const found = await server.call('GET /openehr/v1/ehr?subject_id=P0002&subject_namespace=demo-hospital', {
      scopes: 'api.read',
    })
    assert.equal(found.status, 200, found.text)
    const launched = await server.call('POST /auth/v1/launch', {
      scopes: 'api.read',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ehrId: found.json().ehr_id.value }),
    })
    assert.equal(launched.status, 201, launched.text)
    const { launch, iss } = launched.json()
    const { page } = await openPage()
    await page.goto(`${address}?${new URLSearchParams({ launch, iss })}`)
    await signIn(page)
    await page.getByRole('heading', { name: 'Patient P0002' }).waitFor()
    await page.context().close()
  })

  it('shows a board in React that follows what is committed, and asks anew for another limit', async () => {
    const ofFirst =
      "SELECT e/ehr_id/value FROM EHR e WHERE e/ehr_status/subject/external_ref/id/value = 'P0001'"
    const found = await server.call(`GET /openehr/v1/query/aql?q=${encodeURIComponent(ofFirst)}`, {
      scopes: 'api.read',
    })
    const [[ehrId]] = found.json().rows
    const commit = async (systolic: number) => {
      const answer = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
        scopes: 'api.write',
        headers: {
          'Content-Type': 'application/openehr.wt.flat+json',
          'openehr-template-id': 'Vital signs',
        },
        body: JSON.stringify({
          'ctx/language': 'en',
          'ctx/territory': 'GB',
          'ctx/composer_name': 'Ana Meyer',
          'vital_signs/blood_pressure/any_event:0/systolic|magnitude': systolic,
          'vital_signs/blood_pressure/any_event:0/systolic|unit': 'mm[Hg]',
        }),
      })
      assert.equal(answer.status, 201, answer.text)
    }
    const { page, problems } = await openPage({ width: 390 })
    await page.goto(`${address}board.html`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await givePassword(page)
    await page.getByLabel('Systolic from, mmHg').fill('250')
    await page.getByText('No blood pressure is as high.').waitFor()
    await commit(249)
    await commit(251)
    const rows = page.locator('tbody tr')
    await rows.getByRole('cell', { name: '251' }).waitFor()
    assert.deepEqual(
      (await rows.locator('td').allTextContents()).filter((_, at) => at !== 1),
      ['P0001', '251'],
    )
    await page.getByLabel('Systolic from, mmHg').fill('249')
    await page.getByRole('cell', { name: '249' }).waitFor()
    assert.equal(await rows.count(), 2)
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.equal(await isTooWide(page), false)
    assert.deepEqual(problems, [])
    await page.context().close()
  })

  describe('its page over FHIR, with fhirclient', () => {
    const pulsesOf = async (value: number): Promise<unknown[][]> => {
      const q = `SELECT e/ehr_status/subject/external_ref/id/value FROM EHR e CONTAINS COMPOSITION c
        CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.pulse.v2]
        WHERE o/data[at0002]/events[at0003]/data[at0001]/items[at0004]/value/magnitude = ${value}`
      const found = await server.call(`GET /openehr/v1/query/aql?q=${encodeURIComponent(q)}`, {
        scopes: 'api.read',
      })
      return found.json().rows
    }

    it('signs in for a chosen patient, shows vital signs page by page, and stores a pulse', async () => {
      const { page } = await openPage({ width: 1000 })
      await page.goto(`${address}fhir.html`)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await signIn(page)
      await page.getByLabel('Patient number or EHR id').fill('P0001')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('button', { name: 'Open' }).click()
      await page.getByRole('heading', { name: /^Patient / }).waitFor()
      await page.getByRole('heading', { name: 'Problems' }).waitFor()
      assert.equal(await page.locator('tbody tr').count(), 10)
      await page.getByRole('button', { name: 'Earlier' }).click()
      await page.locator('tbody tr').nth(10).waitFor()
      assert.deepEqual(await accessibilityFaults(page), [])

      await page.getByLabel('Pulse, per minute').fill('177')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').waitFor()
      await newest(page).getByRole('cell', { name: '177 /min' }).waitFor()
      assert.deepEqual(await pulsesOf(177), [['P0001']])

      await page.getByLabel('Pulse, per minute').fill('-5')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('.note.bad').waitFor()
      assert.match(await page.locator('.note.bad').innerText(), /Observation|value|range|magnitude/i)
      assert.deepEqual(await pulsesOf(-5), [])
      await page.context().close()
    })

    it('is launched for a patient by another program', async () => {
      const found = await server.call('GET /fhir/r4/Patient?identifier=demo-hospital%7CP0002', {
        scopes: 'api.read',
      })
      const [{ resource }] = found.json().entry
      const launched = await server.call('POST /auth/v1/launch', {
        scopes: 'api.read',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ehrId: resource.id }),
      })
      const { launch, iss } = launched.json()
      const { page } = await openPage({ width: 390 })
      await page.goto(`${address}fhir.html?${new URLSearchParams({ launch, iss })}`)
      await givePassword(page)
      await page.locator('tbody tr').first().waitFor()
      assert.equal(await page.evaluate('FHIR.oauth2.ready().then(client => client.patient.id)'), resource.id)
      assert.equal(await isTooWide(page), false)
      await page.context().close()
    })
  })
})
