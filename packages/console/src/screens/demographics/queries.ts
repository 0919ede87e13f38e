/** The queries about people and other parties. */
import type { MergedPeople } from '@cairn-ehr/client'
import { keepPreviousData } from '@tanstack/react-query'
import type { LocalParty, PartyKind } from '../../display/party-ref.ts'
import { isObject } from '../../display/rm-object.ts'
import { useAsk } from '../../session/use-ask.ts'
import { useRead } from '../../session/use-read.ts'
import { useRight } from '../../session/use-session.ts'
import { nameAt, type ReadParty, readParty } from './party.ts'
import { byName, listedParty } from './party-view.ts'
import { findPatients, type People, patientsOf, peopleOf } from './patients.ts'

const NOBODY: People = new Map()

const partyKey = (uid: string, version: string | undefined) => ['party', uid, version ?? '']

/** The people of some EHRs, by the id of the EHR. Nobody for readers who may not see people. */
export function usePatients(ehrIds: readonly string[]): People {
  const canSee = useRight('people')
  const ids = [...new Set(ehrIds)].sort()
  const { data } = useAsk(['patients', ids], (cairn, signal) => patientsOf(cairn, ids, signal), {
    enabled: canSee && ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return data ?? NOBODY
}

/** People by their own ids. */
export function useNamedPeople(personIds: readonly string[]): People {
  const canSee = useRight('people')
  const ids = [...new Set(personIds)].sort()
  const { data } = useAsk(['people', 'named', ids], (cairn, signal) => peopleOf(cairn, ids, signal), {
    enabled: canSee && ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return data ?? NOBODY
}

/** The name of one party that is no person; empty until it is read, and for a party that the reader may not see. */
export function useNameOf(party: LocalParty | undefined): string {
  const canSee = useRight('people')
  const { data } = useAsk(
    ['party', 'name', party?.uid],
    async (cairn, signal) => (party ? nameAt(cairn, party, signal) : ''),
    { enabled: canSee && party !== undefined, staleTime: 60_000 },
  )
  return data ?? ''
}

export function useFoundPatients(text: string, limit: number, isWanted: boolean) {
  const canSee = useRight('people')
  return useAsk(
    ['patients', 'found', text, limit],
    (cairn, signal) => findPatients(cairn, text, limit, signal),
    {
      enabled: canSee && isWanted,
      placeholderData: keepPreviousData,
    },
  )
}

/** All that a change of people may change: their pages, and names and records everywhere. */
export const everything: readonly (readonly string[])[] = [[]]

export type PersonMerge = MergedPeople['data'][number]

/** The merges of a person, whether it stays or was merged. */
export const useMerges = (uid: string) =>
  useAsk(['person', 'merges', uid], async (cairn, signal) => {
    const { data } = await cairn.demographic.personMergeList({ person_uid: uid, limit: 100 }, { signal })
    return data
  })

const LEAST_SCORE = 0.4

export const useDuplicates = (personUid: string) =>
  useAsk(['person', 'duplicates', personUid], async (cairn, signal) => {
    const body = { personUid, leastScore: LEAST_SCORE, limit: 10 }
    return (await cairn.demographic.personMatch({ body }, { signal })).data
  })

/** A party, or an earlier version of it. */
export const useParty = (party: LocalParty, version: string | undefined, canSee: boolean) =>
  useAsk(partyKey(party.uid, version), (cairn, signal) => readParty(cairn, party, version, signal), {
    enabled: canSee,
  })

/** A version of a party with its lifecycle and its commit. It never changes. */
export const usePartyVersion = (uid: string | undefined) =>
  useAsk(
    ['party', 'version', uid],
    async (cairn, signal) => {
      const version_uid = uid ?? ''
      const wanted = { versioned_object_uid: version_uid.split('::')[0] ?? '', version_uid }
      return (await cairn.demographic.versionedPartyVersionById(wanted, { signal })).value
    },
    { enabled: uid !== undefined, staleTime: Number.POSITIVE_INFINITY },
  )

/** More parties of a kind are not offered for a choice. */
const MOST_LISTED = 500

/** The organisations, groups, agents or roles to choose from, by name. */
export const useListedParties = (kind: PartyKind, isWanted: boolean) =>
  useAsk(
    ['parties', kind],
    async (cairn, signal) => {
      const q = `SELECT p AS party FROM ${kind.toUpperCase()} p`
      const { rows } = await cairn.query.adhocPost({ body: { q, offset: 0, fetch: MOST_LISTED } }, { signal })
      return rows.flatMap(([party]) => (isObject(party) ? (listedParty(party) ?? []) : [])).toSorted(byName)
    },
    { enabled: isWanted },
  )

/** The name of a party as far as its page has read it. */
export const useShownParty = (uid: string) => useRead<ReadParty>(partyKey(uid, undefined))
