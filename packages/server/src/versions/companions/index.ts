/** Rows that are written with versions: EHRs, their directory and episodes, tags, findings. */
export { ownedByOneEhr } from './chosen-uid.ts'
export { changeDirectory, findDirectoryId } from './directory-store.ts'
export {
  applyStatus,
  findEhr,
  findEhrBySubject,
  findErased,
  lockRecord,
  type StatusFlags,
  type StoredEhr,
  type Subject,
} from './ehr-store.ts'
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
} from './episode-store.ts'
export { openFindingCount } from './finding-count.ts'
export {
  countFindings,
  type FindingFilter,
  findFindings,
  insertFindings,
  type VersionFindings,
} from './finding-store.ts'
export {
  FINDINGS_TAG,
  findAllTags,
  findEhrTags,
  findTags,
  type ItemTag,
  insertServerTag,
  removeTags,
  replaceTags,
  type TagFilter,
  type Tagged,
} from './tag-store.ts'
