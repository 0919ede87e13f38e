/** The versions room: the only writer of clinical data, and its reader. */
export { codedText, codeNamed, type Group, rubric } from './printed/coded.ts'
export { type CommitNeeds, type Companion, commit, commitNewEhr } from './commit.ts'
export { insertCommit, openCommitWriter, openNewEhrDoor } from './commit-store.ts'
export { ownedByOneEhr } from './companions/chosen-uid.ts'
export { changeDirectory, findDirectoryId } from './companions/directory-store.ts'
export {
  assignEpisode,
  EPISODE_COLUMNS,
  EPISODE_FIELDS,
  EPISODE_OF_RECORD,
  type EpisodeData,
  findEpisode,
  findEpisodes,
  insertEpisode,
  lockEmptyEpisode,
  markEpisodeDeleted,
  type StoredEpisode,
  type Urgency,
  updateEpisode,
} from './companions/episode-store.ts'
export {
  FINDINGS_TAG,
  findEhrTags,
  findTags,
  type ItemTag,
  insertServerTag,
  removeTags,
  replaceTags,
  type TagFilter,
  type Tagged,
} from './companions/tag-store.ts'
export type { DocumentCheck, SignedDocument } from './verify/document-check.ts'
export { openEhrLane } from './ehr-lane.ts'
export {
  applyStatus,
  findAndLockEhr,
  findEhr,
  findEhrBySubject,
  findErased,
  type StatusFlags,
  type StoredEhr,
  type Subject,
} from './companions/ehr-store.ts'
export { printVersion, timestamp, type WireProfile } from './printed/envelope.ts'
export {
  adoptDirectory,
  hasHadDirectory,
  type LockedEhr,
  leaveTombstone,
  lockEhr,
  type Moved,
  moveRecords,
  removeEhr,
} from './erasure/ehr-erasure.ts'
export { findAnyEpisode, removeEpisode } from './erasure/episode-erasure.ts'
export { leaveObjectTombstone, type RemovedVersions, removeObject } from './erasure/object-erasure.ts'
export type { Fault } from './verify/fault.ts'
export { openFindingCount } from './companions/finding-count.ts'
export {
  countFindings,
  type FindingFilter,
  findFindings,
  insertFindings,
  type VersionFindings,
} from './companions/finding-store.ts'
export { openRootCheck } from './verify/index-check.ts'
export { rebuildIndex } from './verify/index-rebuild.ts'
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
export { openPacker } from './packing/pack.ts'
export {
  type DocumentColumns,
  documentColumns,
  documentText,
  documentTexts,
  hasDocument,
} from './packing/unpack.ts'
export { type SettleTime, settlingTimes } from './read-time.ts'
export { restoreEnvelope } from './printed/short-envelope.ts'
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
export { eraseEhrAgain, eraseObjectAgain } from './transfer/erase-again.ts'
export {
  countSelected,
  type ExportedContribution,
  type ExportedEhr,
  type ExportedEhrTombstone,
  type ExportedEpisode,
  type ExportedFindings,
  type ExportedObject,
  type ExportedObjectTombstone,
  type ExportedTag,
  type ExportedVersion,
  exportedContributions,
  exportedEhrs,
  exportedEhrTombstones,
  exportedObjectTombstones,
  type SelectedCounts,
  type Selection,
} from './transfer/export-store.ts'
export {
  type GivenContribution,
  type GivenVersion,
  type ImportOutcome,
  type PreparedContribution,
  prepareContribution,
  writeContributions,
} from './transfer/import-contributions.ts'
export { writeEhrs, writeEhrTombstone, writeObjectTombstone } from './transfer/import-ehrs.ts'
export {
  findRecordKey,
  findRecordKeys,
  findSignedTemplate,
  findSignedTemplates,
  insertRecordKey,
  insertSignedTemplate,
  type RecordKey,
  type SignedTemplate,
} from './transfer/key-store.ts'
export { type Verified, verifyRecords } from './verify/records.ts'
