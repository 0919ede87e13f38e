/** Search by resource type, with the query string or a form. */
import type { Resource } from '@cairn-ehr/fhir'
import { RIGHTS } from '../../access/index.ts'
import type { WalPosition } from '../../db/reads/index.ts'
import { type Caller, type Endpoint, type Incoming, memberIdOf, type Reply } from '../../http/index.ts'
import { BODY_LIMITS, readForm } from '../../http/request/index.ts'
import type { EhrId } from '../../ids/index.ts'
import { BARE_CALL, ShownEhrs } from '../../query/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { searchset } from '../bundle.ts'
import type { MappingSet } from '../mappings/mapping-set.ts'
import type { FhirNeeds, FhirServices } from '../needs.ts'
import { fhirReply } from '../outcome.ts'
import { requirePatient } from '../patient/patient.ts'
import { readResource } from '../resource/read-resource.ts'
import { type IdentifiedResource, patientElement } from '../resource/resources-of-version.ts'
import { matches } from '../search/matches.ts'
import { type AskedContext, askedContexts, type FoundPage, runSearch } from '../search/search.ts'
import { type SearchQuery, searchQueryIn } from '../search/search-query.ts'
import { BUNDLE, MALFORMED, NO_RESOURCE, RESOURCE_TYPE, SEARCH_PARAMETERS, TAG } from './documented.ts'
import { baseOf, fhirEndpoint, resourceTypeIn } from './resource-endpoint.ts'

interface AskedSearch {
  readonly type: string
  readonly query: SearchQuery
  readonly signal: AbortSignal
  readonly after: WalPosition | undefined
}

interface FoundSearch extends FoundPage {
  readonly included: readonly IdentifiedResource[]
}

const unmapped = (type: string) =>
  new Refusal('resource.not_found', `No mapping makes ${type} from records of this server.`)

/** The contexts of a type; throws if there are none. */
function requireContexts(set: MappingSet, type: string) {
  const contexts = set.contexts.filter(each => each.type === type)
  if (contexts.length === 0) throw unmapped(type)
  return contexts
}

/** A search that names ids reads them; no other composition can match. */
async function findByIds(
  needs: FhirServices,
  set: MappingSet,
  type: string,
  query: SearchQuery,
): Promise<FoundPage> {
  const contexts = requireContexts(set, type)
  const shownEhrs = new ShownEhrs()
  const resources: IdentifiedResource[] = []
  for (const id of new Set(query.ids)) {
    const found = await readResource(needs, { type, id }).catch(ifAbsent)
    if (!found || (query.patient !== undefined && found.ehrId !== query.patient)) continue
    if (!contexts.some(context => matches(found.resource, context, query))) continue
    shownEhrs.add(found.ehrId)
    resources.push(found.resource)
  }
  return { resources, total: resources.length, next: undefined, shownEhrs }
}

function ifAbsent(error: unknown): undefined {
  if (error instanceof Refusal && ['resource.not_found', 'fhir.deleted'].includes(error.code))
    return undefined
  throw error
}

