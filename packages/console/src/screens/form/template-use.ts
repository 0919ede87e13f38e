/** The use of a template, by the class of its root. */
import { PARTY_KINDS, type PartyKind } from '../../display/party-ref.ts'

interface Rooted {
  readonly archetype_id: string
}

/** False for templates of people, roles, statuses and folders. */
export const isForRecords = ({ archetype_id }: Rooted): boolean => archetype_id.includes('-COMPOSITION.')

/** The kind of party that a template describes; undefined for those of records. */
export const partyKindOf = ({ archetype_id }: Rooted): PartyKind | undefined =>
  PARTY_KINDS.find(kind => archetype_id.includes(`-DEMOGRAPHIC-${kind.toUpperCase()}.`))
