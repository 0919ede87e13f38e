/** The queries of the frame. */
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { RmObject } from '../display/rm-object.ts'
import { ehrKey } from '../screens/ehr/ehr-key.ts'
import { readEhrs } from '../screens/ehrs/read-ehrs.ts'
import { useAsk } from '../session/use-ask.ts'

/** Asks until the server answers again. */
export const useKnocking = (isAway: boolean) =>
  useAsk(['away'], cairn => cairn.service.healthLive(), { enabled: isAway, refetchInterval: 3000, gcTime: 0 })

interface ShownEhr {
  readonly status: RmObject
}

/** The status of an EHR as far as its screen has read it. The breadcrumb asks for nothing by itself. */
export const useShownEhr = (ehrId: string) =>
  useQuery<ShownEhr>({ queryKey: ehrKey(ehrId), queryFn: skipToken }).data?.status

/** The first EHRs that a text finds. */
export const useFoundEhrs = (q: string, fetch: number, isWanted: boolean) =>
  useAsk(['palette', q], (cairn, signal) => readEhrs(cairn, { q }, { offset: 0, fetch }, signal), {
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
