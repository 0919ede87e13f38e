/** The transfer room: takes records, with all that belongs to them, from one server to another. */
import { parseJson } from '@cairn-ehr/openehr/format'
import { limitOf } from '../access/index.ts'
import { type BoundEndpoint, bind, type LimitNeeds, limitDatabase } from '../http/index.ts'
import type { ExportedEhrTombstone, ExportedObjectTombstone } from '../versions/index.ts'
import { type TransferNeeds, transferEndpoints } from './endpoints.ts'
import { isMembers, rejected } from './fields.ts'
import { readEhrTombstone, readObjectTombstone } from './read-lines.ts'

/** Rights that are limited open the export for research only. */
const limitTransfer =
  (needs: TransferNeeds): LimitNeeds<TransferNeeds> =>
  call => {
    const { rights, right } = call
    const limit = limitOf(rights, right)
    if (!limit?.deidentified) throw new Error('limited rights export nothing but records without identity')
    const { executor, prepareWhole, identityKey } = needs
    const db = limitDatabase(needs.db, call)
    return {
      ...needs,
      db,
      executor: executor.limitedTo(limit),
      research: { db, executor, prepareWhole, identityKey, rights },
    }
  }

export const transferRoomEndpoints = (needs: TransferNeeds): BoundEndpoint[] =>
  bind(transferEndpoints, needs, limitTransfer(needs))

/** Reads a line of an erasure log, which has the form of an export. */
export function readErasure(text: string): ExportedEhrTombstone | ExportedObjectTombstone {
  const line = parseJson(text)
  if (isMembers(line) && line['record'] === 'erased_ehr') return readEhrTombstone(line)
  if (isMembers(line) && line['record'] === 'erased_object') return readObjectTombstone(line)
  throw rejected('A line of an erasure log is an erased_ehr or an erased_object.')
}
