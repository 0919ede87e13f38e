/** Invariants of people, organisations, roles and the relationships between them (RM demographic). */
import { attributesOf, isObjectVersionId, type Rm } from '../../rm/index.ts'
import { show } from '../visit.ts'
import { about, members, type RuleTable, rule, textOf } from './invariant.ts'
import { rootRequired } from './structure.ts'

/** The id of the object; a version id names one version of it. */
function objectIdOf(id: unknown): string | undefined {
  const text = textOf(id)?.toLowerCase()
  return text !== undefined && isObjectVersionId(text) ? text.split('::')[0] : text
}

/** The object id of the first source that is another party than `uid`. An id with a scheme cannot be compared. */
function foreignSource(relationships: unknown, uid: unknown): string | undefined {
  const own = objectIdOf(uid)
  if (own === undefined || !Array.isArray(relationships)) return undefined
  return relationships
    .map(each => attributesOf<Rm.PartyRef>(attributesOf<Rm.PartyRelationship>(each).source).id)
    .filter(id => attributesOf<Rm.GenericId>(id).scheme === undefined)
    .map(objectIdOf)
    .find(id => id !== undefined && id !== own)
}

/**
 * Left out: `Uid_mandatory`, since the service gives the uid, and `Legal_identity_exists`, since the purpose of an
 * identity is a free text in any language (docs/decisions/0098).
 */
export const DEMOGRAPHIC_RULES: RuleTable = {
  PARTY: [
    rootRequired,
    members('Identities_valid', 'identities'),
    members('Contacts_valid', 'contacts'),
    members('Relationships_validity', 'relationships'),
    // The second half of Relationships_validity: for all of them, source = self.
    rule(
      'Relationships_source_validity',
      'relationships whose source is this party',
      ({ relationships, uid }) => {
        const source = foreignSource(relationships, uid)
        return source === undefined ? undefined : show(source)
      },
      about('relationships', 'uid'),
    ),
    members('Reverse_relationships_validity', 'reverse_relationships'),
  ],
  ACTOR: [members('Roles_valid', 'roles')],
  ROLE: [members('Capabilities_valid', 'capabilities')],
  CONTACT: [members('Addresses_valid', 'addresses')],
}
