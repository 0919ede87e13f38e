/** Patients: read, search, and everything that a patient has. */
import { RIGHTS } from '../../access/index.ts'
import type { WalPosition } from '../../db/reads/index.ts'
import { type Caller, type Endpoint, type Incoming, memberIdOf, type Reply } from '../../http/index.ts'
import { type EhrId, readEhrId } from '../../ids/index.ts'
import { BARE_CALL, ShownEhrs } from '../../query/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { findEhr, findEhrBySubject } from '../../versions/companions/index.ts'
import { searchset } from '../bundle.ts'
import type { FhirNeeds, FhirServices } from '../needs.ts'
import { fhirReply } from '../outcome.ts'
import { namespaceOfSystem, requirePatient } from '../patient/patient.ts'
import { noResource } from '../resource/read-resource.ts'
import type { IdentifiedResource } from '../resource/resources-of-version.ts'
import { askedContexts, runSearch } from '../search/search.ts'
import { type SearchQuery, searchQueryIn } from '../search/search-query.ts'
import { type Token, tokenIn } from '../search/token.ts'
import {
  BUNDLE,
  FORMAT_PARAMETERS,
  MALFORMED,
  NO_RESOURCE,
  PAGE_PARAMETERS,
  PATIENT,
  PATIENT_ID,
  TAG,
} from './documented.ts'
import { versionHeaders } from './read-endpoints.ts'
import { baseOf, fhirEndpoint } from './resource-endpoint.ts'

export function patientIdIn({ parameters }: Incoming): EhrId {
  const id = readEhrId(parameters['id'] ?? '')
  if (id === undefined) throw noResource({ type: 'Patient', id: parameters['id'] ?? '' })
  return id
}

interface PatientQuery {
  readonly ids: readonly string[] | undefined
  readonly identifiers: readonly Token[] | undefined
  readonly count: number
  readonly offset: number
  readonly signal: AbortSignal
  readonly after: WalPosition | undefined
}

const listIn = (texts: readonly string[]): readonly string[] | undefined =>
  texts.length === 0 ? undefined : texts.flatMap(text => text.split(','))

function patientQueryIn(request: Incoming): PatientQuery {
  const { query } = request
  const identifiers = listIn(query.getAll('identifier'))?.map(tokenIn)
  if (identifiers?.some(({ system, code }) => !system || code === undefined))
    throw new Refusal('request.malformed', 'An identifier of a patient is system|value.')
  const page = query.get('page') ?? '0'
  if (!/^\d{1,9}$/.test(page))
    throw new Refusal('request.malformed', 'The page must be taken from a link of an earlier page.')
  const count = new URLSearchParams(query.has('_count') ? { _count: query.get('_count') ?? '' } : {})
  return {
    ids: listIn(query.getAll('_id')),
    identifiers,
    count: searchQueryIn(request, 'Patient', count).count,
    offset: Number(page),
    signal: request.signal,
    after: request.after,
  }
}

const ALL_PATIENTS = 'SELECT e/ehr_id/value FROM EHR e'

/** One more than the page, to see whether there is another. */
async function listPatients(
  { executor, prepareWhole }: FhirServices,
  caller: Caller,
  { offset, count, signal, after }: PatientQuery,
): Promise<readonly EhrId[]> {
  const prepared = prepareWhole(ALL_PATIENTS, { ...BARE_CALL, offset, fetch: count + 1, after })
  const { rows } = await executor.run(prepared, signal, memberIdOf(caller))
  const ids: EhrId[] = []
  for await (const { json } of rows) ids.push(...(JSON.parse(`[${json}]`) as [EhrId][]).flat())
  return ids
}

async function chosenPatients(
  needs: FhirServices,
  { ids, identifiers }: PatientQuery,
): Promise<readonly EhrId[]> {
  const bySubject = await Promise.all(
    (identifiers ?? []).map(({ system = '', code = '' }) =>
      findEhrBySubject(needs.db, { namespace: namespaceOfSystem(needs.baseUrl, system), id: code }),
    ),
  )
  const found = new Set(bySubject.flatMap(ehr => (ehr ? [ehr.ehrId] : [])))
  if (ids === undefined) return [...found]
  const named = [...new Set(ids.flatMap(text => readEhrId(text) ?? []))]
  const known = await Promise.all(named.map(id => findEhr(needs.db, id)))
  return known.flatMap(ehr => (ehr && (identifiers === undefined || found.has(ehr.ehrId)) ? [ehr.ehrId] : []))
}

interface FoundPatients {
  readonly patients: readonly IdentifiedResource[]
  readonly next: string | undefined
  readonly total: number | undefined
}

async function searchPatients(all: FhirNeeds, caller: Caller, query: PatientQuery): Promise<FoundPatients> {
  const needs = all.narrowTo(['Patient'], 's')
  const isChosen = query.ids !== undefined || query.identifiers !== undefined
  const ids = isChosen ? await chosenPatients(needs, query) : await listPatients(needs, caller, query)
  const isMore = !isChosen && ids.length > query.count
  const patients: IdentifiedResource[] = []
  for (const id of isChosen ? ids : ids.slice(0, query.count))
    patients.push(await requirePatient(needs, caller, id))
  return {
    patients,
    next: isMore ? String(query.offset + query.count) : undefined,
    total: isMore || query.offset > 0 ? undefined : patients.length,
  }
}

