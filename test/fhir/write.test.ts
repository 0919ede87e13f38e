/** Resources that are sent become compositions: at once in AQL, checked by the template, all or none. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { processorSeconds } from '../../packages/openehr/fixtures/processor-time.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { followedEntries } from '../../packages/server/src/fhir/write/transaction.ts'
import { eventually } from '../eventually.ts'
import { type FhirResource, matchesIn, openHospital } from './hospital.ts'

const LOINC = 'http://loinc.org'

const hospital = await openHospital()
const patient = hospital.ehrIds[0] ?? ''

/** In the order of the requests. */
const actionsOf = sql<{ action: string }, [requests: readonly string[]]>({
  name: 'test.actionsOf',
  text: `select action::text as action from cairn.audit_event where request_id = any($1::text[])
         order by array_position($1::text[], request_id)`,
})

describe('the entries of a Bundle that others refer to', () => {
  const entriesOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      entry: { fullUrl: `http://example.org/fhir/Observation/${at}` },
      resource: { resourceType: 'Observation', id: `o${at}` },
    }))
  const tracesTo = (names: readonly string[]) =>
    names.map(name => [{ via: [name] }, ...Array.from({ length: 10 }, () => ({}))])

  it('are found by their full address and by type and id, and not by their own', () => {
    const entries = entriesOf(4)
    const traces = tracesTo([
      'http://example.org/fhir/Observation/2',
      'Observation/o3',
      'Observation/o2x',
      'none',
    ])
    assert.deepEqual(followedEntries(entries, traces), new Set([2, 3]))
    assert.deepEqual(followedEntries(entries.slice(0, 1), tracesTo(['Observation/o0'])), new Set())
  })

  it('are found in a time that grows with their number', () => {
    const secondsFor = (count: number) => {
      const [entries, traces] = [entriesOf(count), tracesTo(Array.from({ length: count }, () => 'none'))]
      return processorSeconds(() => void followedEntries(entries, traces))
    }
    secondsFor(500)
    const [few, many] = [secondsFor(500), secondsFor(4000)]
    assert.ok(many < 30 * few + 0.05, `${few} s, ${many} s`)
  })
})

