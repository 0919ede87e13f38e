/** Scopes of SMART on FHIR: each with each resource type, of the patient of the launch and of another one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newClient } from '../auth/new-client.ts'
import { addRole, adminCall } from '../people/people.ts'
import { addPersonWith, openTokens } from '../rights/tokens.ts'
import { matchesIn, openHospital } from './hospital.ts'
import { assertR4 } from './r4-schema.ts'

const hospital = await openHospital([1, 2])
const { server } = hospital
const [mine = '', other = ''] = hospital.ehrIds
await addPersonWith(server, 'ana', { roles: ['clinician'] })
await addRole(server, { name: 'vital-signs', rights: ['user/composition-Vital%20signs.rs'] })
await addPersonWith(server, 'bea', { roles: ['vital-signs'] })
const makeToken = await openTokens(server)

interface Wanted {
  readonly scope: string
  readonly person?: string
}

const tokenOf = ({ scope, person }: Wanted): Promise<string> =>
  makeToken({
    scope,
    ...(scope.startsWith('system/') ? {} : { person: person ?? 'ana', ehrId: mine }),
  })

async function call(token: string, line: string, resource?: unknown) {
  const [method, path] = line.split(' ')
  const answer = await server.call(`${method} /fhir/r4${path}`, {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/fhir+json' },
    ...(resource === undefined ? {} : { body: JSON.stringify(resource) }),
  })
  if (answer.text !== '') assertR4(answer.json())
  return answer
}

/** The resource of each type that each of the patients has. */
const RESOURCES = await Promise.all(
  ['Observation', 'Condition'].flatMap(type =>
    [mine, other].map(async patient => {
      const [first] = matchesIn(await hospital.get(`/${type}?patient=${patient}&_count=1`))
      return { type, patient, first }
    }),
  ),
)

/** Types and patients that a scope reads and searches. */
const SCOPES: Readonly<
  Record<string, { readonly types: readonly string[]; readonly patients: readonly string[] }>
> = Object.fromEntries(
  [
    ['patient', [mine]] as const,
    ['user', [mine, other]] as const,
    ['system', [mine, other]] as const,
  ].flatMap(([compartment, patients]) => [
    [`${compartment}/Observation.rs`, { types: ['Observation'], patients }],
    [`${compartment}/Observation.read`, { types: ['Observation'], patients }],
    [`${compartment}/Condition.cruds`, { types: ['Condition'], patients }],
    [`${compartment}/*.rs`, { types: ['Observation', 'Condition', 'Patient'], patients }],
    [`${compartment}/*.read`, { types: ['Observation', 'Condition', 'Patient'], patients }],
    [`${compartment}/Patient.rs`, { types: ['Patient'], patients }],
    [`${compartment}/Observation.write`, { types: [], patients }],
  ]),
)

describe('scopes × resources × patients', () => {
  for (const [scope, { types, patients }] of Object.entries(SCOPES))
    it(scope, async () => {
      const token = await tokenOf({ scope })
      for (const { type, patient, first } of RESOURCES) {
        const isOpen = types.includes(type)
        const isSeen = isOpen && patients.includes(patient)
        const what = `${type} of ${patient === mine ? 'mine' : 'other'}`
        const read = await call(token, `GET /${type}/${first.id}`)
        assert.equal(read.status, isSeen ? 200 : isOpen ? 404 : 403, `${what}: ${read.text}`)
        const found = await call(token, `GET /${type}?patient=${patient}&_count=2`)
        assert.equal(found.status, isOpen ? 200 : 403, `${what}: ${found.text}`)
        if (isOpen) assert.equal(matchesIn(found).length > 0, isSeen, what)
      }
      for (const patient of [mine, other]) {
        const isOpen = types.includes('Patient')
        const read = await call(token, `GET /Patient/${patient}`)
        assert.equal(read.status, isOpen ? (patients.includes(patient) ? 200 : 404) : 403, read.text)
        const all = await call(token, `GET /Patient/${patient}/$everything?_type=Observation&_count=3`)
        assert.equal(all.status, read.status, all.text)
        if (all.status !== 200) continue
        const seen = new Set(matchesIn(all).map(each => each.resourceType))
        assert.equal(seen.has('Observation'), types.includes('Observation'))
      }
    })

  it('a search alone reads nothing by id, and a read alone finds nothing', async () => {
    const [{ first } = { first: { id: '' } }] = RESOURCES
    const search = await tokenOf({ scope: 'patient/Observation.s' })
    assert.equal((await call(search, `GET /Observation?patient=${mine}`)).status, 200)
    assert.equal((await call(search, `GET /Observation/${first.id}`)).status, 403)
    const read = await tokenOf({ scope: 'patient/Observation.r' })
    assert.equal((await call(read, `GET /Observation?patient=${mine}`)).status, 403)
    assert.equal((await call(read, `GET /Observation/${first.id}`)).status, 200)
    assert.equal(
      (await call(search, `GET /Observation?patient=${mine}&_include=Observation:patient`)).status,
      403,
    )
  })
})

