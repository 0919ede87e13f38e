/** `metadata`: the CapabilityStatement, which every client may read. */
import type { Endpoint } from '../../http/index.ts'
import { capabilityStatement } from '../capability.ts'
import type { FhirNeeds } from '../needs.ts'
import { fhirReply } from '../outcome.ts'
import { ANY_RESOURCE, FORMAT_PARAMETERS, TAG } from './documented.ts'
import { baseOf, fhirEndpoint } from './resource-endpoint.ts'

export const metadataEndpoints: readonly Endpoint<FhirNeeds>[] = [
  fhirEndpoint({
    route: 'GET /metadata',
    scope: 'public',
    unaudited: true,
    otherNames: 'ignored',
    doc: {
      operationId: 'fhir_metadata',
      tag: TAG,
      summary: 'Read the CapabilityStatement',
      parameters: FORMAT_PARAMETERS,
      responses: { 200: { description: 'The CapabilityStatement.', schema: ANY_RESOURCE } },
    },
    read: () => undefined,
    act: async ({ mappings, shelf, version, authUrl, since }) => ({
      set: await mappings.inForce(),
      templates: new Set(await shelf.ids()),
      facts: { version, authUrl, date: new Date(since).toISOString() },
    }),
    reply: ({ set, templates, facts }, _input, request) =>
      fhirReply(200, capabilityStatement(set, templates, { ...facts, base: baseOf(request) })),
  }),
]
