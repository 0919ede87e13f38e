/** A server with the templates of the demo hospital, and the records of some of its patients. */
import assert from 'node:assert/strict'
import { contributionOf, LISTS, statusOf } from '../../packages/cli/src/demo/contribution.ts'
import type { TemplateId } from '../../packages/cli/src/demo/flat.ts'
import { lifeOf } from '../../packages/cli/src/demo/load.ts'
import { readTemplates } from '../../packages/cli/src/demo/template-files.ts'
import { type Answer, type RunningServer, type TestServerOptions, testServer } from '../server.ts'
import { assertR4 } from './r4-schema.ts'

const FHIR_JSON = 'application/fhir+json'

export interface Hospital {
  readonly server: RunningServer
  /** EHR ids of the patients whose numbers were given. */
  readonly ehrIds: readonly string[]
  /** `get('/Observation?…')`, below `/fhir/r4`. Every answer must be valid for R4. */
  get(path: string, scopes?: string): Promise<Answer>
  post(path: string, resource: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
}

function valid(answer: Answer): Answer {
  assert.match(answer.headers.get('content-type') ?? FHIR_JSON, /^application\/fhir\+json/)
  if (answer.text !== '') assertR4(answer.json())
  return answer
}

/** Resources of a Bundle that match, without those that are included. */
export const matchesIn = (answer: Answer): readonly FhirResource[] =>
  (answer.json().entry ?? []).flatMap((each: { resource: FhirResource; search: { mode: string } }) =>
    each.search.mode === 'match' ? [each.resource] : [],
  )

// biome-ignore lint/suspicious/noExplicitAny: tests look at resources of every type
export type FhirResource = any

/** All pages of a search. */
export async function allPages({ get }: Hospital, path: string): Promise<readonly FhirResource[]> {
  const found: FhirResource[] = []
  for (let at: string | undefined = path; at !== undefined; ) {
    const answer: Answer = await get(at)
    assert.equal(answer.status, 200, answer.text)
    found.push(...matchesIn(answer))
    const links: readonly { relation: string; url: string }[] = answer.json().link
    at = links.find(({ relation }) => relation === 'next')?.url.replace(/^.*\/fhir\/r4/, '')
  }
  return found
}

const JSON_BODY = { 'Content-Type': 'application/json' }

async function addPatient({ call }: RunningServer, number: number): Promise<string> {
  const { patient, visits } = lifeOf(number)
  const templates = readTemplates()
  const scopes = 'api.write'
  const ehr = await call(`PUT /openehr/v1/ehr/${patient.ehrId}`, {
    scopes,
    headers: JSON_BODY,
    body: JSON.stringify(statusOf(patient)),
  })
  assert.equal(ehr.status, 201, ehr.text)
  const latest = new Map<TemplateId, string>()
  for (const visit of visits) {
    const answer = await call(`POST /openehr/v1/ehr/${patient.ehrId}/contribution`, {
      scopes,
      headers: { ...JSON_BODY, Prefer: 'return=representation' },
      body: JSON.stringify(contributionOf(visit, templates, latest, 'doctor')),
    })
    assert.equal(answer.status, 201, answer.text)
    const uids: string[] = answer.json().versions.map((each: { id: { value: string } }) => each.id.value)
    for (const [at, { template }] of visit.records.entries())
      if (LISTS.has(template)) latest.set(template, uids[at] ?? '')
  }
  return patient.ehrId
}

export async function openHospital(
  numbers: readonly number[] = [1],
  options: TestServerOptions = {},
): Promise<Hospital> {
  const server = await testServer(options)
  for (const { opt } of readTemplates().values()) {
    const answer = await server.call('POST /openehr/v1/definition/template/adl1.4', {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/xml' },
      body: opt,
    })
    assert.equal(answer.status, 201, answer.text)
  }
  const ehrIds: string[] = []
  for (const number of numbers) ehrIds.push(await addPatient(server, number))
  return {
    server,
    ehrIds,
    get: async (path, scopes = 'api.read') => valid(await server.call(`GET /fhir/r4${path}`, { scopes })),
    post: async (path, resource, headers = {}) =>
      valid(
        await server.call(`POST /fhir/r4${path}`, {
          scopes: 'api.read api.write',
          headers: { 'Content-Type': FHIR_JSON, ...headers },
          body: JSON.stringify(resource),
        }),
      ),
  }
}
