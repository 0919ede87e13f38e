/** Erases again what had been erased, after a backup from before the erasure was restored. */
import { type AuditEntry, type ChangeNote, type NoteType, recorded } from '../../audit/index.ts'
import type { Database } from '../../db/index.ts'
import { findObject } from '../store.ts'
import type {
  ExportedEhrTombstone,
  ExportedObjectTombstone,
  ExportedPartyTombstone,
} from '../transfer/export-store.ts'
import { insertEhrTombstone, insertObjectTombstone } from '../transfer/import-store.ts'
import { lockEhr, removeEhr } from './ehr-erasure.ts'
import { type RemovedVersions, removeObject } from './object-erasure.ts'
import { erasedParties, eraseParty, erasePersonOf, lockPartyAlone } from './party-erasure.ts'

/** Returns false if there is no such EHR: then only its tombstone is kept. */
export function eraseEhrAgain(
  db: Database,
  tombstone: ExportedEhrTombstone,
  entry: AuditEntry,
): Promise<boolean> {
  return recorded(
    db,
    entry,
    async queries => {
      const isThere = (await lockEhr(queries, tombstone.ehr_id, { alone: true })) !== undefined
      const { ehr_id: ehrId, client_id: clientId, reason } = tombstone
      const people = isThere ? await erasePersonOf(queries, ehrId, { clientId, reason }) : []
      if (isThere) await removeEhr(queries, ehrId)
      const isNew = await insertEhrTombstone(queries, tombstone)
      return { isThere, isChanged: isThere || isNew, people }
    },
    ({ isChanged, isThere, people }) =>
      isChanged
        ? {
            ehrId: tombstone.ehr_id,
            ...(people.length === 0 ? {} : { detail: { ehrs: people } }),
            ...(isThere && { changes: [{ type: 'ehr.erased', subject: tombstone.ehr_id }] }),
          }
        : undefined,
  ).then(({ isThere }) => isThere)
}

const ERASURES: Readonly<Record<string, NoteType>> = {
  FOLDER: 'directory.erased',
  EPISODE: 'episode.erased',
}

const erasureOf = ({ kind, object_id }: ExportedObjectTombstone): ChangeNote => ({
  type: ERASURES[kind] ?? 'composition.erased',
  subject: object_id,
})

/** Returns false if there is no such object. */
export function eraseObjectAgain(
  db: Database,
  tombstone: ExportedObjectTombstone,
  entry: AuditEntry,
): Promise<boolean> {
  const { ehr_id: ehrId, object_id: objectId } = tombstone
  const erase = async (
    queries: Parameters<Parameters<Database['transaction']>[0]>[0],
  ): Promise<RemovedVersions | undefined> => {
    const ehr = await lockEhr(queries, ehrId, { alone: true })
    if (!ehr) return undefined
    const isThere = (await findObject(queries, ehrId, objectId)) !== undefined
    const removed = isThere ? await removeObject(queries, ehrId, objectId) : undefined
    await insertObjectTombstone(queries, tombstone)
    return removed
  }
  return recorded(db, entry, erase, removed =>
    removed ? { ehrId, detail: { removed }, changes: [erasureOf(tombstone)] } : undefined,
  ).then(removed => removed !== undefined)
}

/** Returns false if there is no such party: then only its tombstone is kept. */
export function erasePartyAgain(
  db: Database,
  { ehr_id: partyId, client_id: clientId, reason }: ExportedPartyTombstone,
  entry: AuditEntry,
): Promise<boolean> {
  return recorded(
    db,
    entry,
    async queries => {
      const isThere = (await lockPartyAlone(queries, partyId)) !== undefined
      const erased = await eraseParty(queries, { partyId, clientId, reason })
      return { isThere, erased }
    },
    ({ isThere, erased }) => (isThere ? erasedParties(erased) : undefined),
  ).then(({ isThere }) => isThere)
}
