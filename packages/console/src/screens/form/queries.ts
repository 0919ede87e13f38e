/** The queries of forms: drafts, the record that a new one may be copied from, and codes by their names. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { isObject } from '../../display/rm-object.ts'
import { useAsk } from '../../session/use-ask.ts'
import { useRight, useSession } from '../../session/use-session.ts'
import { ehrKey } from '../ehr/ehr-key.ts'
import { type DraftPlace, draftsKey, serverDrafts } from './server-drafts.ts'

/** Others are looked for this often while a form is open. */
const WATCH_MS = 20_000

/** Only people have drafts. */
export function useDrafts(place: DraftPlace, isWatched: boolean) {
  const { kind, quietCairn } = useSession()
  const canWrite = useRight('api.write')
  const canWriteParties = useRight('people.write')
  return useAsk(draftsKey(place), (_, signal) => serverDrafts(quietCairn, place).list(signal), {
    enabled: kind === 'person' && (place === undefined ? canWriteParties : canWrite),
    ...(isWatched ? { refetchInterval: WATCH_MS } : {}),
  })
}

const LAST_RECORD = `SELECT c AS record FROM EHR e CONTAINS VERSION v CONTAINS COMPOSITION c
WHERE e/ehr_id/value = $ehr AND c/archetype_details/template_id/value = $template
ORDER BY v/commit_audit/time_committed/value DESC`

/** The latest record of a template in an EHR; null if there is none. */
export const useLastRecord = (ehr: string, template: string) =>
  useAsk([...ehrKey(ehr), 'last record', template], async (cairn, signal): Promise<RmObject | null> => {
    const body = { q: LAST_RECORD, offset: 0, fetch: 1, query_parameters: { ehr, template } }
    const { rows } = await cairn.query.adhocPost({ body, openehrEhrId: ehr }, { signal })
    const [[record] = []] = rows
    return isObject(record) ? (record as RmObject) : null
  })

interface WantedCodes {
  /** As the template names it. */
  readonly valueSet: string
  readonly filter: string
  readonly language: string
}

/** Somebody who types waits no longer; the client would try again for half a minute. */
const LONGEST_SEARCH_SECONDS = 5

/** Codes whose names fit the filter, from the terminology server of the service. */
export const useOfferedCodes = ({ valueSet, filter, language }: WantedCodes, isWanted: boolean) =>
  useAsk(
    ['codes', valueSet, filter, language],
    async (cairn, signal) => {
      const wanted = { value_set: valueSet, filter, language: language || undefined }
      return (await cairn.terminology.codes(wanted, { signal, timeoutSeconds: LONGEST_SEARCH_SECONDS })).codes
    },
    { enabled: isWanted, staleTime: 600_000, retry: false },
  )
