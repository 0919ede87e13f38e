/** The EHR room: endpoints over versions. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { type BoundEndpoint, bind } from '../http/index.ts'
import { type EhrNeeds, limitEhrNeeds } from '../records/index.ts'
import { compositionEndpoints } from './composition/endpoints.ts'
import { findingEndpoints } from './composition/finding-endpoints.ts'
import { contributionEndpoints } from './contribution/endpoints.ts'
import { directoryEndpoints } from './directory/endpoints.ts'
import { ehrEndpoints } from './ehr/endpoints.ts'
import { episodeEndpoints } from './episodes/endpoints.ts'
import { defaultEpisode, folderOf } from './episodes/episode.ts'
import { statusEndpoints } from './status/endpoints.ts'
import { DEFAULT_STATUS } from './status/status.ts'
import { tagEndpoints } from './tags/endpoints.ts'
import { versionedEndpoints } from './versioned/endpoints.ts'

export { objectEndpoints } from './composition/endpoints.ts'
export { episodeInUse, episodeIsDefault, noEpisode } from './episodes/commit.ts'
export { EPISODE_UID, episodeAddressIn, NO_EPISODE, NOTHING, refuseContent } from './episodes/endpoints.ts'

/** Documents that the server makes, each without anything of a patient. */
export const SERVER_DOCUMENTS: readonly RmObject[] = [DEFAULT_STATUS, folderOf(defaultEpisode(''))]

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
    limitEhrNeeds(needs),
  )

/** Episodes are not a part of the openEHR REST API, so they are mounted separately. */
export const episodeRoomEndpoints = (needs: EhrNeeds): BoundEndpoint[] =>
  bind([...episodeEndpoints, ...findingEndpoints], needs, limitEhrNeeds(needs))
export { type ContributionResource, contributionEndpointsOf } from './contribution/endpoints.ts'
export { defaultEpisode, folderOf } from './episodes/episode.ts'
export { launchRecords } from './launch/choice-store.ts'
export type { Access, ObjectResource } from './resource.ts'
export { flagsOf } from './status/status.ts'
export { LISTED_TAGS, listedTag, TAG_FILTER, tagEndpointsOf, tagFilterIn } from './tags/endpoints.ts'
export { type VersionedResource, versionedEndpointsOf } from './versioned/endpoints.ts'
