/** The datamap room: templates as tables, defined, listed, read and written. */

import { limitOf } from '../access/index.ts'
import type { FairLine } from '../collections/index.ts'
import type { Reads } from '../db/reads/index.ts'
import { type BoundEndpoint, bind, type LimitNeeds, limitReadsOf } from '../http/index.ts'
import { type Executor, openCurrentDictionaries, type Prepare } from '../query/index.ts'
import { limitEhrNeeds } from '../records/index.ts'
import { openDatamapShelf } from './definition/datamap-shelf.ts'
import { datamapDefinitionEndpoints } from './definition/endpoints.ts'
import { limitDatamaps } from './definition/limited-datamaps.ts'
import { type ListRoomNeeds, listEndpoints } from './list/endpoints.ts'
import { recordEndpoints } from './record/endpoints.ts'
import type { WriteNeeds } from './record/write.ts'

export { openDatamapShelf } from './definition/datamap-shelf.ts'
export {
  datamapNames,
  findAllDatamaps,
  findDatamap,
  insertDatamapAs,
  type StoredDatamap,
} from './definition/store.ts'
export { changeColumnIndex } from './list/column-index.ts'
export {
  keepPublished,
  type ListedPublication,
  listPublished,
  type PublishNeeds,
  publishDatamap,
  unpublishDatamap,
  type WantedReader,
} from './publish/index.ts'

export interface DatamapNeeds extends WriteNeeds {
  readonly reads: Reads
  /** The queue for the connections of queries. */
  readonly connectionLine: FairLine
  /** For lists without identity. */
  readonly executor: Executor
  readonly prepareWhole: Prepare
}

export const datamapRoomEndpoints = (needs: DatamapNeeds): BoundEndpoint[] => {
  const datamaps = openDatamapShelf(needs)
  const currentOf = openCurrentDictionaries(needs.reads, needs.dictionary)
  const own: DatamapNeeds & ListRoomNeeds = { ...needs, allReads: needs.reads, datamaps, currentOf }
  const limitRecords = limitEhrNeeds(own)
  const limit: LimitNeeds<typeof own> = call => {
    const limited = limitRecords(call)
    const limit = limitOf(call.rights, call.right)
    return {
      ...limited,
      reads: limitReadsOf(needs.reads, call),
      datamaps: limitDatamaps(datamaps, limited),
      ...(limit?.deidentified
        ? { research: { executor: needs.executor.limitedTo(limit), prepareWhole: needs.prepareWhole } }
        : {}),
    }
  }
  return [
    ...bind(datamapDefinitionEndpoints, own, limit),
    ...bind(listEndpoints, own, limit),
    ...bind(recordEndpoints, own, limit),
  ]
}
