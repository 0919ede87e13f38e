/** Headers and parameters of requests about records: commit headers, preconditions, tags, times. */
export {
  auditOf,
  type CommitHeaders,
  checkedCommitter,
  commitHeadersIn,
  committerOf,
  lifecycleOf,
} from './commit-headers.ts'
export { EPISODE_HEADER, episodeUidIn, inEpisode } from './episode-header.ts'
export {
  findingsHeader,
  type Handling,
  handlingOf,
  type Lenience,
  lenienceOf,
  withFindings,
} from './handling.ts'
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
} from './item-tags.ts'
export {
  ifMatchIn,
  latestFacts,
  locateLatest,
  optionalIfMatchIn,
  type Precondition,
  requireLatest,
} from './precondition.ts'
export { atTimeIn } from './time.ts'