describe('writing over FHIR', () => {
  const pulse = (value: number, time = '2026-03-01T10:00:00+01:00'): FhirResource => ({
    resourceType: 'Observation',
    status: 'final',
    category: [
      {
        coding: [
          { system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' },
        ],
      },
    ],
    code: { coding: [{ system: LOINC, code: '8867-4' }] },
    subject: { reference: `Patient/${patient}` },
    effectiveDateTime: time,
    valueQuantity: { value, unit: '/min', system: 'http://unitsofmeasure.org', code: '/min' },
  })

  const countPulses = async (value: number): Promise<number> => {
    const q = `SELECT c/uid/value FROM EHR e[ehr_id/value='${patient}'] CONTAINS COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.pulse.v2] WHERE o/data[at0002]/events[at0003]/data[at0001]/items[at0004]/value/magnitude = ${value}`
    const answer = await hospital.server.call(`GET /openehr/v1/query/aql?q=${encodeURIComponent(q)}`, {
      scopes: 'api.read',
    })
    return answer.json().rows.length
  }

  it('stores an Observation, which AQL and FHIR find at once', async () => {
    const answer = await hospital.post('/Observation', pulse(171))
    assert.equal(answer.status, 201, answer.text)
    const stored = answer.json()
    assert.equal(stored.valueQuantity.value, 171)
    assert.equal(Date.parse(stored.effectiveDateTime), Date.parse('2026-03-01T09:00:00Z'))
    assert.match(
      answer.headers.get('location') ?? '',
      new RegExp(`/fhir/r4/Observation/${stored.id}/_history/1$`),
    )
    assert.equal(answer.headers.get('etag'), 'W/"1"')
    assert.deepEqual((await hospital.get(`/Observation/${stored.id}`)).json(), stored)
    assert.equal(await countPulses(171), 1)
  })

  it('says by FHIRPath and RM path what does not fit, and stores nothing', async () => {
    const wrong = { ...pulse(172), valueQuantity: { value: 172, unit: 'mm', code: 'mm' } }
    const answer = await hospital.post('/Observation', wrong)
    assert.equal(answer.status, 422)
    const [, issue] = answer.json().issue
    assert.deepEqual(issue.expression, ['Observation.value[0]'])
    assert.match(issue.diagnostics, /^\/content\[openEHR-EHR-OBSERVATION\.pulse\.v2\].*Expected one of \/min/)
    assert.equal(await countPulses(172), 0)
    const checked = await hospital.post('/Observation/$validate', wrong)
    assert.equal(checked.status, 200)
    assert.deepEqual(checked.json().issue, answer.json().issue)
    const fine = await hospital.post('/Observation/$validate', pulse(172))
    assert.equal(fine.json().issue[0].severity, 'information')
    assert.equal(await countPulses(172), 0)
  })

  it('refuses resources that no mapping takes, that name no patient, or another type than the address', async () => {
    const post = async (path: string, resource: unknown) => {
      const { status, text } = await hospital.post(path, resource)
      return [status, text] as const
    }
    const unknown = { ...pulse(1), code: { coding: [{ system: LOINC, code: '0-0' }] } }
    assert.deepEqual((await post('/Observation', unknown))[0], 422)
    const nobody = await post('/Observation', { ...pulse(1), subject: undefined })
    assert.equal(nobody[0], 422)
    assert.match(nobody[1], /Observation\.subject/)
    const stranger = '00000000-0000-4000-8000-000000000000'
    assert.equal(
      (await post('/Observation', { ...pulse(1), subject: { reference: `Patient/${stranger}` } }))[0],
      404,
    )
    assert.equal((await post('/Condition', pulse(1)))[0], 400)
    assert.equal((await post('/Patient', { resourceType: 'Patient' }))[0], 422)
    assert.equal((await post('/Observation', []))[0], 400)
  })

  it('names the patient by the identifier of the subject', async () => {
    const subject = { identifier: { system: 'demo-hospital', value: 'P0001' } }
    const answer = await hospital.post('/Observation', { ...pulse(173), subject })
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.json().subject.reference, `Patient/${patient}`)
  })

  it('creates on condition that nothing matches', async () => {
    const condition = { 'If-None-Exist': `code=8867-4&date=2026-04-02` }
    const first = await hospital.post('/Observation', pulse(174, '2026-04-02T10:00:00Z'), condition)
    assert.equal(first.status, 201, first.text)
    const second = await hospital.post('/Observation', pulse(174, '2026-04-02T10:00:00Z'), condition)
    assert.equal(second.status, 200)
    assert.equal(second.json().id, first.json().id)
    assert.equal(await countPulses(174), 1)
    const again = await hospital.post(
      '/',
      transaction([{ ...pulse(174, '2026-04-02T10:00:00Z'), ifNoneExist: condition['If-None-Exist'] }]),
    )
    assert.equal(again.json().entry[0].response.status, '200 OK')
    const requests = [first, second, again].map(answer => answer.headers.get('x-request-id') ?? '')
    let actions: readonly { action: string }[] = []
    await eventually('the events', async () => {
      actions = await hospital.server.db.query(actionsOf, [requests])
      return actions.length === 3
    })
    assert.deepEqual(
      actions.map(({ action }) => action),
      ['C', 'R', 'R'],
    )
    const several = await hospital.post('/Observation', pulse(174), { 'If-None-Exist': 'code=8867-4' })
    assert.equal(several.status, 412)
  })

  const transaction = (resources: readonly FhirResource[]): FhirResource => ({
    resourceType: 'Bundle',
    type: 'transaction',
    entry: resources.map(({ fullUrl, ifNoneExist, ...resource }) => ({
      ...(fullUrl ? { fullUrl } : {}),
      resource,
      request: { method: 'POST', url: resource.resourceType, ...(ifNoneExist ? { ifNoneExist } : {}) },
    })),
  })

  it('refuses a transaction of too many entries before it looks at them', async () => {
    const nobody = { ...pulse(1), subject: { reference: 'Patient/nobody' } }
    const answer = await hospital.post('/', transaction(Array.from({ length: 1001 }, () => nobody)))
    assert.equal(answer.status, 413, answer.text)
  })

  it('stores a transaction as one contribution, or nothing of it', async () => {
    const answer = await hospital.post('/', transaction([pulse(175), pulse(176)]))
    assert.equal(answer.status, 200, answer.text)
    const entries: FhirResource[] = answer.json().entry
    assert.deepEqual(
      entries.map(({ response }) => response.status),
      ['201 Created', '201 Created'],
    )
    const ids = entries.map(({ response }) => response.location.split('/').at(-3))
    const contributions = await Promise.all(
      ids.map(async id => {
        const uid = `${id.split('.')[0]}::cairn.local::1`
        const path = `/openehr/v1/ehr/${patient}/versioned_composition/${id.split('.')[0]}/version/${uid}`
        return (await hospital.server.call(`GET ${path}`, { scopes: 'api.read' })).json().contribution.id
          .value
      }),
    )
    assert.equal(contributions[0], contributions[1])
    const bad = { ...pulse(178), valueQuantity: { value: 1, code: 'x' } }
    assert.equal((await hospital.post('/', transaction([pulse(177), bad]))).status, 422)
    assert.equal(await countPulses(177), 0)
  })

  /** Stores a report with its results by reference, whose addresses begin with a text. */
  async function storeReport(beginning: string): Promise<void> {
    const report = matchesIn(await hospital.get(`/DiagnosticReport?patient=${patient}&_count=1`))[0]
    const { contained, id, meta, ...own } = report
    const results = contained.map((each: FhirResource, at: number) => ({
      ...each,
      id: undefined,
      fullUrl: `${beginning}${at}`,
    }))
    const result = results.map(({ fullUrl }: FhirResource) => ({ reference: fullUrl }))
    const answer = await hospital.post('/', transaction([{ ...own, result }, ...results]))
    assert.equal(answer.status, 200, answer.text)
    const [first, ...others] = answer.json().entry
    const path = first.response.location.replace(/^.*\/fhir\/r4/, '')
    const stored = (await hospital.get(path)).json()
    assert.deepEqual(stored.contained, contained)
    assert.ok(others.every((each: FhirResource) => each.response.location === undefined))
  }

  it('stores the results of a report with it', () =>
    storeReport('urn:uuid:00000000-0000-4000-8000-00000000000'))

  it('stores them in a time that grows with the length of their addresses', async () => {
    const secondsFor = async (count: number): Promise<number> => {
      const before = process.cpuUsage()
      await storeReport(`urn:${'→.'.repeat(count)}`)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000_000
    }
    await secondsFor(100)
    const [short, long] = [await secondsFor(1000), await secondsFor(8000)]
    assert.ok(long < 20 * short + 1, `${short} s, ${long} s`)
  })
})
