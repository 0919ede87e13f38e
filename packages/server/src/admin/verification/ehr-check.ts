/** Compares the rows of EHRs and episodes, which reads and queries go by, with the signed documents that they repeat. */

import { isDeepStrictEqual } from 'node:util'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { groupBy } from '../../collections/index.ts'
import { type Queries, sql } from '../../db/index.ts'
import { defaultEpisode, flagsOf, folderOf } from '../../ehr/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import type { EpisodeData, Urgency } from '../../versions/companions/index.ts'
import type { DocumentCheck, Fault, SignedDocument } from '../../versions/verify/index.ts'

interface EhrRow {
  ehr_id: EhrId
  status_id: ObjectId
  directory_id: ObjectId | null
  is_modifiable: boolean
  is_queryable: boolean
}

interface EpisodeRow {
  ehr_id: EhrId
  episode_id: ObjectId
  name: string
  active: boolean
  urgency: Urgency | null
  care_circuit: string | null
  starts_text: string
  ends_text: string | null
  deleted: boolean
  times_agree: boolean
}

type OfEhrs = [ehrIds: readonly EhrId[]]

const ehrs = sql<EhrRow, OfEhrs>({
  name: 'ehrCheck.ehrs',
  text: `select ehr_id, status_id, directory_id, is_modifiable, is_queryable
         from cairn.ehr where ehr_id = any($1::uuid[]) order by ehr_id`,
})
const subjects = sql<{ ehr_id: EhrId; namespace: string; subject_id: string }, OfEhrs>({
  name: 'ehrCheck.subjects',
  text: 'select ehr_id, namespace, subject_id from cairn.ehr_subject where ehr_id = any($1::uuid[])',
})
const episodes = sql<EpisodeRow, OfEhrs>({
  name: 'ehrCheck.episodes',
  text: `select ehr_id, episode_id, name, active, urgency, care_circuit, starts_text, ends_text, deleted,
           starts_at = starts_text::timestamptz and ends_at is not distinct from ends_text::timestamptz as times_agree
         from cairn.episode where ehr_id = any($1::uuid[]) order by episode_id`,
})
const links = sql<{ linked_ehr_id: EhrId; person_id: ObjectId }, OfEhrs>({
  name: 'ehrCheck.links',
  text: 'select linked_ehr_id, ehr_id as person_id from cairn_party.person_link where linked_ehr_id = any($1::uuid[])',
})
const merges = sql<{ ehr_id: ObjectId; into_id: ObjectId }, [people: readonly ObjectId[]]>({
  name: 'ehrCheck.merges',
  text: 'select ehr_id, into_id from cairn_party.person_merge where into_id = any($1::uuid[])',
})
/** An EHR has at most one directory; folders that came with a merge are not in force. */
const folders = sql<{ ehr_id: EhrId; object_id: ObjectId }, OfEhrs>({
  name: 'ehrCheck.folders',
  text: `select ehr_id, object_id from cairn.versioned_object
         where ehr_id = any($1::uuid[]) and kind = 'FOLDER' and merged_from is null`,
})

/** The newest document of each object of an EHR; undefined for one that is deleted. */
type Heads = Map<ObjectId, RmObject | undefined>

interface FoundBy {
  readonly subjects: readonly string[]
  /** The linked person, with those who were merged into it. */
  readonly people: readonly ObjectId[]
}

function* statusFaults(row: EhrRow, heads: Heads, foundBy: FoundBy): Generator<string> {
  const status = heads.get(row.status_id)
  if (!status) return yield 'has no EHR_STATUS that can be read'
  const { isModifiable, isQueryable, subject, person } = flagsOf(status)
  if (row.is_modifiable !== isModifiable)
    yield `is_modifiable is ${row.is_modifiable}, and ${isModifiable} in its EHR_STATUS`
  if (row.is_queryable !== isQueryable)
    yield `is_queryable is ${row.is_queryable}, and ${isQueryable} in its EHR_STATUS`
  const expected = subject ? [subjectText(subject.namespace, subject.id)] : []
  if (!isDeepStrictEqual(foundBy.subjects, expected))
    yield 'is found by another subject than that of its EHR_STATUS'
  if (person !== undefined && foundBy.people.length > 0 && !foundBy.people.includes(person))
    yield 'is linked to another person than its EHR_STATUS refers to'
}

