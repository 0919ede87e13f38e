/** $export: kick-off, status and files of FHIR Bulk Data Access. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { newClient } from '../auth/new-client.ts'
import type { Answer } from '../server.ts'
import { allPages, type FhirResource, openHospital } from './hospital.ts'
import { assertR4 } from './r4-schema.ts'

const hospital = await openHospital([1, 2])
const { server } = hospital
const token = await server.token('api.admin')

const call = (line: string, headers: Readonly<Record<string, string>> = {}, as = token): Promise<Answer> =>
  server.call(line, { headers: { Authorization: `Bearer ${as}`, ...headers } })

const kickOff = (query = '') => call(`GET /fhir/r4/$export${query}`, { Prefer: 'respond-async' })

const pathOf = (url: string | null): string => `/fhir/r4${(url ?? '').replace(/^.*\/fhir\/r4/, '')}`

async function manifestOf(accepted: Answer): Promise<FhirResource> {
  assert.equal(accepted.status, 202, accepted.text)
  assertR4(accepted.json())
  const status = await call(`GET ${pathOf(accepted.headers.get('content-location'))}`)
  assert.equal(status.status, 200, status.text)
  return status.json()
}

async function linesOf(url: string): Promise<readonly FhirResource[]> {
  const answer = await call(`GET ${pathOf(url)}`)
  assert.equal(answer.status, 200, answer.text)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/fhir\+ndjson/)
  return answer.text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}

const sorted = (resources: readonly FhirResource[]) => resources.map(({ id }) => id).sort()

describe('an export', () => {
  it('has every resource that a search finds, a file for each type', async () => {
    const { output, requiresAccessToken, request, error } = await manifestOf(await kickOff())
    assert.equal(requiresAccessToken, true)
    assert.match(request, /\/fhir\/r4\/\$export$/)
    assert.deepEqual(error, [])
    assert.deepEqual(
      output.map(({ type }: FhirResource) => type),
      ['Patient', 'Condition', 'DiagnosticReport', 'Encounter', 'MedicationRequest', 'Observation'],
    )
    for (const { type, url } of output) {
      const lines = await linesOf(url)
      for (const each of lines) assertR4(each)
      assert.deepEqual(sorted(lines), sorted(await allPages(hospital, `/${type}?_count=500`)), type)
    }
  })

  it('of some types, since a time', async () => {
    const { output } = await manifestOf(await kickOff('?_type=Condition,Patient'))
    assert.deepEqual(
      output.map(({ type }: FhirResource) => type),
      ['Patient', 'Condition'],
    )
    const { output: later, transactionTime } = await manifestOf(await kickOff('?_type=Condition'))
    const since = encodeURIComponent(transactionTime)
    const empty = await manifestOf(await kickOff(`?_type=Condition,Patient&_since=${since}`))
    for (const { url } of empty.output) assert.deepEqual(await linesOf(url), [])
    const [condition] = await linesOf(later[0].url)
    const created = await hospital.post('/Condition', { ...condition, id: undefined, meta: undefined })
    assert.equal(created.status, 201, created.text)
    assert.deepEqual(sorted(await linesOf(empty.output[1].url)), [created.json().id])
  })

  it('is for the client that asked for it, until it is deleted or a day old', async () => {
    const location = pathOf((await kickOff()).headers.get('content-location'))
    const other = await newClient(server, 'api.admin')
    assert.equal((await call(`GET ${location}`, {}, other)).status, 404)
    assert.equal((await call(`DELETE ${location}`, {}, other)).status, 404)
    assert.equal((await call(`GET ${location}/Observation.ndjson`, {}, other)).status, 404)
    assert.equal((await call(`DELETE ${location}`)).status, 202)
    assert.equal((await call(`GET ${location}`)).status, 404)
    const old = pathOf((await kickOff()).headers.get('content-location'))
    await server.db.query(
      sql({
        name: 'test.ageExports',
        text: `update cairn.fhir_export set requested_at = now() - interval '25 hours'`,
      }),
    )
    assert.equal((await call(`GET ${old}`)).status, 404)
    assert.equal((await call(`GET ${old}/Observation.ndjson`)).status, 404)
  })

  it('needs Prefer: respond-async, known types and an administrator', async () => {
    assert.equal((await call('GET /fhir/r4/$export')).status, 400)
    for (const query of [
      '?_type=Immunization',
      '?_type=x',
      '?_since=x',
      '?_since=0000-01-01',
      '?_outputFormat=csv',
    ])
      assert.equal((await kickOff(query)).status, 400, query)
    const location = pathOf((await kickOff('?_type=Condition')).headers.get('content-location'))
    for (const name of ['Observation.ndjson', 'Condition', 'x.ndjson'])
      assert.equal((await call(`GET ${location}/${name}`)).status, 404, name)
    const reader = await server.token('api.read')
    assert.equal((await call(`GET ${location}`, {}, reader)).status, 403)
  })

  it('stands in the audit trail with all EHRs', async () => {
    const { output } = await manifestOf(await kickOff('?_type=Condition'))
    await linesOf(output[0].url)
    const trail = await server.call('GET /admin/v1/audit?limit=20', { scopes: 'api.admin' })
    const events: readonly FhirResource[] = trail.json().events
    assert.deepEqual(events.find(({ path }) => path.endsWith('/Condition.ndjson'))?.detail, {
      all_ehrs: true,
    })
    assert.equal(events.find(({ path }) => path.endsWith('/$export'))?.action, 'E')
  })
})