describe('a scope on resource types', () => {
  it('opens no operation of openEHR', async () => {
    for (const scope of ['patient/*.cruds', 'user/*.cruds', 'system/*.cruds']) {
      const headers = { Authorization: `Bearer ${await tokenOf({ scope })}` }
      for (const line of [
        `GET /openehr/v1/ehr/${mine}`,
        'GET /openehr/v1/query/aql?q=SELECT%20e%20FROM%20EHR%20e',
        'GET /extra/v1/person?name=a',
        'GET /admin/v1/audit',
      ])
        assert.equal((await server.call(line, { headers })).status, 403, `${scope} ${line}`)
    }
  })

  it('reaches no more than the role of the person', async () => {
    const token = await tokenOf({ scope: 'user/*.cruds', person: 'bea' })
    const seen = matchesIn(await call(token, `GET /Observation?patient=${mine}&_count=500`))
    assert.deepEqual([...new Set(seen.map(each => each.category[0].coding[0].code))], ['vital-signs'])
    assert.deepEqual(matchesIn(await call(token, `GET /Condition?patient=${mine}`)), [])
    const [condition] = matchesIn(await hospital.get(`/Condition?patient=${mine}`))
    assert.equal((await call(token, `GET /Condition/${condition.id}`)).status, 404)
    const { id, meta, ...observation } = seen[0]
    assert.equal((await call(token, 'POST /Observation', observation)).status, 403)
  })

  it('creates resources of its type for its patients', async () => {
    const pulses = [mine, other].map(patient => ({
      resourceType: 'Observation',
      status: 'final',
      code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
      subject: { reference: `Patient/${patient}` },
      effectiveDateTime: '2026-11-18T10:00:00Z',
      valueQuantity: { value: 71, unit: '/min', system: 'http://unitsofmeasure.org', code: '/min' },
    }))
    const bundleOf = (resources: readonly unknown[]) => ({
      resourceType: 'Bundle',
      type: 'transaction',
      entry: resources.map(resource => ({ resource, request: { method: 'POST', url: 'Observation' } })),
    })
    const writes = await tokenOf({ scope: 'patient/Observation.c' })
    assert.equal((await call(writes, 'POST /Observation', pulses[0])).status, 201)
    assert.equal((await call(writes, 'POST /Observation', pulses[1])).status, 404)
    assert.equal((await call(writes, 'POST /', bundleOf([pulses[0]]))).status, 200)
    assert.equal((await call(writes, 'POST /', bundleOf([pulses[1]]))).status, 404)
    for (const scope of ['patient/Observation.rs', 'patient/Condition.c'])
      assert.equal((await call(await tokenOf({ scope }), 'POST /Observation', pulses[0])).status, 403)
    const { first } = RESOURCES.find(each => each.type === 'Condition') ?? {}
    const { id, meta, ...condition } = first
    assert.equal((await call(writes, 'POST /', bundleOf([pulses[0], condition]))).status, 403)
    const both = await tokenOf({ scope: 'patient/Observation.c patient/Condition.c' })
    assert.equal((await call(both, 'POST /', bundleOf([pulses[0], condition]))).status, 200)
    const mixed = await tokenOf({ scope: 'patient/Observation.c user/Condition.c' })
    assert.equal((await call(mixed, 'POST /', bundleOf([pulses[1], condition]))).status, 403)
  })

  it('is registered for a client, in all its forms, and asked for in a narrower one', async () => {
    const token = await newClient(server, 'system/Observation.read')
    assert.equal((await call(token, `GET /Observation?patient=${mine}`)).status, 200)
    for (const scope of [
      'patient/observation.rs',
      'patient/Observation.sr',
      'patient/Observation',
      'all/*.rs',
    ])
      assert.equal(
        (await adminCall(server, 'POST /admin/v1/client', { name: 'x', scopes: [scope] })).status,
        400,
        scope,
      )
    const role = { name: 'types', rights: ['user/Observation.rs'] }
    const refused = await adminCall(server, 'POST /admin/v1/role', role)
    assert.equal(refused.status, 400, refused.text)
  })

  it('is named by the discovery document of the FHIR API', async () => {
    const { scopes_supported, capabilities } = (
      await server.call('GET /fhir/r4/.well-known/smart-configuration')
    ).json()
    for (const scope of [
      'patient/*.rs',
      'user/*.rs',
      'system/*.rs',
      'patient/*.read',
      'openid',
      'fhirUser',
      'launch',
      'launch/patient',
    ])
      assert.ok(scopes_supported.includes(scope), scope)
    for (const capability of ['permission-v1', 'permission-v2', 'permission-patient'])
      assert.ok(capabilities.includes(capability), capability)
  })
})
