/** Search over FHIR: what is found, in which order, page by page, and how it is asked in AQL. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { allPages, type FhirResource, matchesIn, openHospital } from './hospital.ts'

const PULSE = 'http://loinc.org|8867-4'

const hospital = await openHospital([1, 2])
const patient = hospital.ehrIds[0] ?? ''

/** One year of the patient's Observations. */
const SOME = 'date=ge2022-01&date=lt2023-01'

describe('search over FHIR', () => {
  const codeOf = (resource: FhirResource): string => resource.code.coding[0].code

  it('finds the resources of one patient by code, with or without its system', async () => {
    const found = await allPages(
      hospital,
      `/Observation?patient=${patient}&code=${encodeURIComponent(PULSE)}`,
    )
    assert.ok(found.length > 2)
    for (const each of found) {
      assert.equal(codeOf(each), '8867-4')
      assert.equal(each.subject.reference, `Patient/${patient}`)
    }
    const without = await allPages(hospital, `/Observation?patient=Patient/${patient}&code=8867-4`)
    assert.deepEqual(without, found)
    const other = await hospital.get(`/Observation?patient=${patient}&code=http://snomed.info/sct|8867-4`)
    assert.deepEqual([other.json().total, other.json().entry], [0, undefined])
  })

  it('finds codes that the concept map translates', async () => {
    const found = await allPages(hospital, `/Observation?patient=${patient}&code=http://loinc.org|14682-9`)
    assert.ok(found.length > 1)
    assert.deepEqual([...new Set(found.map(codeOf))], ['14682-9'])
    const all = await allPages(hospital, `/Observation?patient=${patient}&category=laboratory`)
    assert.equal(all.filter(each => codeOf(each) === '14682-9').length, found.length)
  })

  it('gives every resource once over all pages, whatever their size', async () => {
    const whole = await allPages(hospital, `/Observation?patient=${patient}&${SOME}&_count=500`)
    const ids = new Set(whole.map(({ id }) => id))
    assert.equal(ids.size, whole.length)
    assert.ok(whole.length > 11)
    assert.ok(whole.every(({ id }) => /^[A-Za-z0-9.-]{1,64}$/.test(id)))
    for (const count of [3, 11]) {
      const paged = await allPages(hospital, `/Observation?patient=${patient}&${SOME}&_count=${count}`)
      assert.deepEqual(
        paged.map(({ id }) => id),
        whole.map(({ id }) => id),
      )
    }
  })

  it('sorts by date over all mappings of the type', async () => {
    for (const [sort, sign] of [
      ['date', 1],
      ['-date', -1],
    ] as const) {
      const found = await allPages(
        hospital,
        `/Observation?patient=${patient}&${SOME}&_sort=${sort}&_count=20`,
      )
      const times = found.map(({ effectiveDateTime }) => Date.parse(effectiveDateTime))
      assert.deepEqual(
        times,
        [...times].sort((a, b) => sign * (a - b)),
      )
      assert.ok(new Set(found.slice(0, 15).map(codeOf)).size > 2)
    }
  })

  it('sorts events of one composition among those of others, each once', async () => {
    const find = (query: string) => allPages(hospital, `/Observation?patient=${patient}&code=8867-4&${query}`)
    const [first] = await find('_count=1&date=lt2022-02')
    const { id, meta, ...pulse } = first
    const uid = id.split('.')[0]
    const read = await hospital.server.call(`GET /openehr/v1/ehr/${patient}/composition/${uid}`, {
      scopes: 'api.read',
    })
    const { uid: _uid, ...composition } = read.json()
    const own = composition.content.find((each: FhirResource) => each.archetype_node_id.includes('pulse.v2'))
    const [event] = own.data.events
    const at = (hour: number) => `1999-01-01T0${hour}:00:00Z`
    own.data.events = [1, 3].map(hour => ({ ...event, time: { _type: 'DV_DATE_TIME', value: at(hour) } }))
    const posted = await hospital.server.call(`POST /openehr/v1/ehr/${patient}/composition`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(composition),
    })
    assert.equal(posted.status, 201, posted.text)
    assert.equal((await hospital.post('/Observation', { ...pulse, effectiveDateTime: at(2) })).status, 201)
    for (const [sort, hours] of [
      ['date', [1, 2, 3]],
      ['-date', [3, 2, 1]],
    ] as const) {
      const found = await find(`date=1999-01-01&_sort=${sort}&_count=2`)
      assert.deepEqual(
        found.map(each => each.effectiveDateTime),
        hours.map(at),
      )
    }
    assert.equal((await find(`date=ge${at(3)}&date=lt2000`)).length, 1, 'one event of the composition')
  })

  it('compares dates by their precision and prefix', async () => {
    const all = await allPages(hospital, `/Observation?patient=${patient}&code=8867-4&_count=500`)
    const years = (found: readonly FhirResource[]) => found.map(each => each.effectiveDateTime.slice(0, 4))
    const find = (date: string) =>
      allPages(hospital, `/Observation?patient=${patient}&code=8867-4&_count=500&${date}`)
    const first = all.map(each => each.effectiveDateTime as string).sort()[0] ?? ''
    const year = first.slice(0, 4)
    assert.deepEqual(
      years(await find(`date=${year}`)),
      years(all).filter(each => each === year),
    )
    assert.equal((await find(`date=ge${year}`)).length, all.length)
    assert.equal((await find(`date=lt${year}`)).length, 0)
    assert.equal((await find(`date=gt${first}`)).length, all.length - 1)
    assert.equal((await find(`date=le${first}`)).length, 1)
    assert.equal(
      (await find(`date=ge${year}&date=lt${Number(year) + 1}`)).length,
      (await find(`date=${year}`)).length,
    )
    const refused = await hospital.get('/Observation?date=yesterday')
    assert.equal(refused.status, 400)
    assert.equal(refused.json().issue[0].code, 'invalid')
  })

  it('filters by status, category, _id and _lastUpdated, and includes the patient', async () => {
    const problems = await allPages(hospital, `/Condition?patient=${patient}`)
    const active = await allPages(hospital, `/Condition?patient=${patient}&clinical-status=active`)
    assert.ok(problems.length > 0)
    assert.equal(
      active.length,
      problems.filter(each => each.clinicalStatus.coding[0].code === 'active').length,
    )
    const [first] = problems
    const byId = await hospital.get(`/Condition?_id=${first.id},nothing&_include=Condition:patient`)
    assert.deepEqual(
      byId.json().entry.map((each: FhirResource) => [each.resource.id, each.search.mode]),
      [
        [first.id, 'match'],
        [patient, 'include'],
      ],
    )
    const future = await hospital.get(`/Condition?patient=${patient}&_lastUpdated=gt2100`)
    assert.equal(future.json().total, 0)
    const past = await allPages(hospital, `/Condition?patient=${patient}&_lastUpdated=ge2020`)
    assert.equal(past.length, problems.length)
    assert.equal(
      (await allPages(hospital, `/DiagnosticReport?patient=${patient}&status=cancelled`)).length,
      0,
    )
  })

  it('finds the resources of all patients without one, and searches by form', async () => {
    const everybody = await allPages(hospital, '/Condition?_count=500')
    assert.equal(new Set(everybody.map(each => each.subject.reference)).size, 2)
    const answer = await hospital.server.call('POST /fhir/r4/Condition/_search', {
      scopes: 'api.read',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `patient=${patient}`,
    })
    assert.deepEqual(matchesIn(answer), await allPages(hospital, `/Condition?patient=${patient}`))
  })

  it('explains the AQL of each mapping, and what it compares afterwards', async () => {
    const answer = await hospital.get(
      `/Observation?patient=${patient}&code=14682-9&date=ge2020&identifier=x|1&_explain=true`,
    )
    assert.deepEqual(answer.json(), { resourceType: 'Parameters' }, 'no mapping makes identifiers')
    const asked = await hospital.get(`/Condition?patient=${patient}&code=I10&date=ne2020&_explain=true`)
    const parts = Object.fromEntries(
      asked.json().parameter[0].part.map((each: FhirResource) => [each.name, each.valueString]),
    )
    assert.equal(parts['in-aql'], 'code')
    assert.equal(parts.afterwards, 'date')
    assert.match(
      parts.aql,
      /^SELECT .* FROM EHR e CONTAINS VERSION v CONTAINS COMPOSITION c CONTAINS EVALUATION a\[/,
    )
    assert.match(parts.plan, /-- sql/, 'it runs in SQL')
  })

  it('refuses what it does not support, unless the client asks for lenient handling', async () => {
    for (const query of [
      'value-quantity=5',
      'code:not=1',
      '_sort=code',
      '_include=Observation:encounter',
      'page=x',
    ])
      assert.equal((await hospital.get(`/Observation?${query}`)).status, 400, query)
    const lenient = await hospital.server.call(`GET /fhir/r4/Condition?patient=${patient}&foo=1`, {
      scopes: 'api.read',
      headers: { Prefer: 'handling=lenient' },
    })
    assert.equal(lenient.status, 200)
    assert.equal((await hospital.get('/Medicament')).status, 404)
    assert.equal((await hospital.get('/Immunization')).status, 404, 'no mapping makes it')
  })

  it('gives everything of a patient, page by page', async () => {
    const all = await allPages(hospital, `/Patient/${patient}/$everything?_count=30`)
    assert.equal(all[0].resourceType, 'Patient')
    const types = new Set(all.map(({ resourceType }) => resourceType))
    assert.deepEqual([...types].sort(), [
      'Condition',
      'DiagnosticReport',
      'Encounter',
      'MedicationRequest',
      'Observation',
      'Patient',
    ])
    assert.equal(new Set(all.map(({ resourceType, id }) => `${resourceType}/${id}`)).size, all.length)
    const some = await allPages(hospital, `/Patient/${patient}/$everything?_type=Condition`)
    assert.deepEqual([...new Set(some.map(({ resourceType }) => resourceType))], ['Condition'])
  })
})
