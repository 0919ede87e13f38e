/** The screens of a clinician: the patient at a glance, the timeline, laboratory results, charts and the record itself. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { data } from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { contribution, version } from '../ehr/contribution-changes.ts'
import { testServer } from '../server.ts'
import {
  accessibilityFaults,
  closeBrowserAfter,
  inBrowser,
  isTooWide,
  settled,
  type Visit,
  visit,
} from './browser.ts'
import { type KnownPatient, knownPatient, SITE_DEFINITIONS } from './patient.ts'

closeBrowserAfter()

const folder = mkdtempSync(join(tmpdir(), 'cairn-archetypes-'))
after(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'archetypes.json')
writeFileSync(file, JSON.stringify(SITE_DEFINITIONS))

const server = await testServer({ env: { CAIRN_CONSOLE_ARCHETYPES: file } })

describe('the clinical screens', inBrowser, () => {
  let patient: KnownPatient
  let session: Visit

  before(async () => {
    patient = await knownPatient(server)
    session = await visit(server, '/ehrs')
  })

  const quiet = () => assert.deepEqual(session.problems.splice(0), [])
  const open = async (path: string) => {
    await session.go(`/ehrs/${patient.ehrId}${path}`)
    return session.page
  }

  it('show the patient at a glance: lists, vital signs, laboratory, contacts', async () => {
    const page = await open('')
    const problems = page.getByRole('region', { name: 'Problems' })
    await problems.getByText('Hypertension, Moderate, since Mar 2014').waitFor()
    assert.equal(await problems.getByText('Pneumonia').count(), 0)
    await problems.getByRole('button', { name: '1 no longer current' }).click()
    await problems.getByText('Pneumonia').waitFor()
    await problems.getByRole('link', { name: /Problem list/ }).waitFor()
    await page.getByRole('region', { name: 'Allergies' }).getByText('Penicillin').waitFor()
    await page
      .getByRole('region', { name: 'Medication' })
      .getByText('That does not mean that there is nothing.')
      .waitFor()
    const signs = page.getByRole('region', { name: 'Vital signs' })
    await signs.getByRole('link', { name: /Blood pressure 138\/77 mmHg.*02 May 2026/ }).waitFor()
    await signs.getByRole('img', { name: 'Blood pressure: the latest 2 values' }).waitFor()
    const rows = page.getByRole('region', { name: 'Laboratory' }).getByRole('row')
    // The abnormal one is first, although the report has it in another order.
    await rows.nth(1).getByText('Potassium').waitFor()
    assert.match(
      await rows.nth(1).innerText(),
      /▲ 5\.8\smmol\/L high\s+3\.5 – 5\.1\s+4\.2\smmol\/L\s+01 Mar 2026/,
    )
    await page.getByRole('region', { name: 'Last contacts' }).getByText('Clinic 4').first().waitFor()
    quiet()
  })

  it('show alerts above everything else, where there are any', async () => {
    const { page } = session
    await open('')
    await page.getByRole('region', { name: 'Last contacts' }).getByText('Clinic 4').first().waitFor()
    assert.equal(await page.getByRole('region', { name: 'Alerts' }).count(), 0)
    const ehr = await server.call('POST /openehr/v1/ehr', {
      scopes: 'api.read api.write',
      headers: { Prefer: 'return=representation' },
    })
    const ehrId: string = ehr.json().ehr_id.value
    const record = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
      scopes: 'api.read api.write',
      headers: { 'Content-Type': 'application/openehr.wt.flat+json', 'openehr-template-id': 'Site note' },
      body: JSON.stringify({
        'ctx/language': 'en',
        'ctx/territory': 'GB',
        'ctx/composer_name': 'Dr Berg',
        'ctx/time': '2026-05-03T10:00:00Z',
        'site_note/precaution/condition': 'Pacemaker',
        'site_note/precaution/category': 'implant',
      }),
    })
    assert.equal(record.status, 201, record.text)
    await session.go(`/ehrs/${ehrId}`)
    await page.getByRole('region', { name: 'Alerts' }).getByText('Pacemaker, implant').waitFor()
    await page.locator('section[aria-label=Alerts] ~ * section[aria-label=Problems]').waitFor()
    quiet()
  })

  it('have a timeline with an icon and one line of content for each record, by contact', async () => {
    const page = await open('?view=records')
    await page.getByRole('link', { name: /138\/77 mmHg, pulse 78/ }).waitFor()
    const report = page.getByRole('link', { name: /Kidney panel, ▲ Potassium 5\.8 mmol\/L, \+1/ })
    assert.equal(await report.locator('[data-icon=laboratory]').count(), 1)
    // Two records of one day and place are one contact.
    const contact = page.getByRole('listitem').filter({ has: page.getByText('02 May 2026') })
    assert.equal(await contact.getByRole('link').count(), 2)
    await contact.getByText('Clinic 4').waitFor()
    // A definition of the site tells its archetype; one without a definition is named, and nothing is guessed.
    await page.getByRole('link', { name: /Unpublished, site says all is well/ }).waitFor()
    assert.equal(await page.getByText('hidden in the line').count(), 0)
    quiet()
  })

  it('filter the timeline by kind and by author, in the address', async () => {
    const page = await open('?view=records')
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Laboratory' }).click()
    await settled(page)
    const records = page.locator('#content').getByRole('listitem').getByRole('link')
    assert.equal(await records.count(), 2)
    assert.match(page.url(), /kind=laboratory/)
    await open('?view=records&author=Dr%20Berg')
    await page.getByRole('link', { name: /138\/77/ }).waitFor()
    assert.equal(await records.count(), 1)
    quiet()
  })

  it('show laboratory results as a matrix of analytes and dates', async () => {
    const page = await open('?view=results')
    const region = page.getByRole('region', { name: 'Laboratory' })
    const row = region.getByRole('row', { name: /Potassium/ })
    await row.waitFor()
    assert.deepEqual(await row.getByRole('cell').allInnerTexts(), ['▲ 5.8\nhigh', '4.2'])
    assert.match(await region.getByRole('row', { name: /Creatinine/ }).innerText(), /45 – 105 µmol\/L/)
    quiet()
  })

  it('show a report as one row an analyte, with author, template version and the unit of the record on hover', async () => {
    const page = await open(`/compositions/${encodeURIComponent(patient.report)}`)
    await page.getByText('Signature valid').waitFor()
    const row = page.getByRole('row', { name: /Potassium/ })
    assert.match(await row.innerText(), /▲ 5\.8\smmol\/L high[\s\S]*4\.2\smmol\/L\s+01 Mar 2026/)
    await row.getByRole('img', { name: /Normal 3.5 to 5.1 mmol\/L/ }).waitFor()
    await row.getByRole('img', { name: 'Potassium: the latest 2 values' }).waitFor()
    await page.getByText('µmol/L').first().hover()
    await page.getByRole('tooltip', { name: 'umol/L' }).waitFor()
    await page.getByRole('heading').first().hover()
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    await page.getByText('Dr Lab').first().waitFor()
    await page.getByRole('complementary').getByText('Version 1', { exact: true }).waitFor()
    quiet()
  })

  it('draw both values of a blood pressure in one chart with their bands', async () => {
    for (const day of ['04', '05', '06'])
      await server
        .call(`POST /openehr/v1/ehr/${patient.ehrId}/composition`, {
          scopes: 'api.read api.write',
          headers: {
            'Content-Type': 'application/openehr.wt.flat+json',
            'openehr-template-id': 'Vital signs',
          },
          body: JSON.stringify({
            'ctx/language': 'en',
            'ctx/territory': 'GB',
            'ctx/composer_name': 'Nurse Ana',
            'ctx/time': `2026-05-${day}T08:00:00Z`,
            'ctx/setting': '228',
            'vital_signs/blood_pressure/any_event:0/systolic|magnitude': 130,
            'vital_signs/blood_pressure/any_event:0/systolic|unit': 'mm[Hg]',
            'vital_signs/blood_pressure/any_event:0/diastolic|magnitude': 80,
            'vital_signs/blood_pressure/any_event:0/diastolic|unit': 'mm[Hg]',
          }),
        })
        .then(answer => assert.equal(answer.status, 201, answer.text))
    const page = await open('?view=trends')
    const chart = page.getByRole('region', { name: 'Blood pressure' })
    await chart.getByText('Bands: 90–140, 60–90, adults at rest').waitFor()
    await chart.getByText('130/80 mmHg · 06 May 2026 08:00').waitFor()
    await chart.getByRole('img', { name: 'Blood pressure: 5 values from 77 to 150 mmHg' }).waitFor()
    assert.equal(await page.getByRole('region', { name: 'Systolic' }).count(), 0)
    quiet()
  })

  it('find a patient by a part of the number in either case, and name the patient on the way', async () => {
    const { page, go } = session
    for (const q of ['P0007', 'p0007', '0007', '007']) {
      await go(`/ehrs?q=${q}`)
      await page.getByRole('link', { name: /P0007/ }).waitFor()
    }
    await page.getByRole('link', { name: /P0007/ }).click()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('P0007').waitFor()
    await go('/ehrs?q=P0008')
    await page.getByText('No EHR matches').waitFor()
    quiet()
  })

  it('show a text from right to left in its own direction', async () => {
    const note = 'הבדיקה נמשכה 20 דקות'
    const ehr = await server.call('POST /openehr/v1/ehr', {
      scopes: 'api.read api.write',
      headers: { Prefer: 'return=representation' },
    })
    const ehrId = ehr.json().ehr_id.value
    const record = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
      scopes: 'api.read api.write',
      headers: {
        'Content-Type': 'application/openehr.wt.flat+json',
        'openehr-template-id': 'Site note',
      },
      body: JSON.stringify({
        'ctx/language': 'en',
        'ctx/territory': 'IL',
        'ctx/composer_name': 'Dr Levi',
        'ctx/time': '2026-05-03T10:00:00Z',
        'site_note/unpublished/text': note,
      }),
    })
    assert.equal(record.status, 201, record.text)
    const uid = (record.headers.get('ETag') ?? '').replaceAll('"', '')
    await session.go(`/ehrs/${ehrId}/compositions/${encodeURIComponent(uid)}`)
    await session.page.locator('#content span:dir(rtl)', { hasText: note }).waitFor()
    quiet()
  })

  it('show who took part, where a record came from and who attested it; the author is in the differences', async () => {
    const first = await server.call(`GET /openehr/v1/ehr/${patient.ehrId}/composition/${patient.report}`, {
      scopes: 'api.read',
    })
    const { uid: _, context, ...report } = first.json()
    const party = (name: string) => ({ _type: 'PARTY_IDENTIFIED', name })
    const made = {
      ...report,
      context: {
        ...context,
        participations: [
          { _type: 'PARTICIPATION', function: data.text('Phlebotomist'), performer: party('Nurse Pia') },
        ],
      },
      links: [
        {
          _type: 'LINK',
          meaning: data.text('ordered by'),
          type: data.text('order'),
          target: { _type: 'DV_EHR_URI', value: 'ehr://order/17' },
        },
      ],
      feeder_audit: {
        _type: 'FEEDER_AUDIT',
        originating_system_audit: { _type: 'FEEDER_AUDIT_DETAILS', system_id: 'lab.example.org' },
      },
    }
    const attestations = [
      { _type: 'ATTESTATION', reason: data.text('signed'), is_pending: false, committer: party('Dr Weiss') },
    ]
    const { ehrId } = patient
    const committed = await server.call(`POST /openehr/v1/ehr/${ehrId}/contribution`, {
      scopes: 'api.read api.write',
      headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
      body: JSON.stringify(
        contribution([version({ change: 'creation', data: made, rest: { attestations } })]),
      ),
    })
    assert.equal(committed.status, 201, committed.text)
    const uid: string = committed.json().versions[0].id.value
    const page = await open(`/compositions/${encodeURIComponent(uid)}`)
    for (const [label, value] of [
      ['Author', 'Dr Lab'],
      ['Phlebotomist', 'Nurse Pia'],
      ['ordered by', 'ehr://order/17'],
      ['System', 'lab.example.org'],
      ['Location', 'Clinic 4'],
    ] as const)
      await page
        .locator('div', { has: page.getByRole('term').filter({ hasText: label }) })
        .getByRole('definition')
        .filter({ hasText: value })
        .first()
        .waitFor()
    await page.getByText('Origin', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Attestations' }).getByText('Dr Weiss').waitFor()

    // The next version has another author, and its members in another order.
    const turned = Object.fromEntries(Object.entries({ ...made, composer: party('Dr Neu') }).toReversed())
    const changed = await server.call(`PUT /openehr/v1/ehr/${ehrId}/composition/${uid.split('::')[0]}`, {
      scopes: 'api.read api.write',
      headers: { 'Content-Type': 'application/json', 'If-Match': `"${uid}"` },
      body: JSON.stringify(turned),
    })
    assert.ok(changed.status < 300, changed.text)
    const next = (changed.headers.get('ETag') ?? '').replaceAll('"', '')
    // Another page: this one has just read the versions.
    const later = await visit(server, `/ehrs/${ehrId}/compositions/${encodeURIComponent(next)}?view=changes`)
    const rows = later.page.getByRole('region', { name: 'Changes' }).getByRole('row')
    await rows.getByText('Dr Lab').waitFor()
    assert.equal(await rows.count(), 1)
    assert.match(await rows.innerText(), /Author[\s\S]*Dr Lab[\s\S]*→[\s\S]*Dr Neu/)
    const lines = later.page.locator('.cm-changedLine')
    await lines.first().waitFor()
    for (const line of await lines.allInnerTexts()) assert.match(line, /"name": "Dr (?:Lab|Neu)"/)
    await later.page.context().close()
    quiet()
  })

  it('count a look at a record as a look, whatever the method of its request', async () => {
    const ehr = await server.call('POST /openehr/v1/ehr', {
      scopes: 'api.write',
      headers: { Prefer: 'return=representation' },
    })
    const ehrId: string = ehr.json().ehr_id.value
    const query = {
      q: 'SELECT c FROM EHR e CONTAINS COMPOSITION c WHERE e/ehr_id/value = $ehr',
      offset: 0,
      fetch: 1,
      query_parameters: { ehr: ehrId },
    }
    const asked = await server.call('POST /openehr/v1/query/aql', {
      scopes: 'api.read',
      headers: { 'Content-Type': 'application/json', 'openehr-ehr-id': ehrId },
      body: JSON.stringify(query),
    })
    assert.equal(asked.status, 200, asked.text)
    await session.go(`/ehrs/${ehrId}?view=access`)
    await session.page.getByText(/read \d+ times?, wrote 1 time\b/).waitFor()
    quiet()
  })

  it('tell an administrator which definitions of the file cannot be used', async () => {
    await session.go('/system')
    await session.page.getByText('[1]: the member "kind" is missing or has another form.').waitFor()
    quiet()
  })

  it('are accessible and fit, wide and narrow, light and dark', async () => {
    const views = [
      '',
      '?view=records',
      '?view=results',
      '?view=trends',
      `/compositions/${encodeURIComponent(patient.report)}`,
    ]
    const faults: string[] = []
    for (const form of [
      { width: 390, scheme: 'dark' },
      { width: 1024, scheme: 'light' },
    ] as const) {
      const other = await visit(server, '/ehrs', form)
      for (const view of views) {
        await other.go(`/ehrs/${patient.ehrId}${view}`)
        faults.push(
          ...(await accessibilityFaults(other.page)).map(fault => `${form.width} ${view}: ${fault}`),
        )
        if (await isTooWide(other.page)) faults.push(`${form.width} ${view}: is too wide`)
      }
      assert.deepEqual(other.problems, [])
      await other.page.context().close()
    }
    assert.deepEqual(faults, [])
  })
})

it('a file of definitions that is no list stops the start', async () => {
  writeFileSync(file, '{}')
  await assert.rejects(
    testServer({ beside: server, env: { CAIRN_CONSOLE_ARCHETYPES: file } }),
    /CAIRN_CONSOLE_ARCHETYPES: the file .* is no list/,
  )
})
