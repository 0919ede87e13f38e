/** The query of stored queries. */
import { useAsk } from '../../session/use-ask.ts'

export const storedQueriesKey = ['storedQueries']

export const useStoredQueries = (isWanted = true) =>
  useAsk(storedQueriesKey, cairn => cairn.storedQueries.listAll(), { enabled: isWanted })
