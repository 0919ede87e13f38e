/** Shared by every room that reads or writes records: bodies, headers, ids, preconditions, commits, and answers about versions. */
export { ACCEPTED, changeTypesOf, STEPS, type Step } from './acceptance.ts'
export {
  chooseObjectId,
  isEmptyUid,
  isUidOf,
  keepingUid,
  LIMITED_UID,
  refuseTaken,
  uidOf,
  withoutEmptyUid,
} from './uids/client-uid.ts'
export {
  auditOf,
  type CommitHeaders,
  checkedCommitter,
  commitHeadersIn,
  committerOf,
  lifecycleOf,
} from './request/commit-headers.ts'
export {
  CLIENT_UID,
  COMMIT_HEADERS,
  CONFLICT,
  EHR_ID,
  FORM,
  FORMAT,
  IF_MATCH,
  INVALID,
  NOT_FOUND,
  NOT_MODIFIABLE,
  OBJECT_UID,
  OPTIONAL_IF_MATCH,
  PREFER_READ,
  PREFER_WRITE,
  TAG_HEADERS,
  TEMPLATE_HEADER,
  UID_BASED_ID,
  VERSION_AT_TIME,
  VERSION_HEADERS,
  VERSION_UID,
} from './documented/parameters.ts'
export {
  type CheckedData,
  type CheckRules,
  checkData,
  checkDraft,
  type RecordDraft,
  recordDraftIn,
  requireSameTemplate,
} from './draft.ts'
export { EPISODE_HEADER, episodeUidIn, inEpisode } from './request/episode-header.ts'
export { findAtTime, findByUid } from './find-version.ts'
export {
  findingsHeader,
  type Handling,
  handlingOf,
  type Lenience,
  lenienceOf,
  withFindings,
} from './request/handling.ts'
export {
  changedObjectIdIn,
  ehrIdIn,
  noEhr,
  noVersion,
  objectIdIn,
  type UidBasedId,
  uidBasedIdIn,
  versionIdIn,
} from './uids/named-ids.ts'
export {
  hasTags,
  isServerTag,
  itemTag,
  readTagGrammar,
  refuseTags,
  type TagAnswer,
  type TagInput,
  tagHeaders,
  tagInputIn,
  tagsOfJson,
} from './request/item-tags.ts'
export { limitEhrNeeds } from './limited-needs.ts'
export { type RecordLimits, refuseManyVersions } from './limits.ts'
export {
  type AnswerFormat,
  answerFormatIn,
  CANONICAL_BODY,
  CANONICAL_TYPES,
  contentType,
  isSimplified,
  LOCATABLE_BODY,
  LOCATABLE_TYPES,
  noSimplifiedForm,
  printResource,
  recordBodyIn,
  represent,
} from './reply/media.ts'
export {
  commitOne,
  commitTo,
  type EhrNeeds,
  loadVersionAnswer,
  notModifiable,
  requireEhr,
  requireHead,
  requireVersion,
  withTemplatesInForce,
} from './needs.ts'
export { originalUidWarning } from './uids/original-uid.ts'
export {
  ifMatchIn,
  latestFacts,
  locateLatest,
  optionalIfMatchIn,
  type Precondition,
  requireLatest,
} from './request/precondition.ts'
export {
  dataReply,
  deletedReply,
  ehrPath,
  tagsReply,
  updateStatus,
  type VersionAnswer,
  versionReply,
  writeReply,
} from './reply/replies.ts'
export { atTimeIn } from './request/time.ts'
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
