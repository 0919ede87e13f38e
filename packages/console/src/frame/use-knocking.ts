import { useAsk } from '../session/use-ask.ts'

/** Asks until the server answers again. */
export const useKnocking = (isAway: boolean) =>
  useAsk(['away'], cairn => cairn.service.healthLive(), { enabled: isAway, refetchInterval: 3000, gcTime: 0 })
