/** References to parties of this server. Those in other namespaces are identifiers of other systems. */
import { objectAt, type RmObject, textAt } from './rm-object.ts'

export const PARTY_KINDS = ['person', 'organisation', 'group', 'agent', 'role'] as const

export type PartyKind = (typeof PARTY_KINDS)[number]

export interface LocalParty {
  readonly kind: PartyKind
  readonly uid: string
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The party that a PARTY_REF names, if it is one of this server. */
export function localParty(reference: RmObject | undefined): LocalParty | undefined {
  const type = (textAt(reference, 'type') ?? '').toLowerCase()
  const kind = PARTY_KINDS.find(each => each === type)
  const uid = textAt(objectAt(reference, 'id'), 'value') ?? ''
  return kind && textAt(reference, 'namespace') === 'local' && UUID.test(uid) ? { kind, uid } : undefined
}

/** The party that a PARTY_IDENTIFIED stands for. */
export const identifiedParty = (party: RmObject | undefined): LocalParty | undefined =>
  localParty(objectAt(party, 'external_ref'))
