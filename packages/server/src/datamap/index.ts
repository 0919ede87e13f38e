/** The datamap room: templates as tables, defined, listed, read and written. */
import type { Reads } from '../db/index.ts'
import { type BoundEndpoint, bind } from '../http/index.ts'
import { type FairLine, openCurrentDictionaries } from '../query/index.ts'
import { openDatamapShelf } from './definition/datamap-shelf.ts'
import { datamapDefinitionEndpoints } from './definition/endpoints.ts'
import { listEndpoints } from './list/endpoints.ts'
import { recordEndpoints } from './record/endpoints.ts'
import type { WriteNeeds } from './record/write.ts'

export { openDatamapShelf } from './definition/datamap-shelf.ts'
export { findAllDatamaps, findDatamap, insertDatamapAs, type StoredDatamap } from './definition/store.ts'
export { changeColumnIndex } from './list/column-index.ts'

export interface DatamapNeeds extends WriteNeeds {
  readonly reads: Reads
  /** The queue for the connections of queries. */
  readonly connectionLine: FairLine
}

export const datamapRoomEndpoints = (needs: DatamapNeeds): BoundEndpoint[] => {
  const datamaps = openDatamapShelf(needs)
  const currentOf = openCurrentDictionaries(needs.dictionary)
  const own = { ...needs, datamaps, currentOf }
  return [
    ...bind(datamapDefinitionEndpoints, own),
    ...bind(listEndpoints, own),
    ...bind(recordEndpoints, own),
  ]
}
