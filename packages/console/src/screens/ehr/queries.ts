/** The queries of one EHR. */
import type { Rm } from '@cairn-ehr/client'
import { useQuery } from '@tanstack/react-query'
import type { RmObject } from '../../display/rm-object.ts'
import { useCairn } from '../../session/use-session.ts'
import { contributionsOf } from './contributions.ts'
import { documentsOf, recordsOf } from './records.ts'

export const ehrKey = (ehrId: string) => ['ehr', ehrId]

/** EHR, its status and its episodes: what the banner needs. */
export function useEhr(ehrId: string) {
  const cairn = useCairn()
  return useQuery({
    queryKey: ehrKey(ehrId),
    queryFn: async ({ signal }) => {
      const [ehr, status, episodes] = await Promise.all([
        cairn.ehr.getById({ ehr_id: ehrId }, { signal }),
        cairn.ehrStatus.getAtTime({ ehr_id: ehrId }, { signal }),
        cairn.episode.list({ ehr_id: ehrId }, { signal }),
      ])
      return { ehr, status: status.value as unknown as RmObject, statusVersion: status.version, episodes }
    },
  })
}

export function useRecords(ehrId: string) {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...ehrKey(ehrId), 'records'],
    queryFn: ({ signal }) => recordsOf(cairn, ehrId, signal),
  })
}

export function useDocuments(ehrId: string) {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...ehrKey(ehrId), 'documents'],
    queryFn: ({ signal }) => documentsOf(cairn, ehrId, signal),
  })
}

export function useDirectory(ehrId: string, isThere: boolean) {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...ehrKey(ehrId), 'directory'],
    queryFn: async ({ signal }) => {
      const { value } = await cairn.directory.getAtTime({ ehr_id: ehrId }, { signal })
      return value as Rm.Folder
    },
    enabled: isThere,
  })
}

export function useContributions(ehrId: string) {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...ehrKey(ehrId), 'contributions'],
    queryFn: ({ signal }) => contributionsOf(cairn, ehrId, signal),
  })
}

export function useTags(ehrId: string) {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...ehrKey(ehrId), 'tags'],
    queryFn: ({ signal }) => cairn.itemTags.ehrGet({ ehr_id: ehrId }, { signal }),
  })
}

export const MOST_EVENTS = 500

/** The latest events of the audit trail. */
export function useAccesses(ehrId: string, canRead: boolean) {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...ehrKey(ehrId), 'access'],
    queryFn: ({ signal }) => cairn.auditTrail.search({ ehr_id: ehrId, limit: MOST_EVENTS }, { signal }),
    enabled: canRead,
  })
}
