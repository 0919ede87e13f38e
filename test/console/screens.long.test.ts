/** Every screen of the console in every form, in a real browser, over the demo hospital; and texts of records, which are never markup. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { adminCall } from '../people/people.ts'
import { addPersonWith, openTokens } from '../rights/tokens.ts'
import { testServer } from '../server.ts'
import { accessibilityFaults, closeBrowserAfter, inBrowser, isTooWide, settled, visit } from './browser.ts'
import { ATTACKS, attackedEhr, loadHospital, narrowerVitalSigns, someList } from './hospital.ts'
import { screenPaths } from './screen-paths.ts'

closeBrowserAfter()

const PATIENTS = 3

const server = await testServer()

/** A person with assigned EHRs, who took access to another one; every text is an attack. */
async function emergencyOf(ehrId: string): Promise<void> {
  const [reason = '', tag = ''] = ATTACKS
  await addPersonWith(server, 'bea', { assigned_roles: ['nurse'] })
  for (const body of [
    { ehr_id: ehrId, reason },
    { tag_key: tag.slice(0, 200), tag_value: reason },
  ])
    assert.equal((await adminCall(server, 'POST /admin/v1/person/bea/assignment', body)).status, 201)
  const token = await (await openTokens(server))({ scope: 'api.read api.break_glass', person: 'bea' })
  const taken = await server.call('POST /auth/v1/break-glass', {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ehrId, reason }),
  })
  assert.equal(taken.status, 201, taken.text)
}

/** A stored query and a template in two versions, so that their screens have something to show. */
async function definitions(): Promise<void> {
  const stored = await server.call('PUT /openehr/v1/definition/query/tests::problems/1.0.0', {
    scopes: 'api.write',
    headers: { 'Content-Type': 'text/plain' },
    body: 'SELECT e/ehr_id/value AS ehr FROM EHR e',
  })
  assert.equal(stored.status, 200, stored.text)
  const replaced = await server.call('PUT /openehr/v1/definition/template/adl1.4/Vital%20signs', {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/xml' },
    body: narrowerVitalSigns(),
  })
  assert.ok(replaced.status < 300, replaced.text)
}

/** Words of badges in tables that are not shown whole. */
const cutBadges = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('td .mantine-Badge-label')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent)`)

describe('the console', inBrowser, () => {
  let attacked: { ehrId: string; uid: string }
  let ehrId: string
  let listUid: string

  before(async () => {
    await loadHospital(server, PATIENTS)
    attacked = await attackedEhr(server)
    const list = await someList(server)
    ehrId = list.ehrId
    listUid = list.uid
    await emergencyOf(ehrId)
    await definitions()
  })

  describe('texts of records', () => {
    it(`are never taken for markup: ${ATTACKS.length} attacks`, async () => {
      await server.call('POST /admin/v1/person', {
        scopes: 'api.admin',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          person_id: 'mallory',
          name: ATTACKS[0],
          email: ATTACKS[1]?.slice(0, 200),
          roles: ['nurse'],
        }),
      })
      const { page, problems, go } = await visit(server, '/ehrs')
      const uid = encodeURIComponent(attacked.uid)
      const record = `/ehrs/${attacked.ehrId}`
      const pages = [
        '',
        '?view=records',
        '?view=results',
        '?view=contributions',
        '?view=access',
        `/compositions/${uid}`,
        `/compositions/${uid}?view=json`,
        `/compositions/${uid}?view=xml`,
        `/compositions/${uid}?view=flat`,
        `/compositions/${uid}/edit`,
        `/compositions/${uid}/edit?as=text`,
      ].map(path => `${record}${path}`)
      const others = [
        '/people',
        '/people/mallory',
        '/people/bea',
        '/roles',
        '/break-glass',
        '/datamaps/vital_signs',
        '/datamaps/vital_signs?view=definition',
      ]
      for (const path of [...pages, ...others]) {
        await go(path)
        assert.equal(await page.evaluate("'attacked' in window"), false, path)
        assert.equal(await page.locator('[data-attack]').count(), 0, path)
      }
      assert.deepEqual(problems, [])
      await page.context().close()
    })
  })

  describe('every screen', () => {
    const screens = () => [
      ...screenPaths({ ehrId, uid: listUid }),
      '/datamaps/vital_signs',
      '/datamaps/vital_signs?view=definition',
      '/datamaps/vital_signs?view=schema',
      '/people/bea',
    ]
    const forms = ([360, 1440, 3840] as const).flatMap(width =>
      (['light', 'dark'] as const).map(scheme => ({ width, scheme })),
    )
    for (const form of forms)
      it(`reports nothing, is accessible and fits, at ${form.width} pixels, ${form.scheme}`, async () => {
        const { page, problems, go } = await visit(server, '/ehrs', form)
        const faults: string[] = []
        for (const path of screens()) {
          await go(path)
          faults.push(...(await accessibilityFaults(page)).map(fault => `${path}: ${fault}`))
          if (await isTooWide(page)) faults.push(`${path}: is too wide`)
          faults.push(...(await cutBadges(page)).map(badge => `${path}: the badge ${badge} is cut`))
        }
        assert.deepEqual(faults, [])
        assert.deepEqual(problems, [])
        await settled(page)
        await page.context().close()
      })
  })
})
