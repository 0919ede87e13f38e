/** Answers about records, and the formats of bodies. */
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
} from './media.ts'
export {
  DEMOGRAPHIC_PATH,
  dataReply,
  deletedReply,
  ehrPath,
  tagsReply,
  updateStatus,
  type VersionAnswer,
  versionReply,
  writeReply,
} from './replies.ts'
