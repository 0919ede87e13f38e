/** Patients by name in a real browser: found misspelt, opened, and shown to those alone who may see people. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { statusOf } from '../../packages/cli/src/demo/contribution.ts'
import { patientOf } from '../../packages/cli/src/demo/patient.ts'
import { householdOf, personIdOf } from '../../packages/cli/src/demo/person.ts'
import { partyOpt } from '../../packages/openehr/fixtures/party-templates.ts'
import { openDemoPeople } from '../demographic/demo-people.ts'
import { newParty, party, partyRef } from '../demographic/parties.ts'
import { adminCall, newPerson } from '../people/people.ts'
import { bloodPressure, bloodPressureOpt } from '../records.ts'
import { testServer } from '../server.ts'
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

const server = await testServer()

const addPerson = await openDemoPeople(server)

/** A patient of the demo: the person, the relatives and the EHR. */
async function newPatient(number: number) {
  const patient = patientOf(number)
  // A relative is referred to, so those come first.
  for (const person of householdOf(patient).toReversed()) await addPerson({ ...person, relatives: [] })
  const answer = await server.call(`PUT /openehr/v1/ehr/${patient.ehrId}`, {
    scopes: 'api.write api.admin',
    headers: { 'Content-Type': 'application/json', 'cairn-person-uid': personIdOf(number) },
    body: JSON.stringify(statusOf(patient)),
  })
  assert.equal(answer.status, 201, answer.text)
  return patient
}

const [percival, chrysanthi] = [await newPatient(1), await newPatient(8)]
const PERCIVAL = 'Percival Larkspur'

