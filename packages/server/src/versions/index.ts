/** The versions room: the only writer of clinical data, and its reader. */
export { type CommitNeeds, type Companion, commit, commitNewEhr } from './commit.ts'
export { insertCommit, openCommitWriter, openNewEhrDoor } from './commit-store.ts'
export { openEhrLane } from './ehr-lane.ts'
export {
  ATTESTATION,
  type AuditDraft,
  type Change,
  COMPLETE,
  type Commit,
  type Committed,
  CREATION,
  DELETED,
  type Head,
  INCOMPLETE,
  type Kind,
  MODIFICATION,
  rmTypeOf,
  type StoredVersion,
  versionUid,
} from './model.ts'
export { type SettleTime, settlingTimes } from './read-time.ts'
export { openSigner, openVerifier, resealRecordKeys, type Signer } from './signature.ts'
export {
  findContribution,
  findContributionVersions,
  findExtant,
  findHead,
  findHistory,
  findLatest,
  findObject,
  findOwner,
  findVersion,
  type StoredContribution,
  type StoredObject,
} from './store.ts'
