/** Patient/$summary: a document with the sections of an International Patient Summary, from what is there and open to the caller. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newClient } from '../auth/new-client.ts'
import { allPages, type FhirResource, openHospital } from './hospital.ts'
import { assertR4 } from './r4-schema.ts'

const hospital = await openHospital()
const patient = hospital.ehrIds[0] ?? ''
const PATH = `/Patient/${patient}/$summary`

const sectionsOf = (bundle: FhirResource): ReadonlyMap<string, FhirResource> =>
  new Map(bundle.entry[0].resource.section.map((each: FhirResource) => [each.code.coding[0].code, each]))

const [MEDICATION, ALLERGIES, PROBLEMS, RESULTS, VITAL_SIGNS] = [
  ...['10160-0', '48765-2', '11450-4', '30954-2', '8716-3'],
] as const

describe('the summary of a patient', async () => {
  const answer = await hospital.get(PATH)
  const bundle: FhirResource = answer.json()
  const resources = new Map<string, FhirResource>(
    bundle.entry.map((each: FhirResource) => [
      `${each.resource.resourceType}/${each.resource.id}`,
      each.resource,
    ]),
  )
  const entriesOf = (code: string): readonly FhirResource[] =>
    (sectionsOf(bundle).get(code)?.entry ?? []).map((each: FhirResource) => resources.get(each.reference))

  it('is a document that begins with its Composition and has every resource that it names', () => {
    assert.equal(answer.status, 200)
    assert.equal(bundle.type, 'document')
    assert.match(bundle.identifier.value, /^urn:uuid:/)
    const [{ resource: composition }] = bundle.entry
    assert.equal(composition.resourceType, 'Composition')
    assert.equal(composition.type.coding[0].code, '60591-5')
    assert.equal(composition.subject.reference, `Patient/${patient}`)
    const urls = new Set(bundle.entry.map((each: FhirResource) => each.fullUrl))
    assert.equal(urls.size, bundle.entry.length)
    assert.ok(urls.has(composition.author[0].reference))
    for (const section of sectionsOf(bundle).values())
      for (const { reference } of section.entry ?? []) assert.ok(resources.has(reference), reference)
  })

  it('has the problems and the medication that a search finds, and says that allergies are not there', async () => {
    const ids = (found: readonly FhirResource[]) => found.map(({ id }) => id).sort()
    const problems = await allPages(hospital, `/Condition?patient=${patient}`)
    const past = sectionsOf(bundle).get('11348-0')?.entry?.length ?? 0
    assert.equal(entriesOf(PROBLEMS).length + past, problems.length)
    assert.ok(entriesOf(PROBLEMS).every(each => each.clinicalStatus.coding[0].code === 'active'))
    const medication = await allPages(hospital, `/MedicationRequest?patient=${patient}`)
    assert.deepEqual(ids(entriesOf(MEDICATION)), ids(medication))
    const allergies = sectionsOf(bundle).get(ALLERGIES)
    assert.equal(allergies.entry, undefined)
    assert.equal(allergies.emptyReason.coding[0].code, 'unavailable')
  })

  it('has the newest of each vital sign and each result', async () => {
    for (const [code, category] of [
      [VITAL_SIGNS, 'vital-signs'],
      [RESULTS, 'laboratory'],
    ] as const) {
      const all = await allPages(
        hospital,
        `/Observation?patient=${patient}&category=${category}&_sort=-date&_count=500`,
      )
      const codes = new Set(all.map(each => JSON.stringify(each.code)))
      const shown = entriesOf(code)
      assert.equal(shown.length, codes.size)
      for (const each of shown) {
        const newest = all.find(other => JSON.stringify(other.code) === JSON.stringify(each.code))
        assert.equal(each.effectiveDateTime, newest.effectiveDateTime)
      }
    }
  })

  it('has a text for people in each section, with markup escaped', async () => {
    for (const { text } of sectionsOf(bundle).values()) assert.match(text.div, /^<div xmlns=.*<(li|p)>/)
    const pulse = entriesOf(VITAL_SIGNS).find(each => each.code.coding[0].code === '8867-4')
    assert.ok(sectionsOf(bundle).get(VITAL_SIGNS).text.div.includes(`${pulse.valueQuantity.value} /min`))
  })

  it('withholds what the caller may not see', async () => {
    const token = await newClient(hospital.server, 'system/Patient.rs system/Condition.rs')
    const seen = await hospital.server.call(`GET /fhir/r4${PATH}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    assert.equal(seen.status, 200, seen.text)
    assertR4(seen.json())
    const sections = sectionsOf(seen.json())
    assert.ok(sections.get(PROBLEMS).entry.length > 0)
    assert.equal(sections.get(MEDICATION).emptyReason.coding[0].code, 'withheld')
    assert.equal(sections.get(VITAL_SIGNS), undefined)
    const types = new Set(seen.json().entry.map((each: FhirResource) => each.resource.resourceType))
    assert.deepEqual([...types], ['Composition', 'Device', 'Patient', 'Condition'])
  })

  it('is found in the audit trail of the patient, and does not exist for others', async () => {
    const trail = await hospital.server.call(`GET /admin/v1/audit?ehr_id=${patient}&limit=1`, {
      scopes: 'api.admin',
    })
    assert.match(trail.json().events[0].route, /\$summary$/)
    const nobody = await hospital.get('/Patient/00000000-0000-4000-8000-000000000000/$summary')
    assert.equal(nobody.status, 404)
  })
})
