/** The datamap room: templates as tables, defined, listed, read and written. */
import type { Database } from '../db/index.ts'
import { type BoundEndpoint, bind } from '../http/index.ts'
import { type FairLine, openCurrentDictionary } from '../query/index.ts'
import { openDatamapShelf } from './definition/datamap-shelf.ts'
import { datamapDefinitionEndpoints } from './definition/endpoints.ts'
import { listEndpoints } from './list/endpoints.ts'
import { recordEndpoints } from './record/endpoints.ts'
import type { WriteNeeds } from './record/write.ts'

export { openDatamapShelf } from './definition/datamap-shelf.ts'
export { findAllDatamaps, findDatamap, insertDatamapAs, type StoredDatamap } from './definition/store.ts'
export { changeColumnIndex } from './list/column-index.ts'

export interface DatamapNeeds extends WriteNeeds {
  /** The connections of queries. */
  readonly queryPool: Database
  /** The queue for those connections. */
  readonly connectionLine: FairLine
}

export const datamapRoomEndpoints = (needs: DatamapNeeds): BoundEndpoint[] => {
  const datamaps = openDatamapShelf(needs)
  const current = openCurrentDictionary(needs.queryPool, needs.dictionary)
  const own = { ...needs, datamaps, current }
  return [
    ...bind(datamapDefinitionEndpoints, own),
    ...bind(listEndpoints, own),
    ...bind(recordEndpoints, own),
  ]
}