const withPage = ({ publicUrl }: Incoming, page: string): string => {
  const url = new URL(publicUrl)
  url.searchParams.set('page', page)
  return url.href
}

function toldOf(patients: readonly IdentifiedResource[]) {
  const shown = new ShownEhrs()
  for (const { id } of patients) shown.add(id)
  return shown.told()
}

interface Everything {
  readonly ehrId: EhrId
  readonly query: SearchQuery
  readonly types: readonly string[] | undefined
  readonly signal: AbortSignal
  readonly after: WalPosition | undefined
}

function everythingIn(request: Incoming): Everything {
  const { query } = request
  const since = query.get('_since')
  const own = new URLSearchParams([...query].filter(([name]) => name === '_count' || name === 'page'))
  if (since !== null) own.set('_lastUpdated', `ge${since}`)
  const ehrId = patientIdIn(request)
  return {
    ehrId,
    query: { ...searchQueryIn(request, 'Patient', own), patient: ehrId },
    types: listIn(query.getAll('_type')),
    signal: request.signal,
    after: request.after,
  }
}

/** The Patient on the first page, then all resources that mappings make, context by context. */
async function everything(needs: FhirNeeds, caller: Caller, asked: Everything) {
  const { ehrId, query, types, signal, after } = asked
  const isOf = (type: string) => types === undefined || types.includes(type)
  const patient = await requirePatient(needs.narrowTo(['Patient'], 'r'), caller, ehrId)
  const set = await needs.mappings.inForce()
  const contexts = set.contexts.filter(({ type }) => isOf(type) && needs.reaches(type, 's'))
  const call = { patient: ehrId, memberId: memberIdOf(caller), signal, after }
  const needsOf = (type: string) => needs.narrowTo([type], 's')
  const page = await runSearch(needsOf, set, askedContexts(set, contexts, query), query, call)
  const first = query.page === undefined && isOf('Patient') ? [patient] : []
  return { ...page, total: page.total && page.total + first.length, resources: [...first, ...page.resources] }
}

export const patientEndpoints: readonly Endpoint<FhirNeeds>[] = [
  fhirEndpoint({
    route: 'GET /Patient',
    scope: 'api.read',
    right: RIGHTS.searchResources,
    doc: {
      operationId: 'fhir_patient_search',
      tag: TAG,
      summary: 'Search patients',
      description: 'A Patient is an EHR. People are found by name with `Patient/$match`.',
      parameters: [
        { name: '_id', in: 'query', description: 'Ids of Patients, by comma.', schema: { type: 'string' } },
        {
          name: 'identifier',
          in: 'query',
          description:
            '`system|value` of the subject of the EHR; a namespace that is no URI is a system too.',
          schema: { type: 'string' },
        },
        ...PAGE_PARAMETERS,
        ...FORMAT_PARAMETERS,
      ],
      responses: { 200: { description: 'A page of Patients.', schema: BUNDLE }, ...MALFORMED },
    },
    read: patientQueryIn,
    act: searchPatients,
    reply: ({ patients, next, total }, _query, request): Reply => ({
      ...fhirReply(
        200,
        searchset(
          baseOf(request),
          { matches: patients, total },
          { self: request.publicUrl, next: next === undefined ? undefined : withPage(request, next) },
        ),
      ),
      ...toldOf(patients),
    }),
  }),
  fhirEndpoint({
    route: 'GET /Patient/{id}',
    scope: 'api.read',
    right: RIGHTS.readResource,
    doc: {
      operationId: 'fhir_patient_read',
      tag: TAG,
      summary: 'Read a patient',
      description:
        'The data of the person that the EHR is linked to, if the caller may read people (a right on people, or `api.admin`), and the identifier of its subject.',
      parameters: [PATIENT_ID, ...FORMAT_PARAMETERS],
      responses: { 200: { description: 'The Patient.', schema: PATIENT }, ...NO_RESOURCE },
    },
    read: patientIdIn,
    ehrOf: ehrId => ehrId,
    act: (needs, caller, ehrId) => requirePatient(needs.narrowTo(['Patient'], 'r'), caller, ehrId),
    reply: patient => fhirReply(200, patient, versionHeaders(patient)),
  }),
  fhirEndpoint({
    route: 'GET /Patient/{id}/$everything',
    scope: 'api.read',
    right: RIGHTS.readResource,
    doc: {
      operationId: 'fhir_everything',
      tag: TAG,
      summary: 'Read everything of a patient',
      parameters: [
        PATIENT_ID,
        { name: '_type', in: 'query', description: 'Resource types, by comma.', schema: { type: 'string' } },
        {
          name: '_since',
          in: 'query',
          description: 'Only resources that were committed since this time.',
          schema: { type: 'string' },
        },
        ...PAGE_PARAMETERS,
        ...FORMAT_PARAMETERS,
      ],
      responses: {
        200: { description: 'A page of resources.', schema: BUNDLE },
        ...MALFORMED,
        ...NO_RESOURCE,
      },
    },
    read: everythingIn,
    ehrOf: ({ ehrId }) => ehrId,
    act: everything,
    reply: ({ resources, total, next }, _asked, request) =>
      fhirReply(
        200,
        searchset(
          baseOf(request),
          { matches: resources, total },
          { self: request.publicUrl, next: next === undefined ? undefined : withPage(request, next) },
        ),
      ),
  }),
]
