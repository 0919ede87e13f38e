/** The queries of one EHR. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ArchetypeDefinition, EntryKind } from '../../display/clinical/definition.ts'
import { readDefinitions } from '../../display/clinical/read-definitions.ts'
import type { RmObject } from '../../display/rm-object.ts'
import { useAsk } from '../../session/use-ask.ts'
import { useCairn, useRight } from '../../session/use-session.ts'
import { patientsOf } from '../demographics/patients.ts'
import { contributionsOf } from './contributions.ts'
import { ehrKey } from './ehr-key.ts'
import { entriesOf } from './glance/entries.ts'
import { latestDocuments } from './latest-documents.ts'
import {
  archetypesOf,
  documentsOf,
  keptRecords,
  PAGE_SIZE,
  recordPage,
  type TimelineFilter,
  timelineChoices,
  timelineQuery,
} from './timeline/records.ts'

/** Definitions of the site. They change with a restart of the server alone. */
export const useSiteDefinitions = () =>
  useAsk(
    ['archetypes'],
    async (_, signal) => {
      const answer = await fetch(new URL('archetypes.json', document.baseURI), { signal })
      return readDefinitions(answer.ok ? await answer.json() : [])
    },
    { staleTime: Number.POSITIVE_INFINITY },
  )

/** EHR, its status, its episodes and its person: what the banner needs. */
export function useEhr(ehr_id: string) {
  const canSeePeople = useRight('people')
  return useAsk(ehrKey(ehr_id), async (cairn, signal) => {
    const [ehr, status, episodes, patients] = await Promise.all([
      cairn.ehr.getById({ ehr_id }, { signal }),
      cairn.ehrStatus.getAtTime({ ehr_id }, { signal }),
      cairn.episode.list({ ehr_id }, { signal }),
      canSeePeople ? patientsOf(cairn, [ehr_id], signal) : undefined,
    ])
    return {
      ehr,
      status: status.value as unknown as RmObject,
      statusVersion: status.version,
      episodes,
      patient: patients?.get(ehr_id),
    }
  })
}

/** Pages of the timeline, the next one when it is asked for. */
export function useTimeline(
  ehrId: string,
  filter: TimelineFilter,
  definitions: readonly ArchetypeDefinition[],
) {
  const cairn = useCairn()
  const query = timelineQuery(ehrId, filter, definitions)
  return useInfiniteQuery({
    queryKey: [...ehrKey(ehrId), 'timeline', query],
    queryFn: ({ pageParam, signal }) => recordPage(cairn, ehrId, query, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length * PAGE_SIZE : undefined),
  })
}

/** Documents of a page of the timeline. Versions never change, so they are asked for once. */
export const useRecordContents = (ehrId: string, uids: readonly string[]) =>
  useAsk(
    [...ehrKey(ehrId), 'contents', uids.join(' ')],
    (cairn, signal) => documentsOf(cairn, ehrId, uids, signal),
    { enabled: uids.length > 0, staleTime: Number.POSITIVE_INFINITY },
  )

export const useKeptRecords = (ehrId: string) =>
  useAsk([...ehrKey(ehrId), 'kept'], (cairn, signal) => keptRecords(cairn, ehrId, signal))

export const useTimelineChoices = (ehrId: string) =>
  useAsk([...ehrKey(ehrId), 'choices'], (cairn, signal) => timelineChoices(cairn, ehrId, signal))

/** Older entries of a list that is not kept are beyond a first page. */
const MOST_LISTED = 200

/** The latest entries of some definitions. */
const useEntries = (ehrId: string, definitions: readonly ArchetypeDefinition[], most: number) =>
  useAsk([...ehrKey(ehrId), 'entries', archetypesOf(definitions), most], (cairn, signal) =>
    entriesOf(cairn, ehrId, definitions, most, signal),
  )

/** The entries of one kind: problems, allergies, medication. */
export const useListEntries = (ehrId: string, kind: EntryKind, definitions: readonly ArchetypeDefinition[]) =>
  useEntries(
    ehrId,
    definitions.filter(each => each.kind === kind),
    MOST_LISTED,
  )

/** Reports of the matrix. */
const MOST_REPORTS = 60

/** The latest laboratory results as entries. */
export const useLaboratory = (ehrId: string, definitions: readonly ArchetypeDefinition[]) =>
  useEntries(
    ehrId,
    definitions.filter(({ rows }) => rows !== undefined),
    MOST_REPORTS,
  )

/** Values of a small trend. */
const MOST_MEASUREMENTS = 30

/** The latest measurements of each vital sign that the EHR has. */
export function useVitalSigns(
  ehrId: string,
  definitions: readonly ArchetypeDefinition[],
  present: ReadonlySet<string> | undefined,
) {
  const signs = definitions.filter(
    ({ kind, archetypes }) => kind === 'vital sign' && archetypes.some(id => present?.has(id)),
  )
  return useAsk(
    [...ehrKey(ehrId), 'vital signs', archetypesOf(signs)],
    (cairn, signal) =>
      Promise.all(
        signs.map(async definition => ({
          definition,
          rows: await entriesOf(cairn, ehrId, [definition], MOST_MEASUREMENTS, signal),
        })),
      ),
    { enabled: present !== undefined },
  )
}

export const useDocuments = (ehrId: string) =>
  useAsk([...ehrKey(ehrId), 'documents'], (cairn, signal) => latestDocuments(cairn, ehrId, signal))

const VERSIONS = `SELECT COUNT(*) AS n FROM EHR e CONTAINS VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c
WHERE e/ehr_id/value = $ehr`
const RECORDS = 'SELECT COUNT(*) AS n FROM EHR e CONTAINS COMPOSITION c WHERE e/ehr_id/value = $ehr'

/** Numbers of what an erasure takes away. */
export const useErasedCounts = (ehr: string) =>
  useAsk(
    [...ehrKey(ehr), 'erased'],
    async (cairn, signal) => {
      const count = async (q: string) => {
        const body = { q, offset: 0, fetch: 1, query_parameters: { ehr } }
        const { rows } = await cairn.query.adhocPost({ body, openehrEhrId: ehr }, { signal })
        return Number(rows[0]?.[0] ?? 0)
      }
      const [records, versions] = await Promise.all([count(RECORDS), count(VERSIONS)])
      return { records, versions }
    },
    { staleTime: 0 },
  )

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
