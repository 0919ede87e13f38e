/** Creation of resources, alone or in a transaction, and the check without storing. */
import { isResource, type Resource } from '@cairn-ehr/fhir'
import { Problem } from '@cairn-ehr/openehr'
import { RIGHTS } from '../../access/index.ts'
import type { Caller, Endpoint, Incoming, Reply } from '../../http/index.ts'
import type { EhrId } from '../../ids/index.ts'
import { refuseManyVersions, requireEhr } from '../../records/index.ts'
import { CODES, type Code, Refusal } from '../../refusal/index.ts'
import type { FhirNeeds } from '../needs.ts'
import { fhirReply, type Issue, issuesOf, outcome } from '../outcome.ts'
import type { IdentifiedResource } from '../resource/resources-of-version.ts'
import { searchQueryIn } from '../search/search-query.ts'
import { checkResource, storeResources } from '../write/create.ts'
import { patientOf } from '../write/patient-of.ts'
import { type TransactionEntry, transactionEntries } from '../write/transaction.ts'
import {
  ANY_RESOURCE,
  BUNDLE,
  FORMAT_PARAMETERS,
  INVALID_RESOURCE,
  MALFORMED,
  NO_RESOURCE,
  OUTCOME,
  RESOURCE_TYPE,
  TAG,
} from './documented.ts'
import { versionHeaders } from './read-endpoints.ts'
import { baseOf, FHIR_BODY, fhirEndpoint, resourceTypeIn } from './resource-endpoint.ts'
import { findPage } from './search-endpoints.ts'

function resourceIn({ body }: Incoming): Resource {
  if (isResource(body)) return body
  throw new Refusal('request.malformed', 'The body must be a FHIR resource as JSON.')
}

function resourceOfTypeIn(request: Incoming): Resource {
  const type = resourceTypeIn(request)
  const resource = resourceIn(request)
  if (type === 'Patient')
    throw new Refusal('fhir.invalid', 'A Patient is an EHR: create it with POST /openehr/v1/ehr.')
  if (resource.resourceType !== type)
    throw new Refusal(
      'request.malformed',
      `The body is a ${resource.resourceType}, but the address says ${type}.`,
    )
  return resource
}

/** The condition of a creation: parameters of a search, in the header or in an entry. */
interface Condition {
  readonly text: string
  readonly request: Incoming
}

interface ResourceToCreate {
  readonly resource: Resource
  readonly condition: Condition | undefined
  readonly isMinimal: boolean
}

const conditionIn = (request: Incoming): Condition | undefined => {
  const header = request.headers['if-none-exist']
  return header === undefined ? undefined : { text: String(header), request }
}

const several = () =>
  new Refusal('fhir.not_selective', 'The condition of the creation matches several resources of the patient.')

/** The resource of the patient that the condition finds; throws if there are several. */
async function findExisting(
  needs: FhirNeeds,
  caller: Caller,
  ehrId: EhrId,
  type: string,
  { text, request }: Condition,
): Promise<IdentifiedResource | undefined> {
  const given = new URLSearchParams(text.slice(text.indexOf('?') + 1))
  if ([...given].length === 0)
    throw new Refusal('request.malformed', 'If-None-Exist must have search parameters.')
  const query = { ...searchQueryIn(request, type, given), patient: ehrId, count: 2 }
  const { signal, after } = request
  const { resources } = await findPage(needs.narrowTo([type], 's'), caller, { type, query, signal, after })
  if (resources.length > 1) throw several()
  return resources[0]
}

interface Created {
  readonly ehrId: EhrId
  readonly isNew: boolean
  readonly resource: IdentifiedResource | undefined
}

async function create(
  needs: FhirNeeds,
  caller: Caller,
  { resource, condition }: ResourceToCreate,
): Promise<Created> {
  const own = needs.narrowTo([resource.resourceType], 'c')
  const ehrId = await patientOf(own, resource)
  await requireEhr(own, ehrId)
  const existing = condition && (await findExisting(needs, caller, ehrId, resource.resourceType, condition))
  if (existing) return { ehrId, isNew: false, resource: existing }
  const [stored] = await storeResources(own, caller, ehrId, [{ resource, entry: {} }])
  return { ehrId, isNew: true, resource: stored }
}

const locationOf = ({ resourceType, id, meta }: IdentifiedResource): string =>
  `/${resourceType}/${id}/_history/${meta['versionId']}`

function createdReply({ ehrId, isNew, resource }: Created, { isMinimal }: ResourceToCreate): Reply {
  const headers = resource ? { ...versionHeaders(resource), Location: locationOf(resource) } : {}
  const status = isNew ? 201 : 200
  return {
    ...(isMinimal ? { status, headers } : fhirReply(status, resource ?? outcome([STORED]), headers)),
    ehrId,
  }
}

const STORED: Issue = {
  severity: 'information',
  code: 'informational',
  diagnostics: 'Stored as part of another resource, or in a form that no mapping makes a resource of.',
}

interface Transaction {
  readonly entries: readonly TransactionEntry[]
  readonly request: Incoming
}

