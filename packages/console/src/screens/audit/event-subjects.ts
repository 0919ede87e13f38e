/** The records and parties that events are about. The audit trail has a party where it has the EHR of a record. */
import type { AuditEvent } from '@cairn-ehr/client'
import { type LocalParty, PARTY_KINDS } from '../../display/party-ref.ts'

const PARTY_PATH = /\/demographic\/([a-z_]+)\//

/** A party; the address of a version does not say its kind. */
interface EventParty {
  readonly kind: LocalParty['kind'] | undefined
  readonly uid: string
}

/** The party of an event, by the path of the request. */
export function partyIn({ ehr_id, path }: Pick<AuditEvent, 'ehr_id' | 'path'>): EventParty | undefined {
  const [, name] = PARTY_PATH.exec(path) ?? []
  if (name === undefined || !ehr_id) return undefined
  return { kind: PARTY_KINDS.find(kind => kind === name), uid: ehr_id }
}

/** Ids to ask names for. */
export function subjectsOf(events: readonly AuditEvent[]): {
  readonly ehrIds: readonly string[]
  readonly personIds: readonly string[]
} {
  const ofParties = events.filter(event => partyIn(event))
  const idsIn = (list: readonly AuditEvent[]) => list.flatMap(({ ehr_id }) => ehr_id ?? [])
  return {
    ehrIds: idsIn(events.filter(event => !partyIn(event))),
    personIds: idsIn(ofParties.filter(event => ['person', undefined].includes(partyIn(event)?.kind))),
  }
}
