/** `Provenance`: who committed the versions of a resource, from their audits. */
import { RIGHTS } from '../../access/index.ts'
import type { Endpoint, Incoming } from '../../http/index.ts'
import { ShownEhrs } from '../../query/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { searchset } from '../bundle.ts'
import type { FhirNeeds } from '../needs.ts'
import { fhirReply } from '../outcome.ts'
import { type FoundProvenance, findProvenance, readProvenance } from '../provenance/find-provenance.ts'
import { type ProvenanceTarget, targetIn } from '../provenance/provenance.ts'
import {
  ANY_RESOURCE,
  BUNDLE,
  FORMAT_PARAMETERS,
  MALFORMED,
  NO_RESOURCE,
  RESOURCE_ID,
  TAG,
} from './documented.ts'
import { versionHeaders } from './read-endpoints.ts'
import { baseOf, fhirEndpoint } from './resource-endpoint.ts'

const MOST_TARGETS = 50

function targetsIn({ query }: Incoming): readonly ProvenanceTarget[] {
  const texts = query.getAll('target').flatMap(text => text.split(','))
  const targets = texts.flatMap(text => targetIn(text) ?? [])
  if (targets.length === 0 || targets.length < texts.length || targets.length > MOST_TARGETS)
    throw new Refusal(
      'request.malformed',
      `A search for Provenance needs "target", one to ${MOST_TARGETS} references such as Observation/<id>.`,
    )
  return targets
}

/** Each once, also where several targets are of one composition. */
async function findAll(
  all: FhirNeeds,
  targets: readonly ProvenanceTarget[],
): Promise<readonly FoundProvenance[]> {
  const needs = all.narrowTo(['Provenance'], 's')
  const found = new Map<string, FoundProvenance>()
  for (const target of targets)
    for (const each of await findProvenance(needs, target)) found.set(each.resource.id, each)
  return [...found.values()]
}

function shownIn(found: readonly FoundProvenance[]) {
  const shown = new ShownEhrs()
  for (const { ehrId } of found) shown.add(ehrId)
  return shown.told()
}

export const provenanceEndpoints: readonly Endpoint<FhirNeeds>[] = [
  fhirEndpoint({
    route: 'GET /Provenance',
    scope: 'api.read',
    right: RIGHTS.searchResources,
    doc: {
      operationId: 'fhir_provenance_search',
      tag: TAG,
      summary: 'Find who committed the versions of a resource',
      description: 'One Provenance for each version of its composition, the newest first.',
      parameters: [
        {
          name: 'target',
          in: 'query',
          description: 'References, by comma: `Observation/<id>`, or `Observation/<id>/_history/<version>`.',
          schema: { type: 'array', items: { type: 'string' } },
        },
        ...FORMAT_PARAMETERS,
      ],
      responses: { 200: { description: 'All of them.', schema: BUNDLE }, ...MALFORMED },
    },
    read: targetsIn,
    act: (needs, _caller, targets) => findAll(needs, targets),
    reply: (found, _targets, request) => ({
      ...fhirReply(
        200,
        searchset(
          baseOf(request),
          { matches: found.map(({ resource }) => resource), total: found.length },
          { self: request.publicUrl, next: undefined },
        ),
      ),
      ...shownIn(found),
    }),
  }),
  fhirEndpoint({
    route: 'GET /Provenance/{id}',
    scope: 'api.read',
    right: RIGHTS.readResource,
    doc: {
      operationId: 'fhir_provenance_read',
      tag: TAG,
      summary: 'Read who committed a version',
      parameters: [RESOURCE_ID, ...FORMAT_PARAMETERS],
      responses: { 200: { description: 'The Provenance.', schema: ANY_RESOURCE }, ...NO_RESOURCE },
    },
    read: ({ parameters }) => parameters['id'] ?? '',
    act: (needs, _caller, id) => readProvenance(needs.narrowTo(['Provenance'], 'r'), id),
    reply: ({ resource, ehrId }) => ({ ...fhirReply(200, resource, versionHeaders(resource)), ehrId }),
  }),
]
