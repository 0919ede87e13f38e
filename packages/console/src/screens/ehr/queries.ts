/** The queries of one EHR. */
import type { RmObject } from '../../display/rm-object.ts'
import { useAsk } from '../../session/use-ask.ts'
import { contributionsOf } from './contributions.ts'
import { documentsOf, recordsOf } from './records.ts'

export const ehrKey = (ehrId: string) => ['ehr', ehrId]

/** EHR, its status and its episodes: what the banner needs. */
export const useEhr = (ehr_id: string) =>
  useAsk(ehrKey(ehr_id), async (cairn, signal) => {
    const [ehr, status, episodes] = await Promise.all([
      cairn.ehr.getById({ ehr_id }, { signal }),
      cairn.ehrStatus.getAtTime({ ehr_id }, { signal }),
      cairn.episode.list({ ehr_id }, { signal }),
    ])
    return { ehr, status: status.value as unknown as RmObject, statusVersion: status.version, episodes }
  })

export const useRecords = (ehrId: string) =>
  useAsk([...ehrKey(ehrId), 'records'], (cairn, signal) => recordsOf(cairn, ehrId, signal))

export const useDocuments = (ehrId: string) =>
  useAsk([...ehrKey(ehrId), 'documents'], (cairn, signal) => documentsOf(cairn, ehrId, signal))

export const useDirectory = (ehr_id: string, isThere: boolean) =>
  useAsk(
    [...ehrKey(ehr_id), 'directory'],
    async (cairn, signal) =>
      (await cairn.directory.getAtTime({ ehr_id }, { signal })).value as unknown as RmObject,
    { enabled: isThere },
  )

export const useContributions = (ehrId: string) =>
  useAsk([...ehrKey(ehrId), 'contributions'], (cairn, signal) => contributionsOf(cairn, ehrId, signal))

export const useTags = (ehr_id: string) =>
  useAsk([...ehrKey(ehr_id), 'tags'], (cairn, signal) => cairn.itemTags.ehrGet({ ehr_id }, { signal }))

export const MOST_EVENTS = 500

/** The latest events of the audit trail. */
export const useAccesses = (ehr_id: string, canRead: boolean) =>
  useAsk(
    [...ehrKey(ehr_id), 'access'],
    (cairn, signal) => cairn.auditTrail.search({ ehr_id, limit: MOST_EVENTS }, { signal }),
    { enabled: canRead },
  )
