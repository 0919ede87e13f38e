/** The queries of the frame. */
import { keepPreviousData } from '@tanstack/react-query'
import { readEhrs } from '../screens/ehrs/read-ehrs.ts'
import { useAsk } from '../session/use-ask.ts'

/** Asks until the server answers again. */
export const useKnocking = (isAway: boolean) =>
  useAsk(['away'], cairn => cairn.service.healthLive(), { enabled: isAway, refetchInterval: 3000, gcTime: 0 })

/** The first EHRs that a text finds. */
export const useFoundEhrs = (q: string, fetch: number, isWanted: boolean) =>
  useAsk(['palette', q], (cairn, signal) => readEhrs(cairn, { q }, { offset: 0, fetch }, signal), {
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
