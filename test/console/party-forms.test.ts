/** People, organisations and roles are written with forms: new, changed, related to each other. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { patientOf } from '../../packages/cli/src/demo/patient.ts'
import { householdOf, personIdOf } from '../../packages/cli/src/demo/person.ts'
import { readTemplates } from '../../packages/cli/src/demo/template-files.ts'
import { openDemoPeople } from '../demographic/demo-people.ts'
import { eventually } from '../eventually.ts'
import { adminCall, newPerson } from '../people/people.ts'
import { testServer } from '../server.ts'
import {
  accessibilityFaults,
  closeBrowserAfter,
  consoleUrl,
  inBrowser,
  isTooWide,
  openPage,
  settled,
  type Visit,
  visit,
} from './browser.ts'

closeBrowserAfter()

const server = await testServer()

const uidIn = (page: Page): string => /\/demographics\/\w+\/([0-9a-f-]{36})$/.exec(page.url())?.[1] ?? ''

const read = async (kind: string, uid: string) =>
  (await server.call(`GET /openehr/v1/demographic/${kind}/${uid}`, { scopes: 'api.admin' })).json()

describe('the forms of parties', inBrowser, () => {
  let session: Visit

  before(async () => {
    const addPerson = await openDemoPeople(server)
    for (const person of householdOf(patientOf(1))) await addPerson({ ...person, relatives: [] })
    for (const name of ['Organisation', 'Provider'])
      await server.call('POST /openehr/v1/definition/template/adl1.4', {
        scopes: 'api.write',
        headers: { 'Content-Type': 'application/xml' },
        body: readTemplates().get(name)?.opt ?? '',
      })
    session = await visit(server, '/demographics')
  })

  const field = (name: string) => session.page.getByRole('textbox', { name, exact: true })

  const openForm = async (template: string): Promise<Page> => {
    const { page, go } = session
    await go('/demographics')
    await page.getByRole('link', { name: 'New entry' }).click()
    await page.getByRole('link', { name: new RegExp(`^${template}`) }).click()
    await page.getByRole('button', { name: 'Commit entry' }).waitFor()
    return page
  }

  const commitEntry = async (page: Page, button = 'Commit entry'): Promise<void> => {
    await page.getByText('No findings').waitFor()
    await page.getByRole('button', { name: button }).click()
    await page.waitForURL(/\/demographics\/\w+\/[0-9a-f-]{36}$/)
  }

  it('a new person is found by name, and has a page', async () => {
    const page = await openForm('Person')
    await field('Given name').fill('Ottoline')
    await field('Family name').fill('Brackenbury')
    await field('Date of birth').fill('3.2.1950')
    await page.getByRole('radio', { name: 'female', exact: true }).check()
    await field('Identifier: Id').or(field('Number: Id')).first().fill('X-77')
    await commitEntry(page)
    await page.getByRole('heading', { name: 'Ottoline Brackenbury' }).waitFor()
    await page
      .getByText(/0?3 Feb 1950/)
      .first()
      .waitFor()
    await session.go('/demographics?q=brakenbury')
    await page.getByRole('link', { name: 'Ottoline Brackenbury' }).waitFor()
    await page.getByText('X-77').waitFor()
  })

  it('a relative is chosen by a misspelt name, and the relationship names both', async () => {
    const page = await openForm('Person')
    await field('Given name').fill('Barnaby')
    await field('Family name').fill('Brackenbury')
    await field('Kind of relationship').fill('Mother')
    await page.getByRole('combobox', { name: 'Related to', exact: true }).fill('ottolin brakenbury')
    await page.getByRole('option', { name: /Ottoline Brackenbury/ }).click()
    await commitEntry(page)
    const relationships = page.getByRole('region', { name: 'Relationships' })
    await relationships.getByRole('link', { name: 'Ottoline Brackenbury' }).waitFor()
    const [relationship] = (await read('person', uidIn(page))).relationships
    assert.deepEqual(
      [relationship.name.value, relationship.source.id.value, relationship.source.type],
      ['Mother', uidIn(page), 'PERSON'],
    )
    assert.equal(relationship.target.namespace, 'local')
  })

  it('an organisation is written, and a role at it, performed by a person', async () => {
    let page = await openForm('Organisation')
    await field('Name').first().fill('Quarry Street Practice')
    await commitEntry(page)
    await page.getByRole('heading', { name: 'Quarry Street Practice' }).waitFor()
    const organisation = uidIn(page)

    page = await openForm('Provider')
    await field('Given name').fill('Ottoline')
    await field('Family name').fill('Brackenbury')
    await page.getByRole('button', { name: 'Performed by: This is required.' }).click()
    await page.getByRole('combobox', { name: 'Performed by', exact: true }).fill('brackenbury ottoline')
    await page.getByRole('option', { name: /Ottoline Brackenbury/ }).click()
    await field('Kind of relationship').fill('Employer')
    await page.getByRole('combobox', { name: 'Related to: Kind' }).click()
    await page.getByRole('option', { name: 'Organisation', exact: true }).click()
    await page.getByRole('combobox', { name: 'Related to', exact: true }).click()
    await page.getByRole('option', { name: 'Quarry Street Practice' }).click()
    await commitEntry(page)
    await page.getByRole('region', { name: 'Performed by' }).getByRole('link').waitFor()
    const role = await read('role', uidIn(page))
    assert.equal(role.performer.type, 'PERSON')
    assert.equal(role.relationships[0].target.id.value, organisation)
  })

  it('an entry that was committed as incomplete stays so until somebody completes it', async () => {
    const page = await openForm('Person')
    const incomplete = () => page.getByRole('switch', { name: /^Incomplete/ })
    await field('Given name').fill('Unknown')
    await incomplete().check()
    await commitEntry(page)
    for (const isIncomplete of [true, false]) {
      await page.getByRole('link', { name: 'Edit' }).click()
      await field('Given name').waitFor()
      assert.equal(await incomplete().isChecked(), true)
      await field('Family name').fill('Patient')
      await incomplete().setChecked(isIncomplete)
      await commitEntry(page, 'Commit version')
      await page.getByRole('link', { name: isIncomplete ? 'Version 2' : 'Version 3' }).waitFor()
    }
    await page.getByRole('link', { name: 'Edit' }).click()
    await field('Given name').waitFor()
    assert.equal(await incomplete().isChecked(), false)
  })

  it('a change keeps what the form does not show', async () => {
    const { page, go } = session
    await go(`/demographics/person/${personIdOf(1)}`)
    await page.getByRole('link', { name: 'Edit' }).click()
    await field('Town').waitFor()
    const before = await read('person', personIdOf(1))
    await field('Town').fill('Nether Wallop')
    await commitEntry(page, 'Commit version')
    await page.getByText('Nether Wallop').waitFor()
    await page.getByRole('link', { name: 'Version 2' }).waitFor()
    const after = await read('person', personIdOf(1))
    assert.deepEqual(after.languages, before.languages)
    assert.deepEqual(after.details, before.details)
    assert.deepEqual(after.identities, before.identities)
    assert.match(after.uid.value, /::2$/)
  })

  it('a finding is told in words, and so is a version that came in between', async () => {
    const { page, go } = session
    await go(`/demographics/person/${personIdOf(1)}/edit`)
    await field('Town').fill('Over Wallop')
    await field('Date of birth').fill('someday')
    await page
      .getByText(/Date of birth: .*cannot be read|Date of birth: This value/)
      .first()
      .waitFor()
    await field('Date of birth').fill('1961-07-14')
    await page.getByText('No findings').waitFor()
    const party = await read('person', personIdOf(1))
    const other = await server.call(`PUT /openehr/v1/demographic/person/${personIdOf(1)}`, {
      scopes: 'api.admin',
      headers: { 'Content-Type': 'application/json', 'If-Match': `"${party.uid.value}"` },
      body: JSON.stringify(party),
    })
    assert.equal(other.status, 204, other.text)
    await page.getByRole('button', { name: 'Commit version' }).click()
    await page.getByText(/Somebody has committed another version in the meantime/).waitFor()
    assert.equal(await field('Town').inputValue(), 'Over Wallop')
    await page.getByRole('button', { name: 'Discard draft' }).click()
    // The refused commit is the only fault of the console.
    assert.ok(
      session.problems.every(problem => problem.includes('412')),
      session.problems.join('\n'),
    )
  })

  it('are accessible, wide and narrow', async () => {
    for (const [width, scheme] of [
      [1440, 'light'],
      [1024, 'dark'],
      [390, 'light'],
    ] as const) {
      const { page, problems, go } = await visit(server, '/demographics', { width, scheme })
      for (const path of [
        '/demographics',
        '/demographics/new',
        '/demographics/new?template=Person',
        '/demographics/new?template=Provider',
        `/demographics/person/${personIdOf(1)}/edit`,
      ]) {
        await go(path)
        await settled(page)
        assert.deepEqual(await accessibilityFaults(page), [], `${path} at ${width}`)
        assert.equal(await isTooWide(page), false, `${path} at ${width}`)
      }
      assert.deepEqual(problems, [])
      await page.context().close()
    }
  })

  it('keep a draft on the server, which the next window goes on with', async () => {
    const role = {
      name: 'writes-people',
      description: 'Writes people',
      rights: [
        ...['person', 'organisation', 'group', 'agent', 'role'].map(kind => `user/${kind}-*.cruds`),
        'user/aql-*.rs',
        'user/template-*.r',
      ],
      scopes: [],
    }
    const made = await adminCall(server, 'POST /admin/v1/role', role)
    assert.equal(made.status, 201, made.text)
    const { cookies, origin } = await newPerson(server, 'dora', ['writes-people'], 'Dora Lind')
    const { page: first, problems } = await openPage()
    const own = first.context()
    await own.addCookies([...cookies].map(([name, value]) => ({ name, value, url: `${origin}/` })))
    const given = (page: Page) => page.getByRole('textbox', { name: 'Given name', exact: true })
    await first.goto(`${consoleUrl(server)}/demographics/new?template=Person`)
    await given(first).fill('Wilhelmina')
    await first.getByText(/The draft was saved on the server/).waitFor()
    await first.close()
    const later = await own.newPage()
    await later.goto(`${consoleUrl(server)}/demographics/new`)
    await later.getByRole('region', { name: 'Open drafts' }).getByRole('link', { name: 'Person' }).click()
    await later.waitForURL(/draft=/)
    await eventually(
      'the form shows the draft',
      async () => (await given(later).inputValue()) === 'Wilhelmina',
    )
    await later.getByRole('textbox', { name: 'Family name', exact: true }).fill('Lind')
    await later.getByText('No findings').waitFor()
    await later.getByRole('button', { name: 'Commit entry' }).click()
    await later.getByRole('heading', { name: 'Wilhelmina Lind' }).waitFor()

    await later.getByRole('link', { name: 'Edit' }).click()
    await given(later).fill('Minna')
    await later.getByText(/The draft was saved on the server/).waitFor()
    await later.goto(`${consoleUrl(server)}/demographics/new`)
    await later.getByRole('region', { name: 'Open drafts' }).getByRole('link', { name: 'Person' }).click()
    await eventually('the form shows the change', async () => (await given(later).inputValue()) === 'Minna')
    await later.getByText('No findings').waitFor()
    await later.getByRole('button', { name: 'Commit version' }).click()
    await later.getByRole('heading', { name: 'Minna Lind' }).waitFor()
    const listed = later.waitForResponse(/\/demographic\/draft$/)
    await later.goto(`${consoleUrl(server)}/demographics/new`)
    await listed
    await later.getByRole('list', { name: 'Choose a template' }).waitFor()
    assert.equal(await later.getByRole('region', { name: 'Open drafts' }).count(), 0)
    assert.deepEqual(problems, [])
    await own.close()
  })

  it('are offered to those alone who may write people', async () => {
    const role = {
      name: 'finds-people',
      description: 'Finds and reads people',
      rights: ['user/person-*.rs', 'user/composition-*.rs', 'user/aql-*.rs', 'user/template-*.r'],
      scopes: [],
    }
    const made = await adminCall(server, 'POST /admin/v1/role', role)
    assert.equal(made.status, 201, made.text)
    const { cookies, origin } = await newPerson(server, 'ben', ['finds-people'], 'Ben Costa')
    const { page, problems } = await openPage()
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: `${origin}/` })))
    await page.goto(`${consoleUrl(server)}/demographics?q=larkspur`)
    await page.getByRole('link', { name: 'Percival Larkspur' }).click()
    await page.getByRole('region', { name: 'Identities' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Edit' }).count(), 0)
    await page.goto(`${consoleUrl(server)}/demographics`)
    await page.getByRole('heading', { name: 'Demographics' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'New entry' }).count(), 0)
    await page.goto(`${consoleUrl(server)}/demographics/new`)
    await page.getByText(/You need the right person-\*\.c/).waitFor()
    assert.deepEqual(problems, [])
    await page.context().close()
  })
})
