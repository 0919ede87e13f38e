/** The console in a real browser, over the demo hospital: one story for each kind of work, in one page. The rest is in console.long.test.ts and screens.long.test.ts. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { callWith, signInToApp } from '../people/app.ts'
import { newApp, newPerson } from '../people/people.ts'
import { addPersonWith, openTokens } from '../rights/tokens.ts'
import { testServer } from '../server.ts'
import { closeBrowserAfter, inBrowser, STUCK_MS, settled, type Visit, visit } from './browser.ts'
import { loadHospital } from './hospital.ts'

closeBrowserAfter()

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
    await page.getByText('Systolic: This value is outside of what the template allows.').first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Commit record' }).isDisabled(), true)
    await systolic.fill('131')
    await page.getByRole('textbox', { name: 'Diastolic', exact: true }).fill('84')
    await page.getByRole('radio', { name: 'Sitting' }).click()
    await page.getByText('No findings').waitFor()
    await page.getByRole('button', { name: 'Commit record' }).click()
    await page.waitForURL(/\/compositions\/[^/]+$/)
    await page.getByText('131 mmHg').waitFor()
    await page.getByText('Sitting').first().waitFor()
    quiet()
  })

  it('keeps a draft while other screens are open, and commits a changed version', async () => {
    const { page, go } = session
    await page.getByRole('link', { name: 'Change record' }).click()
    const systolic = page.getByRole('textbox', { name: 'Systolic', exact: true })
    await systolic.fill('132')
    await page.getByText('Not committed').waitFor()
    await page.getByText('No findings').waitFor()
    // The button waits for the check of the new value: the composition of the last check still has the old one.
    await systolic.focus()
    const canCommit = await page.evaluate(`(async () => {
      const button = [...document.querySelectorAll('button')].find(each => each.innerText === 'Commit version')
      while (button.disabled) await new Promise(requestAnimationFrame)
      const input = document.activeElement
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, '133')
      input.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise(requestAnimationFrame)
      return !button.disabled
    })()`)
    assert.equal(canCommit, false)
    assert.equal(await systolic.inputValue(), '133')
    const address = new URL(page.url()).pathname.replace('/console', '')
    await go('/settings')
    await go(address)
    assert.equal(await systolic.inputValue(), '133')
    await page.getByText('No findings').waitFor()
    await page.getByRole('button', { name: 'Commit version' }).click()
    await page.waitForURL(/\/compositions\/[^/]+$/)
    await page.getByText('133 mmHg').waitFor()
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
    await page.getByText('71 kg').waitFor()
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

  it('tells a fault of a query and of a template once', async () => {
    const { page, go, problems } = session
    await go('/query?q=SELECT%20z/ehr_id%20FROM%20EHR%20e')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByRole('alert').first().waitFor()
    assert.equal(await page.getByRole('alert').count(), 1)
    await go('/templates')
    const buffer = Buffer.from('<template xmlns="http://schemas.openehr.org/v1"><uid/></template>')
    await page.locator('input[type=file]').setInputFiles({ name: 'broken.opt', mimeType: 'text/xml', buffer })
    await page.getByRole('alert').first().waitFor()
    assert.equal(await page.getByRole('alert').count(), 1)
    // The browser reports each refused request.
    assert.ok(problems.splice(0).every(problem => problem.includes('400') || problem.includes('422')))
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
    await page.getByRole('checkbox', { name: 'Nurse', exact: true }).check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('button', { name: 'Disable account' }).click()
    await page.getByRole('button', { name: 'Enable account' }).waitFor()
    const person = (await server.call('GET /admin/v1/person/ana', { scopes: 'api.admin' })).json()
    assert.deepEqual([person.roles, person.disabled], [['clinician', 'nurse'], true])
    quiet()
  })

  it('lists the apps of a person, ends one, and all of them with the sessions', async () => {
    const { page, go } = session
    const carla = await newPerson(server, 'carla')
    const apps = [await newApp(server, { name: 'Ward app' }), await newApp(server, { name: 'Night app' })]
    const tokens: { access_token: string }[] = []
    for (const app of apps) tokens.push(await signInToApp(server, carla, app, 'offline_access api.read'))
    const statuses = () =>
      Promise.all(tokens.map(async each => (await callWith(server, each.access_token)).status))
    await go('/people/carla')
    const panel = page.getByRole('region', { name: 'Apps' })
    await panel.getByRole('row', { name: /Night app.*active.*api\.read offline_access/ }).waitFor()
    const ward = panel.getByRole('row', { name: /Ward app/ })
    await ward.getByRole('button', { name: 'End access' }).click()
    await ward.waitFor({ state: 'detached' })
    assert.deepEqual(await statuses(), [401, 200])
    await page.getByRole('button', { name: 'End all sessions' }).click()
    await panel.getByRole('row', { name: /Night app.*agreed/ }).waitFor()
    assert.deepEqual(await statuses(), [401, 401])
    quiet()
  })

  it('assigns an EHR and a tag to a person, and ends an assignment', async () => {
    const { page, go } = session
    await addPersonWith(server, 'bea', { assigned_roles: ['nurse'] })
    await go('/people/bea')
    const panel = page.getByRole('region', { name: 'Assigned EHRs' })
    const dialog = page.getByRole('dialog')
    const assign = dialog.getByRole('button', { name: 'Assign EHRs' })
    await page.getByText('No EHR is assigned to this person.').waitFor()
    await page.getByRole('button', { name: 'Assign EHRs' }).click()
    await dialog.getByLabel('EHR id').fill('P0001')
    await dialog.getByText('This is not an id.').waitFor()
    assert.equal(await assign.isDisabled(), true)
    await dialog.getByLabel('EHR id').fill(ehrId)
    await assign.click()
    const assigned = panel.getByRole('row').filter({ has: page.locator(`a[href*="${ehrId}"]`) })
    await assigned.waitFor()
    await page.getByRole('button', { name: 'Assign EHRs' }).click()
    await dialog.getByRole('radio', { name: 'All EHRs with a tag' }).click()
    await dialog.getByLabel('Key of the tag').fill('ward')
    await dialog.getByLabel('Value of the tag').fill('3B')
    await dialog.getByLabel('Until', { exact: true }).fill('2099-01-01T00:00')
    await assign.click()
    await panel.getByRole('row', { name: /Tag ward=3B.*2099.*in force/ }).waitFor()
    await assigned.getByRole('button').click()
    await panel.getByRole('row', { name: /ended/ }).waitFor()
    const kept = (await server.call('GET /admin/v1/person/bea/assignment', { scopes: 'api.admin' })).json()
    assert.deepEqual(
      kept.map((each: { kind: string; to?: string }) => [each.kind, each.to === undefined]),
      [
        ['ehr', false],
        ['tag', false],
      ],
    )
    quiet()
  })

  it('copies a role, changes and deletes it, and shows what it allows a person', async () => {
    const { page, go } = session
    await go('/roles')
    const roles = page.getByRole('region', { name: 'Roles' })
    const dialog = page.getByRole('dialog')
    await roles.getByRole('row', { name: /Nurse/ }).getByRole('button', { name: 'Copy' }).click()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('vital-signs')
    await dialog.getByLabel('In plain words').fill('Reads vital signs')
    await dialog.getByLabel('Rights, one in a line').fill('user/composition-Vital*.rs\nuser/aql-*.rs')
    // The scope of the copied role would undo the limit.
    await dialog.getByRole('button', { name: 'Create role' }).click()
    await dialog.getByText('/scopes/0', { exact: true }).waitFor()
    await dialog.getByRole('checkbox', { name: /api\.read/ }).uncheck()
    await dialog.getByRole('button', { name: 'Create role' }).click()
    const row = roles.getByRole('row', { name: /vital-signs/ })
    await row.getByText('Reads vital signs').waitFor()
    assert.equal(
      await roles.getByRole('row', { name: /Nurse/ }).getByRole('button', { name: 'Delete' }).count(),
      0,
    )
    // The refusal is an answer of 400, which the browser reports.
    session.problems.splice(0)
    await row.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('In plain words').fill('Finds vital signs')
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await row.getByText('Finds vital signs').waitFor()

    await addPersonWith(server, 'vera', { assigned_roles: ['vital-signs'] })
    await go('/people/vera')
    await page.getByRole('checkbox', { name: 'vital-signs, where assigned' }).waitFor()
    const access = page.getByRole('region', { name: 'What this person may do' })
    await access.getByText('Reaches records in assigned EHRs: 0 now.').waitFor()
    await access
      .getByRole('row', { name: /user\/composition-Vital\*\.rs Assigned EHRs vital-signs/ })
      .waitFor()
    const ways = page.getByRole('region', { name: 'Ways to sign in' })
    await ways.getByText(/A link that is valid until/).waitFor()
    await page.getByText('No app acts for this person.').waitFor()

    await go('/roles')
    await row.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText(/lose it at once \(1\)/).waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('vital-signs')
    await dialog.getByRole('button', { name: 'Delete role' }).click()
    await row.waitFor({ state: 'detached' })
    await go('/people/vera')
    await access.getByText('Reaches no records.').waitFor()
    quiet()
  })

  it('reviews access that a person took in an emergency, with what was seen', async () => {
    const { page, go } = session
    const token = await (await openTokens(server))({
      scope: 'api.read api.break_glass',
      person: 'bea',
    })
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const reason = 'unconscious in the emergency room'
    const taken = await server.call('POST /auth/v1/break-glass', {
      headers,
      body: JSON.stringify({ ehrId, reason }),
    })
    assert.equal(taken.status, 201, taken.text)
    assert.equal((await server.call(`GET /openehr/v1/ehr/${ehrId}`, { headers })).status, 200)
    await go('/break-glass')
    const access = page.getByRole('listitem').filter({ hasText: reason })
    await access.getByText('open now').waitFor()
    await access.getByRole('button', { name: 'What was seen' }).click()
    await access.getByText('read 1, written 0, refused 0').waitFor()
    await access.getByRole('row', { name: new RegExp(`read.*GET /openehr/v1/ehr/${ehrId}`) }).waitFor()
    await access.getByRole('button', { name: 'Mark as reviewed' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Result of the review').fill('Was needed.')
    await dialog.getByRole('button', { name: 'Mark as reviewed' }).click()
    await page.getByText('No access waits for a review').waitFor()
    await go('/break-glass?show=all')
    await access.getByText('Was needed.').waitFor()
    await go(`/ehrs/${ehrId}?view=access`)
    // To take access writes nothing in the record, and says so.
    const line = page.getByRole('listitem').filter({ hasText: 'bea' })
    await line.getByText(/read 1 time, took access in an emergency 1 time ·/).waitFor()
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
    await page.getByText(/Added 0, already present \d+, rejected 0\./).waitFor()
    quiet()
  })

  it('verifies everything, and says that nothing is wrong', async () => {
    const { page, go } = session
    await go('/jobs')
    await page.getByRole('button', { name: 'Verify everything' }).click()
    await page
      .getByText(/versions and \d+ audit events were checked\. All are as they were written\./)
      // A thread of its own loads the server first.
      .waitFor({ timeout: 4 * STUCK_MS })
    quiet()
  })

  it('tries an operation of the API, and shows the state of the server', async () => {
    const { page, go } = session
    await go('/api?operation=ehr_get_by_id')
    await page.getByRole('textbox', { name: 'ehr_id' }).fill(ehrId)
    await page.getByRole('button', { name: 'Send request' }).click()
    await page
      .getByRole('region', { name: 'Answer', exact: true })
      .getByText('200', { exact: true })
      .waitFor()
    await go('/system')
    await page.getByText('CAIRN_SYSTEM_ID').waitFor()
    quiet()
  })
})
