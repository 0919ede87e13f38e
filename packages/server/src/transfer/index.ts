/** The transfer room: takes records, with all that belongs to them, from one server to another. */
import { parseJson } from '@cairn-ehr/openehr/format'
import { limitOf } from '../access/index.ts'
import type { Database } from '../db/index.ts'
import { type BoundEndpoint, bind, type LimitNeeds, limitDatabase } from '../http/index.ts'
import type {
  ExportedEhrTombstone,
  ExportedObjectTombstone,
  ExportedPartyTombstone,
} from '../versions/transfer/index.ts'
import { type ExportNeeds, exportEndpoints, importEndpoints } from './endpoints.ts'
import { isMembers, rejected } from './fields.ts'
import type { ImportNeeds } from './import.ts'
import { readEhrTombstone, readObjectTombstone, readPartyTombstone } from './read-lines.ts'

/** Rights that are limited open the export for research only. */
const limitExport =
  (needs: ExportNeeds, all: Database): LimitNeeds<ExportNeeds> =>
  call => {
    const { rights, right } = call
    const limit = limitOf(rights, right)
    if (!limit?.deidentified) throw new Error('limited rights export nothing but records without identity')
    const { executor, prepareWhole, identityKey } = needs
    const db = limitDatabase(all, call)
    return {
      ...needs,
      executor: executor.limitedTo(limit),
      research: { db, executor, prepareWhole, identityKey, rights },
    }
  }

export const transferRoomEndpoints = (needs: ExportNeeds & ImportNeeds): BoundEndpoint[] => [
  ...bind(exportEndpoints, needs, limitExport(needs, needs.db)),
  ...bind(importEndpoints, needs),
]

/** Reads a line of an erasure log, which has the form of an export. */
export function readErasure(
  text: string,
): ExportedEhrTombstone | ExportedObjectTombstone | ExportedPartyTombstone {
  const line = parseJson(text)
  if (isMembers(line) && line['record'] === 'erased_ehr') return readEhrTombstone(line)
  if (isMembers(line) && line['record'] === 'erased_object') return readObjectTombstone(line)
  if (isMembers(line) && line['record'] === 'erased_party') return readPartyTombstone(line)
  throw rejected('A line of an erasure log is an erased_ehr, an erased_object or an erased_party.')
}
