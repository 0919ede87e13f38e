/** The console in a real browser, over the demo hospital: one story for each kind of work, in one page. The rest is in console.long.test.ts. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { testServer } from '../server.ts'
import { inBrowser, settled, type Visit, visit } from './browser.ts'
import { loadHospital } from './hospital.ts'

const server = await testServer()

describe('the console', inBrowser, () => {
  let ehrId: string
  let session: Visit

  before(async () => {
    await loadHospital(server, 1)
    const answer = await server.call('GET /openehr/v1/ehr?subject_id=P0001&subject_namespace=demo-hospital', {
      scopes: 'api.read',
    })
    ehrId = answer.json().ehr_id.value
    session = await visit(server, '/ehrs')
  })

  /** Nothing was reported on the console of the browser. */
  const quiet = () => assert.deepEqual(session.problems.splice(0), [])

  it('opens an EHR from the list, and its latest record', async () => {
    const { page } = session
    await page.getByRole('link', { name: /P0001/ }).click()
    await page.getByRole('region', { name: 'Patient' }).getByText('P0001').waitFor()
    await page
      .getByRole('link', { name: /Problem list/ })
      .first()
      .click()
    await page.getByText('Signature valid').waitFor()
    quiet()
  })

  it('writes a record by the form of its template, with findings at the fields', async () => {
    const { page, go } = session
    await go(`/ehrs/${ehrId}/new`)
    await page.getByRole('link', { name: /Vital signs/ }).click()
    const systolic = page.getByRole('textbox', { name: 'Systolic', exact: true })
    await systolic.fill('5')
    await page.getByText('Expected 20..300, found 5').first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Commit record' }).isDisabled(), true)
    await systolic.fill('131')
    await page.getByRole('textbox', { name: 'Diastolic', exact: true }).fill('84')
    await page.getByRole('radio', { name: 'Sitting' }).click()
    await page.getByText('No findings').waitFor()
    await page.getByRole('button', { name: 'Commit record' }).click()
    await page.waitForURL(/\/compositions\/[^/]+$/)
    await page.getByText('131').first().waitFor()
    await page.getByText('Sitting').first().waitFor()
    quiet()
  })

  it('keeps a draft while other screens are open, and commits a changed version', async () => {
    const { page, go } = session
    await page.getByRole('link', { name: 'Change record' }).click()
    const systolic = page.getByRole('textbox', { name: 'Systolic', exact: true })
    await systolic.fill('133')
    const address = new URL(page.url()).pathname.replace('/console', '')
    await go('/settings')
    await go(address)
    assert.equal(await systolic.inputValue(), '133')
    await page.getByText('No findings').waitFor()
    await page.getByRole('button', { name: 'Commit version' }).click()
    await page.waitForURL(/\/compositions\/[^/]+$/)
    await page.getByText('133').first().waitFor()
    await go(`${new URL(page.url()).pathname.replace('/console', '')}?view=changes`)
    await page
      .getByText(/Systolic/)
      .first()
      .waitFor()
    quiet()
  })

  it('tells the line of a fault in a pasted text, and commits it when it is mended', async () => {
    const { page, go } = session
    await go(`/ehrs/${ehrId}/new?template=Vital%20signs&as=text`)
    const flat = (weight: number) =>
      JSON.stringify(
        {
          'ctx/language': 'en',
          'ctx/territory': 'GB',
          'ctx/composer_name': 'Ada',
          'vital_signs/body_weight/any_event:0/weight|magnitude': weight,
          'vital_signs/body_weight/any_event:0/weight|unit': 'kg',
        },
        null,
        1,
      )
    const write = async (text: string) => {
      await page.getByRole('textbox', { name: 'Text of the record' }).click()
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText(text)
    }
    await write(flat(900))
    await page.getByText('Line 5').waitFor()
    await write(flat(71))
    await page.getByText('No findings').waitFor()
    await page.getByRole('button', { name: 'Commit record' }).click()
    await page.waitForURL(/\/compositions\/[^/]+$/)
    await page.getByText('71').first().waitFor()
    quiet()
  })

  it('shows a datamap as a table, and writes a changed cell as a version', async () => {
    const { page, go } = session
    await go('/datamaps')
    await page.getByRole('button', { name: 'New datamap' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Notes')
    await dialog.getByLabel('Template').click()
    await page.getByRole('option', { name: 'Discharge summary' }).click()
    await dialog.getByRole('button', { name: 'New datamap' }).click()
    await page.getByRole('button', { name: 'Save datamap' }).click()
    await page.getByRole('tab', { name: 'Table' }).click()
    await settled(page)
    const composer = page.getByTitle('Edit composer').first()
    await composer.click()
    await page.getByRole('textbox', { name: 'Edit composer' }).fill('Dr Changed')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Write changes' }).click()
    await page.getByRole('dialog').getByText('Dr Changed').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Write changes' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const listed = await server.call('GET /extra/v1/datamap/Notes?composer=Dr%20Changed', {
      scopes: 'api.read',
    })
    assert.equal(listed.json().totalCount, 1)
    assert.equal(listed.json().data[0].version_tree_id, 2)
    quiet()
  })

  it('runs a query', async () => {
    const { page, go } = session
    await go('/query?q=SELECT%20e/ehr_id/value%20AS%20ehr%20FROM%20EHR%20e')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByRole('columnheader', { name: 'ehr' }).waitFor()
    quiet()
  })

  it('invites a person, changes the roles, and disables the account', async () => {
    const { page, go } = session
    await go('/people')
    await page.getByRole('button', { name: 'Invite a person' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Ana Meyer')
    await dialog.getByLabel('User name').fill('ana')
    await dialog.getByRole('button', { name: 'Invite a person' }).click()
    await page.getByText(/The link is shown this once/).waitFor()
    await page.getByRole('link', { name: 'Ana Meyer' }).click()
    await page.getByRole('checkbox', { name: 'Nurse' }).check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('button', { name: 'Disable account' }).click()
    await page.getByRole('button', { name: 'Enable account' }).waitFor()
    const person = (await server.call('GET /admin/v1/person/ana', { scopes: 'api.admin' })).json()
    assert.deepEqual([person.roles, person.disabled], [['clinician', 'nurse'], true])
    quiet()
  })

  it('exports everything, and takes the file in again', async () => {
    const { page, go } = session
    await go('/jobs')
    await page.getByRole('button', { name: 'New export' }).click()
    const downloaded = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Start export' }).click()
    const path = await (await downloaded).path()
    await page.getByText(/lines were written/).waitFor()
    await page.locator('input[type=file]').setInputFiles(path)
    await page.getByText(/Added 0, there already \d+, rejected 0\./).waitFor()
    quiet()
  })

  it('tries an operation of the API, and shows the state of the server', async () => {
    const { page, go } = session
    await go('/api?operation=ehr_get_by_id')
    await page.getByRole('textbox', { name: 'ehr_id' }).fill(ehrId)
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByRole('region', { name: 'Answer', exact: true }).getByText('200').waitFor()
    await go('/system')
    await page.getByText('CAIRN_SYSTEM_ID').waitFor()
    quiet()
  })
})