/** A text that no other pair gives. */
const subjectText = (namespace: string, id: string): string => JSON.stringify([namespace, id])

function* directoryFaults(row: EhrRow, heads: Heads, inForce: readonly ObjectId[]): Generator<string> {
  const live = inForce.filter(id => heads.get(id) !== undefined)
  if ((live[0] ?? null) !== row.directory_id) yield 'has another directory than its folders say'
}

const episodeData = (row: EpisodeRow): EpisodeData => ({
  name: row.name,
  active: row.active,
  urgency: row.urgency ?? undefined,
  careCircuit: row.care_circuit ?? undefined,
  startsAt: row.starts_text,
  endsAt: row.ends_text ?? undefined,
})

const withoutUid = ({ uid: _uid, ...data }: RmObject): RmObject => data

/** The document of an episode that was never changed is not stored (decision 0074). */
function expectedEpisode(row: EpisodeRow, heads: Heads): RmObject | undefined {
  if (heads.has(row.episode_id)) {
    const document = heads.get(row.episode_id)
    return document && withoutUid(document)
  }
  // A merge makes the default episode of the merged EHR an episode like others.
  return folderOf(defaultEpisode(row.starts_text))
}

function* episodeFaults(row: EpisodeRow, heads: Heads): Generator<string> {
  const expected = expectedEpisode(row, heads)
  const isSame =
    expected === undefined
      ? row.deleted
      : !row.deleted &&
        row.times_agree &&
        isDeepStrictEqual(plain(folderOf(episodeData(row))), plain(expected))
  if (!isSame) yield 'is an episode whose row differs from its document'
}

const plain = (data: RmObject): unknown => JSON.parse(JSON.stringify(data))

async function checkEhrs(queries: Queries, known: ReadonlyMap<EhrId, Heads>): Promise<Fault[]> {
  const ids = [...known.keys()]
  const rows = await queries.query(ehrs, [ids])
  const named = groupBy(await queries.query(subjects, [ids]), row => row.ehr_id)
  const linked = new Map((await queries.query(links, [ids])).map(row => [row.linked_ehr_id, row.person_id]))
  const merged = groupBy(await queries.query(merges, [[...linked.values()]]), row => row.into_id)
  const inForce = groupBy(await queries.query(folders, [ids]), row => row.ehr_id)
  const stored = groupBy(await queries.query(episodes, [ids]), row => row.ehr_id)
  return rows.flatMap(row => {
    const { ehr_id: ehrId } = row
    const heads: Heads = known.get(ehrId) ?? new Map()
    const person = linked.get(ehrId)
    const foundBy = {
      subjects: (named.get(ehrId) ?? []).map(each => subjectText(each.namespace, each.subject_id)),
      people: person === undefined ? [] : [person, ...(merged.get(person) ?? []).map(each => each.ehr_id)],
    }
    const folderIds = (inForce.get(ehrId) ?? []).map(each => each.object_id)
    const ofEhr = [...statusFaults(row, heads, foundBy), ...directoryFaults(row, heads, folderIds)]
    return [
      ...ofEhr.map(what => ({ ehrId, uid: ehrId, what })),
      ...(stored.get(ehrId) ?? []).flatMap(episode =>
        [...episodeFaults(episode, heads)].map(what => ({ ehrId, uid: episode.episode_id, what })),
      ),
    ]
  })
}

/** EHRs that are checked by the same statements. */
const TOGETHER = 200

/** Documents of other kinds are repeated by the query index alone. */
const REPEATED: readonly SignedDocument['version']['kind'][] = ['EHR_STATUS', 'FOLDER', 'EPISODE']

export function openEhrCheck(report: (faults: readonly Fault[]) => void): DocumentCheck<Queries> {
  let known = new Map<EhrId, Heads>()
  const end = async (queries: Queries): Promise<void> => {
    if (known.size > 0) report(await checkEhrs(queries, known))
    known = new Map()
  }
  return {
    visit: async (queries, documents) => {
      for (const { version, data } of documents) {
        const { ehrId, objectId, kind } = version
        if (!REPEATED.includes(kind)) continue
        if (!known.has(ehrId) && known.size >= TOGETHER) await end(queries)
        const heads = known.get(ehrId) ?? new Map()
        known.set(ehrId, heads.set(objectId, data))
      }
    },
    end,
  }
}