/** The Patients of the resources, each once. */
async function patientsOf(
  needs: FhirServices,
  caller: Caller,
  resources: readonly IdentifiedResource[],
): Promise<readonly IdentifiedResource[]> {
  const ids = new Set(
    resources.map(resource => {
      const reference = resource[patientElement(resource.resourceType) ?? ''] as
        | { reference?: string }
        | undefined
      return reference?.reference?.replace(/^Patient\//, '') as EhrId
    }),
  )
  return Promise.all([...ids].filter(Boolean).map(id => requirePatient(needs, caller, id)))
}

export async function findPage(
  needs: FhirServices,
  caller: Caller,
  { type, query, signal, after }: AskedSearch,
): Promise<FoundPage> {
  const set = await needs.mappings.inForce()
  if (query.ids !== undefined) return findByIds(needs, set, type, query)
  const asked = askedContexts(set, requireContexts(set, type), query)
  return runSearch(() => needs, set, asked, query, {
    patient: query.patient,
    memberId: memberIdOf(caller),
    signal,
    after,
  })
}

const textPart = (name: string, valueString: string) => ({ name, valueString })

/** Long plans are cut: FHIR has strings of one megabyte at most. */
const LONGEST_TEXT = 100_000

async function explain(needs: FhirServices, { type, query }: AskedSearch): Promise<Resource> {
  const set = await needs.mappings.inForce()
  const asked = askedContexts(set, requireContexts(set, type), query)
  const parameter = await Promise.all(asked.map(each => explainContext(needs, query, each)))
  return { resourceType: 'Parameters', ...(parameter.length === 0 ? {} : { parameter }) }
}

async function explainContext(
  { executor, prepareWhole }: FhirServices,
  { patient, count }: SearchQuery,
  { context, query: { q, parameters, inAql, afterwards } }: AskedContext,
) {
  const prepared = prepareWhole(q, {
    ...BARE_CALL,
    ehrId: patient,
    fetch: count,
    parameters: { typed: parameters, untyped: {} },
  })
  return {
    name: 'context',
    part: [
      textPart('name', context.name),
      textPart('aql', q),
      ...(inAql.length === 0 ? [] : [textPart('in-aql', inAql.join(', '))]),
      ...(afterwards.length === 0 ? [] : [textPart('afterwards', afterwards.join(', '))]),
      textPart('plan', (await executor.explain(prepared)).slice(0, LONGEST_TEXT)),
    ],
  }
}

const isExplained = (found: FoundSearch | Resource): found is Resource => 'resourceType' in found

async function search(all: FhirNeeds, caller: Caller, asked: AskedSearch): Promise<FoundSearch | Resource> {
  const needs = all.narrowTo([asked.type], 's')
  if (asked.query.isExplained) return explain(needs, asked)
  const page = await findPage(needs, caller, asked)
  const included = asked.query.includesPatient
    ? await patientsOf(all.narrowTo(['Patient'], 'r'), caller, page.resources)
    : []
  return { ...page, included }
}

/** Links name the parameters of the search, also of one by POST. */
function linkOf(request: Incoming, type: string, given: URLSearchParams, page?: string): string {
  const query = new URLSearchParams(given)
  if (page !== undefined) query.set('page', page)
  const text = query.toString()
  return `${baseOf(request)}/${type}${text === '' ? '' : `?${text}`}`
}

const parametersIn = ({ query, body }: Incoming): URLSearchParams =>
  body instanceof URLSearchParams ? new URLSearchParams([...query, ...body]) : query

function reply(found: FoundSearch | Resource, { type, query }: AskedSearch, request: Incoming): Reply {
  if (isExplained(found)) return fhirReply(200, found)
  const given = parametersIn(request)
  const links = {
    self: linkOf(request, type, given),
    next: found.next === undefined ? undefined : linkOf(request, type, given, found.next),
  }
  const told = query.patient === undefined ? found.shownEhrs.told() : {}
  const { resources, included, total } = found
  return {
    ...fhirReply(200, searchset(baseOf(request), { matches: resources, included, total }, links)),
    ...told,
  }
}

const askedIn = (request: Incoming): AskedSearch => {
  const type = resourceTypeIn(request)
  return {
    type,
    query: searchQueryIn(request, type, parametersIn(request)),
    signal: request.signal,
    after: request.after,
  }
}

const RESPONSES = {
  200: { description: 'A page of resources.', schema: BUNDLE },
  ...MALFORMED,
  ...NO_RESOURCE,
}

export const searchEndpoints: readonly Endpoint<FhirNeeds>[] = [
  fhirEndpoint({
    route: 'GET /{resource_type}',
    scope: 'api.read',
    right: RIGHTS.searchResources,
    otherNames: 'checked',
    doc: {
      operationId: 'fhir_search',
      tag: TAG,
      summary: 'Search resources of a type',
      parameters: [RESOURCE_TYPE, ...SEARCH_PARAMETERS],
      responses: RESPONSES,
    },
    read: askedIn,
    ehrOf: ({ query }) => query.patient,
    act: search,
    reply,
  }),
  fhirEndpoint({
    route: 'POST /{resource_type}/_search',
    action: 'R',
    scope: 'api.read',
    right: RIGHTS.searchResources,
    body: { 'application/x-www-form-urlencoded': readForm },
    bodyLimit: BODY_LIMITS.form,
    bodyOptional: true,
    otherNames: 'checked',
    doc: {
      operationId: 'fhir_search_form',
      tag: TAG,
      summary: 'Search resources of a type, with the parameters in a form',
      parameters: [RESOURCE_TYPE],
      body: { type: 'object', additionalProperties: { type: 'string' } },
      responses: RESPONSES,
    },
    read: askedIn,
    ehrOf: ({ query }) => query.patient,
    act: search,
    reply,
  }),
]
