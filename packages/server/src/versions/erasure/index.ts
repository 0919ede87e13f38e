/** Physical deletion and merging of EHRs, objects and episodes. */
export {
  adoptDirectory,
  hasHadDirectory,
  type LockedEhr,
  leaveTombstone,
  lockEhr,
  type Moved,
  moveRecords,
  removeEhr,
} from './ehr-erasure.ts'
export { findAnyEpisode, removeEpisode } from './episode-erasure.ts'
export { eraseEhrAgain, eraseObjectAgain, erasePartyAgain } from './erase-again.ts'
export { leaveObjectTombstone, type RemovedVersions, removeObject } from './object-erasure.ts'
export { erasedParties, eraseParty, erasePersonOf, hasLinkedEhr, lockPartyAlone } from './party-erasure.ts'