describe('patients in the console', inBrowser, () => {
  it('are listed with name, birth date and number, by one request for people', async () => {
    const { page, problems } = await visit(server, '/')
    const asked: string[] = []
    page.on('request', request => {
      if (request.url().includes('/extra/v1/person')) asked.push(request.url())
    })
    await page.getByRole('link', { name: 'EHRs', exact: true }).first().click()
    const row = page.getByRole('link', { name: new RegExp(PERCIVAL) })
    await row.waitFor()
    assert.match(await row.innerText(), /14 Jul 1961[\s\S]*P0001/)
    await page.getByText('Chrysanthi Petropoulou').waitFor()
    assert.equal(asked.length, 1)
    assert.deepEqual(problems, [])
    await page.context().close()
  })

  it('are found by a misspelt name in the list, and opened', async () => {
    const { page, problems } = await visit(server, '/ehrs')
    await page.getByLabel('Search', { exact: true }).fill('larkspor percival')
    await page.getByText('1 EHR', { exact: true }).waitFor()
    await page.getByRole('link', { name: new RegExp(PERCIVAL) }).click()
    const banner = page.getByRole('region', { name: 'Patient' })
    await banner.getByText(PERCIVAL).waitFor()
    assert.ok(page.url().endsWith(percival.ehrId))
    assert.match(await banner.innerText(), /P0001 · demo-hospital/)
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(PERCIVAL).waitFor()
    assert.deepEqual(problems, [])
    await page.context().close()
  })

  it('are found by a misspelt name with Ctrl K, and opened by keyboard', async () => {
    const { page, problems } = await visit(server, '/')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search or go to').waitFor()
    await page.keyboard.type('chrysantih')
    await page.getByRole('button', { name: /Chrysanthi Petropoulou/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Patient' }).getByText('Chrysanthi Petropoulou').waitFor()
    assert.ok(page.url().endsWith(chrysanthi.ehrId))
    assert.deepEqual(problems, [])
    await page.context().close()
  })

  it('have a page with names, addresses, history and the record, accessible, wide and narrow', async () => {
    for (const [width, scheme] of [
      [1440, 'light'],
      [1024, 'dark'],
      [390, 'light'],
    ] as const) {
      const { page, problems, go } = await visit(server, '/ehrs', { width, scheme })
      for (const path of [
        '/ehrs',
        '/demographics?q=larkspor',
        `/demographics/person/${personIdOf(1)}`,
        `/ehrs/${percival.ehrId}`,
      ]) {
        await go(path)
        await page.getByText(PERCIVAL).filter({ visible: true }).first().waitFor()
        await settled(page)
        assert.deepEqual(await accessibilityFaults(page), [], `${path} at ${width}`)
        assert.equal(await isTooWide(page), false, `${path} at ${width}`)
      }
      await go(`/demographics/person/${personIdOf(1)}`)
      for (const panel of ['Identities', 'Details', 'Contacts and addresses', 'History'])
        await page.getByRole('region', { name: panel }).waitFor()
      assert.deepEqual(problems, [])
      await page.context().close()
    }
  })

  it('who wrote a record have the name of their party where the reference alone was recorded', async () => {
    for (const opt of [partyOpt('ORGANISATION'), bloodPressureOpt()])
      await server.call('POST /openehr/v1/definition/template/adl1.4', {
        scopes: 'api.write',
        headers: { 'Content-Type': 'application/xml' },
        body: opt,
      })
    const organisation = await newParty(server, 'organisation', party('organisation', 'Ward of Roses'))
    const ward = organisation.split('::')[0] ?? ''
    const coded = (value: string, code_string: string) => ({
      _type: 'DV_CODED_TEXT',
      value,
      defining_code: {
        _type: 'CODE_PHRASE',
        terminology_id: { _type: 'TERMINOLOGY_ID', value: 'openehr' },
        code_string,
      },
    })
    const known = (reference: object) => ({ _type: 'PARTY_IDENTIFIED', external_ref: reference })
    const audit = {
      _type: 'AUDIT_DETAILS',
      change_type: coded('creation', '249'),
      committer: known(partyRef('ORGANISATION', ward)),
    }
    const committed = await server.call(`POST /openehr/v1/ehr/${percival.ehrId}/contribution`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
      body: JSON.stringify({
        _type: 'CONTRIBUTION',
        audit,
        versions: [
          {
            _type: 'ORIGINAL_VERSION',
            lifecycle_state: coded('complete', '532'),
            commit_audit: audit,
            data: { ...bloodPressure(), composer: known(partyRef('PERSON', personIdOf(8))) },
          },
        ],
      }),
    })
    assert.equal(committed.status, 201, committed.text)
    const uid = committed.json().versions[0].id.value
    const { page, problems, go } = await visit(server, '/ehrs')
    await go(`/ehrs/${percival.ehrId}/compositions/${encodeURIComponent(uid)}`)
    const author = page.getByRole('link', { name: 'Chrysanthi Petropoulou' })
    await author.waitFor()
    assert.match((await author.getAttribute('href')) ?? '', new RegExp(`/person/${personIdOf(8)}$`))
    const committer = page.getByRole('complementary', { name: 'Versions' })
    await committer.getByRole('link', { name: 'Ward of Roses', exact: true }).waitFor()
    await committer.getByRole('link', { name: /^1 .* Ward of Roses$/ }).waitFor()
    assert.equal(await page.getByText(ward).count(), 0)
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.deepEqual(problems, [])
    await page.context().close()
  })

  it('who are one are merged on the page of one, and separated on the page of the other', async () => {
    const twice = [2, 3].map(number => householdOf(patientOf(number))[0]).filter(each => each !== undefined)
    for (const person of twice) await addPerson({ ...person, relatives: [] })
    const [into, from] = [personIdOf(2), personIdOf(3)]
    const [first = '', second = ''] = twice.map(({ name: { family } }) => family)
    const { page, problems, go } = await visit(server, '/ehrs')
    await go(`/demographics/person/${into}`)
    await page.getByRole('button', { name: 'Merge…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Find the other person').fill(second)
    await dialog.getByRole('radio', { name: new RegExp(second) }).check()
    await dialog.getByLabel('Reason').fill('same passport')
    await settled(page)
    assert.deepEqual(await accessibilityFaults(page), [])
    await dialog.getByRole('button', { name: 'Merge with another person' }).click()
    await page.getByText('Merged into this person:').waitFor()
    await page
      .getByRole('link', { name: new RegExp(second) })
      .first()
      .click()
    await page.getByText('This person was merged into').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Merge…' }).count(), 0)
    assert.ok(page.url().endsWith(from))
    await page.getByRole('button', { name: 'Separate' }).click()
    await page.getByRole('button', { name: 'Merge…' }).waitFor()
    await go(`/demographics/person/${into}`)
    await page.getByText(first).first().waitFor()
    assert.equal(await page.getByText('Merged into this person:').count(), 0)
    assert.deepEqual(problems, [])
    await page.context().close()
  })

  it('have their number alone for a reader without rights on people, who is offered nothing that is refused', async () => {
    const role = {
      name: 'records-only',
      description: 'Reads records',
      rights: ['user/composition-*.rs', 'user/template-*.r', 'user/aql-*.rs'],
      scopes: ['api.read'],
    }
    const made = await adminCall(server, 'POST /admin/v1/role', role)
    assert.equal(made.status, 201, made.text)
    const { cookies, origin } = await newPerson(server, 'ben', ['records-only'], 'Ben Costa')
    const { page, problems } = await openPage()
    const refused: string[] = []
    page.on('response', response => {
      if (response.status() === 403) refused.push(response.url())
    })
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: `${origin}/` })))
    await page.goto(`${consoleUrl(server)}/ehrs`)
    await page.getByRole('link', { name: /P0001/ }).click()
    await page.getByRole('region', { name: 'Patient' }).getByText('P0001').waitFor()
    await settled(page)
    assert.equal(await page.getByText('Larkspur').count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Demographics' }).count(), 0)
    assert.deepEqual([refused, problems], [[], []])
    await page.context().close()
  })
})
