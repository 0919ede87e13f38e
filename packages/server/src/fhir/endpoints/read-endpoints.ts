/** Read, vread and history of a resource. */
import { RIGHTS } from '../../access/index.ts'
import type { Endpoint, Incoming, Reply } from '../../http/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { historyBundle } from '../bundle.ts'
import type { FhirNeeds } from '../needs.ts'
import { fhirReply } from '../outcome.ts'
import { type FoundResource, noResource, readResource, resourceHistory } from '../resource/read-resource.ts'
import type { IdentifiedResource } from '../resource/resources-of-version.ts'
import {
  ANY_RESOURCE,
  BUNDLE,
  FORMAT_PARAMETERS,
  GONE,
  NO_RESOURCE,
  RESOURCE_ID,
  RESOURCE_TYPE,
  TAG,
  VERSION_ID,
} from './documented.ts'
import { baseOf, fhirEndpoint, resourceNameIn } from './resource-endpoint.ts'

/** ETag and Last-Modified by `meta`. */
export const versionHeaders = ({ meta }: IdentifiedResource): Readonly<Record<string, string>> => ({
  ETag: `W/"${meta['versionId']}"`,
  'Last-Modified': new Date(String(meta['lastUpdated'])).toUTCString(),
})

const reply = ({ resource, ehrId }: FoundResource): Reply => ({
  ...fhirReply(200, resource, versionHeaders(resource)),
  ehrId,
})

const GREATEST_VERSION = 2 ** 31 - 1

function versionIn({ parameters }: Incoming): number {
  const text = parameters['version_id'] ?? ''
  const version = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
  if (version > GREATEST_VERSION)
    throw new Refusal('resource.not_found', 'The version must be a number, as meta.versionId has it.')
  return version
}

const FOUND = {
  200: {
    description: 'The resource.',
    schema: ANY_RESOURCE,
    headers: { ETag: 'The version, as a weak tag.', 'Last-Modified': 'The time of the commit.' },
  },
}

export const readEndpoints: readonly Endpoint<FhirNeeds>[] = [
  fhirEndpoint({
    route: 'GET /{resource_type}/{id}',
    scope: 'api.read',
    right: RIGHTS.readResource,
    doc: {
      operationId: 'fhir_read',
      tag: TAG,
      summary: 'Read a resource',
      parameters: [RESOURCE_TYPE, RESOURCE_ID, ...FORMAT_PARAMETERS],
      responses: { ...FOUND, ...NO_RESOURCE, ...GONE },
    },
    read: resourceNameIn,
    act: (needs, _caller, name) => readResource(needs.narrowTo([name.type], 'r'), name),
    reply,
  }),
  fhirEndpoint({
    route: 'GET /{resource_type}/{id}/_history/{version_id}',
    scope: 'api.read',
    right: RIGHTS.readResource,
    doc: {
      operationId: 'fhir_vread',
      tag: TAG,
      summary: 'Read a version of a resource',
      parameters: [RESOURCE_TYPE, RESOURCE_ID, VERSION_ID, ...FORMAT_PARAMETERS],
      responses: { ...FOUND, ...NO_RESOURCE, ...GONE },
    },
    read: request => ({ name: resourceNameIn(request), version: versionIn(request) }),
    act: (needs, _caller, { name, version }) => readResource(needs.narrowTo([name.type], 'r'), name, version),
    reply,
  }),
  fhirEndpoint({
    route: 'GET /{resource_type}/{id}/_history',
    scope: 'api.read',
    right: RIGHTS.readResource,
    doc: {
      operationId: 'fhir_history',
      tag: TAG,
      summary: 'Read the versions of a resource, the newest first',
      description:
        'A version of the composition in which the resource is the same counts too. A hundred at most.',
      parameters: [RESOURCE_TYPE, RESOURCE_ID, ...FORMAT_PARAMETERS],
      responses: { 200: { description: 'The versions.', schema: BUNDLE }, ...NO_RESOURCE },
    },
    read: resourceNameIn,
    act: async (needs, _caller, name) => {
      if (name.type === 'Patient') throw noResource(name)
      return resourceHistory(needs.narrowTo([name.type], 'r'), name)
    },
    reply: ({ versions, ehrId }, name, request) => ({
      ...fhirReply(200, historyBundle(baseOf(request), name, versions, request.publicUrl)),
      ehrId,
    }),
  }),
]
