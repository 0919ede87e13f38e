/** Shared by every room that reads or writes records: drafts are checked and committed, versions are found. */
export { ACCEPTED, changeTypesOf, STEPS, type Step } from './acceptance.ts'
export {
  type CheckedData,
  type CheckRules,
  checkData,
  checkDraft,
  type RecordDraft,
  recordDraftIn,
  requireSameTemplate,
} from './draft.ts'
export { findAtTime, findByUid } from './find-version.ts'
export { limitEhrNeeds } from './limited-needs.ts'
export { type RecordLimits, refuseManyVersions } from './limits.ts'
export {
  commitOne,
  commitTo,
  type EhrNeeds,
  explainMissing,
  loadVersionAnswer,
  notModifiable,
  requireEhr,
  requireHead,
  requireVersion,
  withTemplatesInForce,
} from './needs.ts'
export {
  answerTagGrammar,
  type DeleteRequest,
  deleteObject,
  deleteRequestIn,
  type WriteRequest,
  type WriteTarget,
  withTags,
  writeObject,
  writeOptionsIn,
  writeRequestIn,
} from './write-object.ts'
