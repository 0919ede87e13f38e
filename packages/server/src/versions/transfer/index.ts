/** Export and import of whole EHRs, of tombstones, and of the keys and templates that their signatures need. */

export { findVersionsOf } from '../store.ts'
export {
  countSelected,
  type ExportedContribution,
  type ExportedEhr,
  type ExportedEhrTombstone,
  type ExportedEpisode,
  type ExportedFindings,
  type ExportedObject,
  type ExportedObjectTombstone,
  type ExportedPartyTombstone,
  type ExportedTag,
  type ExportedVersion,
  exportedContributions,
  exportedEhrs,
  exportedEhrTombstones,
  exportedObjectTombstones,
  exportedPartyTombstones,
  type SelectedCounts,
  type Selection,
} from './export-store.ts'
export type { GivenVersion, ImportOutcome } from './given-version.ts'
export {
  type GivenContribution,
  type PreparedContribution,
  prepareContribution,
  writeContributions,
} from './import-contributions.ts'
export { writeEhrs, writeEhrTombstone, writeObjectTombstone } from './import-ehrs.ts'
export {
  findRecordKey,
  findRecordKeys,
  findSignedTemplate,
  findSignedTemplates,
  insertRecordKey,
  insertSignedTemplate,
  type RecordKey,
  type SignedTemplate,
} from './key-store.ts'
export {
  type ExportedLink,
  type ExportedMerge,
  exportedOfPeople,
  writeOfParties,
} from './party-transfer.ts'
