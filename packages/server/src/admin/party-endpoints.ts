/** The admin route of parties: erases one that no EHR is linked to. A person with an EHR is erased with that. */
import { recorded } from '../audit/index.ts'
import type { Database, Queries } from '../db/index.ts'
import { type Caller, type Endpoint, endpoint } from '../http/index.ts'
import type { ObjectId } from '../ids/index.ts'
import { COMMIT_HEADERS, OBJECT_UID } from '../records/documented/index.ts'
import { noVersion, objectIdIn } from '../records/uids/index.ts'
import { Refusal } from '../refusal/index.ts'
import { erasedParties, eraseParty, hasLinkedEhr, lockPartyAlone } from '../versions/erasure/index.ts'
import type { ErasureLog } from './erasure-log.ts'
import { REASON, reasonIn } from './reason.ts'

interface PartyNeeds {
  readonly db: Database
  readonly erasureLog: ErasureLog
}

const erase = (db: Database, partyId: ObjectId, { clientId, entry }: Caller, reason: string) =>
  recorded(
    db,
    entry,
    async (queries: Queries) => {
      if (!(await lockPartyAlone(queries, partyId))) throw noVersion()
      if (await hasLinkedEhr(queries, partyId))
        throw new Refusal(
          'party.referenced',
          'The person has an EHR: erase the EHR, and the person goes with it.',
        )
      return eraseParty(queries, { partyId, clientId, reason })
    },
    erasedParties,
  )

export const adminPartyEndpoints: readonly Endpoint<PartyNeeds>[] = [
  endpoint({
    route: 'DELETE /admin/party/{versioned_object_uid}',
    writes: 204,
    removes: true,
    fresh: true,
    scope: 'api.admin',
    produces: [],
    doc: {
      operationId: 'admin_party_delete',
      tag: 'Admin',
      summary: 'Delete a party physically',
      description:
        'All versions, tags and search entries of a person, organisation, group, agent or role go. A tombstone keeps its id, when it went, by whom and why. Documents of other parties keep its id. A person with an EHR is deleted with that. People who were merged into a person go with it.',
      parameters: [OBJECT_UID, REASON, ...COMMIT_HEADERS],
      responses: {
        204: { description: 'Deleted for good.' },
        404: { description: 'There is no such party.' },
        409: { description: 'The person has an EHR.' },
      },
    },
    read: request => ({
      partyId: objectIdIn(request, 'versioned_object_uid'),
      reason: reasonIn(request),
    }),
    act: async ({ db, erasureLog }, caller, { partyId, reason }) => {
      await erase(db, partyId, caller, reason)
      await erasureLog.update()
    },
    reply: () => ({ status: 204 }),
  }),
]