/** Conditions are looked up before; entries that exist are not stored. */
async function transact(needs: FhirNeeds, caller: Caller, { entries, request }: Transaction) {
  if (entries.length === 0) throw new Refusal('fhir.invalid', 'The Bundle has no entries.')
  refuseManyVersions(entries.length, needs.limits)
  const types = new Set(entries.map(({ resource }) => resource.resourceType))
  const own = needs.narrowTo([...types], 'c')
  const patients = new Set<EhrId>()
  for (const { resource } of entries) patients.add(await patientOf(own, resource))
  const [ehrId, ...others] = patients
  if (ehrId === undefined || others.length > 0)
    throw new Refusal('fhir.invalid', 'All resources of a transaction must be about the same patient.')
  await requireEhr(own, ehrId)
  const existing = new Map<number, IdentifiedResource>()
  for (const { at, resource, ifNoneExist: text } of entries) {
    const found = text && (await findExisting(needs, caller, ehrId, resource.resourceType, { text, request }))
    if (found) existing.set(at, found)
  }
  const fresh = entries.filter(({ at }) => !existing.has(at))
  const stored = fresh.length === 0 ? [] : await storeResources(own, caller, ehrId, fresh)
  return {
    ehrId,
    results: entries.map(entry => ({
      isNew: !existing.has(entry.at),
      resource: existing.get(entry.at) ?? stored[fresh.indexOf(entry)],
    })),
  }
}

const resultEntry =
  (base: string) =>
  ({ isNew, resource }: Omit<Created, 'ehrId'>) => ({
    response: {
      status: isNew ? '201 Created' : '200 OK',
      ...(resource
        ? {
            location: `${base}${locationOf(resource)}`,
            etag: `W/"${resource.meta['versionId']}"`,
            lastModified: resource.meta['lastUpdated'],
          }
        : {}),
    },
  })

const ALL_OK: Issue = {
  severity: 'information',
  code: 'informational',
  diagnostics: 'The resource can be stored.',
}

const isKnown = (error: unknown): error is Problem<Code> =>
  error instanceof Problem && Object.hasOwn(CODES, error.code)

/** Faults of the resource are the answer; others are refused. */
async function validate(needs: FhirNeeds, caller: Caller, resource: Resource): Promise<readonly Issue[]> {
  try {
    const own = needs.narrowTo([resource.resourceType], 'r')
    const { context } = await checkResource(own, caller, await needs.mappings.inForce(), resource)
    return [{ ...ALL_OK, diagnostics: `${ALL_OK.diagnostics} The mapping ${context.name} takes it.` }]
  } catch (error) {
    if (isKnown(error) && CODES[error.code].status === 422) return issuesOf(error)
    throw error
  }
}

const IF_NONE_EXIST = {
  name: 'If-None-Exist',
  in: 'header',
  description: 'Parameters of a search: if the patient has a resource that matches, none is created.',
  schema: { type: 'string' },
} as const

export const writeEndpoints: readonly Endpoint<FhirNeeds>[] = [
  fhirEndpoint({
    route: 'POST /{resource_type}',
    writes: 201,
    scope: 'api.write',
    right: RIGHTS.createResource,
    body: FHIR_BODY,
    doc: {
      operationId: 'fhir_create',
      tag: TAG,
      summary: 'Store a resource as a composition',
      parameters: [RESOURCE_TYPE, IF_NONE_EXIST, ...FORMAT_PARAMETERS],
      body: ANY_RESOURCE,
      responses: {
        200: { description: '`If-None-Exist` found this one; nothing is stored.', schema: ANY_RESOURCE },
        201: {
          description: 'Stored; the resource as it is read from now on.',
          schema: ANY_RESOURCE,
          headers: { Location: 'The version of the resource.', ETag: 'The version.' },
        },
        ...MALFORMED,
        ...NO_RESOURCE,
        412: { description: '`If-None-Exist` matches several resources.' },
        ...INVALID_RESOURCE,
      },
    },
    read: request => ({
      resource: resourceOfTypeIn(request),
      condition: conditionIn(request),
      isMinimal: /\breturn=minimal\b/.test(String(request.headers['prefer'] ?? '')),
    }),
    act: create,
    reply: createdReply,
  }),
  fhirEndpoint({
    route: 'POST /',
    writes: 200,
    scope: 'api.write',
    right: RIGHTS.createResource,
    body: FHIR_BODY,
    doc: {
      operationId: 'fhir_transaction',
      tag: TAG,
      summary: 'Store the resources of a transaction as one contribution',
      description:
        'Entries are creations for one patient. An entry that another one refers to, such as a result of a report, is stored with it.',
      parameters: FORMAT_PARAMETERS,
      body: BUNDLE,
      responses: {
        200: { description: 'Stored.', schema: BUNDLE },
        ...MALFORMED,
        ...NO_RESOURCE,
        412: { description: 'A condition matches several resources.' },
        ...INVALID_RESOURCE,
      },
    },
    read: request => ({ entries: transactionEntries(resourceIn(request)), request }),
    act: transact,
    reply: ({ ehrId, results }, _input, request) => ({
      ...fhirReply(200, {
        resourceType: 'Bundle',
        type: 'transaction-response',
        entry: results.map(resultEntry(baseOf(request))),
      }),
      ehrId,
    }),
  }),
  fhirEndpoint({
    route: 'POST /{resource_type}/$validate',
    action: 'R',
    scope: 'api.read',
    right: RIGHTS.readResource,
    body: FHIR_BODY,
    doc: {
      operationId: 'fhir_validate',
      tag: TAG,
      summary: 'Check whether a resource can be stored',
      parameters: [RESOURCE_TYPE, ...FORMAT_PARAMETERS],
      body: ANY_RESOURCE,
      responses: {
        200: { description: 'All faults, or none.', schema: OUTCOME },
        ...MALFORMED,
        ...NO_RESOURCE,
      },
    },
    read: resourceOfTypeIn,
    act: validate,
    reply: issues => fhirReply(200, outcome(issues)),
  }),
]
