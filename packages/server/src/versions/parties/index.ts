/** Parties: records of their own, of which a contribution changes several (decision 0100). */

export { requireAgreement } from '../companions/ehr-store.ts'
export { findEhrIdOf, findPersonOf, linkPerson, lockPerson } from '../companions/person-link-store.ts'
export { lockEhr } from '../erasure/ehr-erasure.ts'
export { lockPartyAlone } from '../erasure/party-erasure.ts'
export { lockRecordAlone } from '../erasure/record-lock.ts'
export { isParty, PARTY_KINDS, type PartyKind, recordOfParty, TEMPLATED_KINDS } from '../model.ts'
export { findPartyContribution } from '../store.ts'
export { commitToParties } from './commit.ts'
export {
  findLinksOf,
  findMergesOf,
  findSurvivor,
  insertMerge,
  lockMerges,
  type PersonMerge,
  passLinkOn,
  removeMerge,
} from './merge-store.ts'
export { type PersonEntryRow, putEntry, removeEntry } from './person-entry.ts'
