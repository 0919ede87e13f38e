/** The queries of the state of the server. */
import { useAsk } from '../../session/use-ask.ts'
import { licencesIn } from './figures.ts'

export const REFRESH_MS = 10_000

export const useSystemReport = (isAdmin: boolean) =>
  useAsk(['systemReport'], (cairn, signal) => cairn.admin.systemReport({}, { signal }), {
    enabled: isAdmin,
    refetchInterval: REFRESH_MS,
  })

/** A file that is served with the console. */
export const useLicences = () =>
  useAsk(
    ['licences'],
    async (_cairn, signal) => licencesIn(await (await fetch('licences.md', { signal })).text()),
    { staleTime: Number.POSITIVE_INFINITY },
  )
