/** The kinds of parties as resources: their addresses, and the rights on them. */

import { partyRight } from '../access/index.ts'
import { PARTY_RESOURCES } from '../access/scopes/index.ts'
import type { Access, ContributionResource, ObjectResource, VersionedResource } from '../ehr/index.ts'
import { FORMAT, OBJECT_UID } from '../records/documented/index.ts'
import { objectIdIn } from '../records/uids/index.ts'
import { PARTY_KINDS, type PartyKind } from '../versions/parties/index.ts'

/** A token that reads records reads no parties: only rights on them, or those of an administrator, open them. */
const needs = (right: Access['right']): Access => ({ scope: 'api.admin', right })

export const anyParty = (...permissions: Parameters<typeof partyRight>[1][]): Access =>
  needs(partyRight('party', ...permissions))

const resourceOf = (name: (typeof PARTY_RESOURCES)[number]): ObjectResource => ({
  kind: name.toUpperCase() as PartyKind,
  path: `/demographic/${name}`,
  name,
  operation: `demographic_${name}`,
  tag: 'Demographic',
  access: {
    create: needs(partyRight(name, 'c')),
    read: needs(partyRight(name, 'r')),
    change: needs(partyRight(name, 'u')),
    remove: needs(partyRight(name, 'd')),
  },
})

export const PARTIES: readonly ObjectResource[] = PARTY_RESOURCES.map(resourceOf)

export const VERSIONED_PARTIES: VersionedResource = {
  name: 'PARTY',
  kinds: PARTY_KINDS,
  tag: 'Demographic',
  path: '/demographic/versioned_party/{versioned_object_uid}',
  parameters: [OBJECT_UID, FORMAT],
  access: anyParty('r'),
  objectIn: request => objectIdIn(request, 'versioned_object_uid'),
}

export const PARTY_CONTRIBUTIONS: ContributionResource = {
  path: '/demographic/contribution',
  name: 'demographic_contribution',
  tag: 'Demographic',
  classes: 'parties: PERSON, ORGANISATION, GROUP, AGENT and ROLE',
  create: anyParty('c', 'u', 'd'),
  read: anyParty('r'),
  ehrIn: () => undefined,
  parameters: [],
}
