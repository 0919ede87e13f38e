/** Fields for codes that only a terminology server has: found by name, stored with text and terminology, by hand when it is away. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  archetype,
  codes,
  element,
  multiple,
  object,
  opt,
  single,
  tree,
} from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { EVENT_HEAD } from '../../scripts/demo/shapes.ts'
import { testServer } from '../server.ts'
import { BODY_SITES, testTerminology } from '../terminology-server.ts'
import { accessibilityFaults, closeBrowserAfter, inBrowser, isTooWide, visit } from './browser.ts'

closeBrowserAfter()

const fhir = await testTerminology()
const server = await testServer({ env: { CAIRN_TERMINOLOGY_URL: fhir.url } })

const coded = (terminology: string | undefined, valueSet?: string) =>
  object('DV_CODED_TEXT', [single('defining_code', codes(terminology, [], valueSet))])

const TEMPLATE = opt({
  templateId: 'Diagnosis',
  definition: archetype(
    'openEHR-EHR-COMPOSITION.encounter.v1',
    [
      ...EVENT_HEAD,
      multiple(
        'content',
        archetype(
          'openEHR-EHR-EVALUATION.problem_diagnosis.v1',
          [
            single(
              'data',
              tree('at0001', [
                element('at0002', coded('SNOMED-CT'), '1..1'),
                element(
                  'at0003',
                  coded(undefined, `terminology://fhir.hl7.org/ValueSet/$expand?url=${BODY_SITES}`),
                  '0..1',
                ),
              ]),
            ),
          ],
          { terms: { at0000: 'Diagnosis', at0001: 'Tree', at0002: 'Problem', at0003: 'Body site' } },
        ),
        '1..*',
      ),
    ],
    { terms: { at0000: 'Diagnosis' } },
  ),
})

describe('a field for codes of a terminology server', inBrowser, () => {
  let form: string

  before(async () => {
    const added = await server.call('POST /openehr/v1/definition/template/adl1.4', {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/xml' },
      body: TEMPLATE,
    })
    assert.equal(added.status, 201, added.text)
    const ehr = await server.call('POST /openehr/v1/ehr', {
      scopes: 'api.read api.write',
      headers: { Prefer: 'return=representation' },
    })
    form = `/ehrs/${ehr.json().ehr_id.value}/new?template=Diagnosis`
  })

  it('offers codes by their names while somebody types, and is filled in by keyboard', async () => {
    const { page, problems, go } = await visit(server)
    await go(form)
    const problem = page.getByRole('combobox', { name: 'Problem', exact: true })
    await problem.focus()
    await page.keyboard.type('diabetes')
    await page.getByRole('option', { name: 'Diabetes mellitus type 2' }).waitFor()
    assert.equal(await page.getByRole('option', { name: 'Hypertensive disorder' }).count(), 0)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    assert.equal(await problem.inputValue(), 'Diabetes mellitus type 2')
    await page.getByRole('combobox', { name: 'Body site', exact: true }).click()
    await page.getByRole('option', { name: 'Right upper arm structure' }).click()
    await page.getByText('No findings').waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole('button', { name: 'Commit record' }).click()
    await page.waitForURL(/\/compositions\/[^/]+$/)
    const [, ehr, uid] = /\/ehrs\/([^/]+)\/compositions\/([^/]+)$/.exec(page.url()) ?? []
    const stored = await server.call(`GET /openehr/v1/ehr/${ehr}/composition/${uid}`, {
      scopes: 'api.read',
      headers: { Accept: 'application/openehr.wt.flat+json' },
    })
    const flat = stored.json()
    assert.equal(flat['diagnosis/diagnosis/problem|code'], '44054006')
    assert.equal(flat['diagnosis/diagnosis/problem|value'], 'Diabetes mellitus type 2')
    assert.equal(flat['diagnosis/diagnosis/problem|terminology'], 'SNOMED-CT')
    assert.equal(flat['diagnosis/diagnosis/body_site|value'], 'Right upper arm structure')
    assert.deepEqual(problems, [])
    await page.context().close()
  })

  it('asks the server of the page alone', async () => {
    const { page, go } = await visit(server)
    const asked = new Set<string>()
    page.on('request', request => asked.add(new URL(request.url()).host))
    await go(form)
    await page.getByRole('combobox', { name: 'Problem', exact: true }).click()
    await page.getByRole('option', { name: 'Diabetes mellitus', exact: true }).waitFor()
    assert.deepEqual([...asked], [new URL(page.url()).host])
    await page.context().close()
  })

  it('is written by hand while the terminology server is away, on a phone too', async () => {
    fhir.isAway = true
    const { page, go } = await visit(server, '/ehrs', { width: 390 })
    await go(form)
    await page.getByRole('combobox', { name: 'Problem', exact: true }).click()
    await page.getByText('The codes cannot be searched at the moment. Write text and code by hand.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Problem: Code' }).fill('38341003')
    await page.getByRole('textbox', { name: 'Problem: Text' }).fill('Hypertensive disorder')
    await page.getByRole('textbox', { name: 'Problem: Terminology' }).fill('SNOMED-CT')
    assert.equal(await isTooWide(page), false)
    await page.getByText('No findings').waitFor()
    fhir.isAway = false
    await page.context().close()
  })
})
