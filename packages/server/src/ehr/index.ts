/** The EHR room: endpoints over versions. */
import { type BoundEndpoint, bind } from '../http/index.ts'
import { compositionEndpoints } from './composition-endpoints.ts'
import { contributionEndpoints } from './contribution-endpoints.ts'
import { directoryEndpoints } from './directory-endpoints.ts'
import { ehrEndpoints } from './ehr-endpoints.ts'
import { episodeEndpoints } from './episode-endpoints.ts'
import { findingEndpoints } from './finding-endpoints.ts'
import type { EhrNeeds } from './needs.ts'
import { statusEndpoints } from './status-endpoints.ts'
import { tagEndpoints } from './tag-endpoints.ts'
import { versionedEndpoints } from './versioned-endpoints.ts'

export { commitHeadersIn, committerOf } from './commit-headers.ts'
export { COMMIT_HEADERS, EHR_ID, IF_MATCH, OPTIONAL_IF_MATCH, TAG_HEADERS } from './documented.ts'
export { episodeInUse, episodeIsDefault, noEpisode } from './episode-commit.ts'
export { EPISODE_UID, episodeAddressIn, NO_EPISODE, NOTHING, refuseContent } from './episode-endpoints.ts'
export { EPISODE_HEADER } from './episode-header.ts'
export { EPISODE_COLUMNS, EPISODE_FIELDS, EPISODE_OF_RECORD } from './episode-store.ts'
export { ehrIdIn, noEhr, noVersion, uidBasedIdIn, type VersionId, versionIdOf } from './ids.ts'
export { type EhrNeeds, needEhr, notModifiable } from './needs.ts'
export { ifMatchIn, optionalIfMatchIn, type Precondition, requireLatest } from './precondition.ts'
export { type Found, tagsReply } from './replies.ts'
export {
  type Deleting,
  deletingIn,
  remove,
  submissionIn,
  type Target,
  type Writing,
  write,
} from './update.ts'

export const ehrRoomEndpoints = (needs: EhrNeeds): BoundEndpoint[] =>
  bind(
    [
      ...ehrEndpoints,
      ...statusEndpoints,
      ...compositionEndpoints,
      ...versionedEndpoints,
      ...contributionEndpoints,
      ...directoryEndpoints,
      ...tagEndpoints,
    ],
    needs,
  )

/** Those of an interface beside openEHR's own. */
export const episodeRoomEndpoints = (needs: EhrNeeds): BoundEndpoint[] =>
  bind([...episodeEndpoints, ...findingEndpoints], needs)
