/** The queries that the pages of one EHR share. */
import { useQuery } from '@tanstack/react-query'
import type { RmObject } from '../../display/rm-object.ts'
import { useCairn } from '../../session/use-session.ts'
import { recordsOf } from './records.ts'

/** EHR, its status and its episodes: what the banner needs. */
export function useEhr(ehrId: string) {
  const cairn = useCairn()
  return useQuery({
    queryKey: ['ehr', ehrId],
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
    queryKey: ['ehr', ehrId, 'records'],
    queryFn: ({ signal }) => recordsOf(cairn, ehrId, signal),
  })
}
