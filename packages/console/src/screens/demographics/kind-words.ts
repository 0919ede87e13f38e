/** The kinds of parties in words. */
import type { PartyKind } from '../../display/party-ref.ts'
import type { TextKey } from './texts.ts'

export const KIND_WORDS: Readonly<Record<PartyKind, TextKey>> = {
  person: 'Person',
  organisation: 'Organisation',
  group: 'Group',
  agent: 'Agent',
  role: 'Role',
}
