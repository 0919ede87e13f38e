/** The SQL that writes EHRs of another server as they were there, with their subjects and episodes; the same for a distributed database. */
import { appendEvents, insertBatch, rowOf, takeEventNumbers } from '../../audit/index.ts'
import { type Queries, sql } from '../../db/index.ts'
import { columnsBut, insertRows } from '../../db/writing/index.ts'
import { insertSubjects } from '../companions/ehr-store.ts'
import type { ExportedEpisode } from './export-store.ts'
import type { GivenEhr } from './imported-rows.ts'

const ehrRows = insertRows<GivenEhr>({
  name: 'import.ehrs',
  table: 'ehr',
  waitsForLocks: true,
  columns: columnsBut('ehr', ['read_to']),
})

type EpisodeRow = ExportedEpisode & Pick<GivenEhr, 'ehr_id'>

const episodeRows = insertRows<EpisodeRow>({
  name: 'import.episodes',
  table: 'episode',
  columns: columnsBut('episode', ['starts_at', 'ends_at']),
  others: { starts_at: 'starts_text::timestamptz', ends_at: 'ends_text::timestamptz' },
})

const taken = sql<{ number: number }, [numbers: readonly number[]]>({
  name: 'import.takenNumbers',
  text: 'select number from cairn.episode where number = any($1::bigint[])',
})
const nextNumber = sql<{ number: number }>({
  name: 'import.nextNumber',
  text: `select nextval('cairn.episode_number_seq') as number`,
})
const raiseNumber = sql<never, [number: number]>({
  name: 'import.raiseNumber',
  text: `select setval('cairn.episode_number_seq', $1::bigint) from cairn.episode_number_seq where last_value < $1::bigint`,
})

/** An episode keeps its number, which people know it by, unless another episode here has it, or it has none (0). */
export async function insertEpisodes(db: Queries, episodes: readonly EpisodeRow[]): Promise<void> {
  if (episodes.length === 0) return
  const used = new Set((await db.query(taken, [episodes.map(each => each.number)])).map(row => row.number))
  const numbered: EpisodeRow[] = []
  for (const each of episodes) {
    const isKept = each.number !== 0 && !used.has(each.number)
    numbered.push(isKept ? each : { ...each, number: (await db.query(nextNumber))[0]?.number ?? 0 })
  }
  await db.query(raiseNumber, [Math.max(...numbered.map(({ number }) => number))])
  await episodeRows.write(db, numbered)
}

/** An event is on the node of its EHR. */
async function insertEvents(db: Queries, ehrs: readonly GivenEhr[]): Promise<readonly number[]> {
  if (!db.isDistributed)
    return appendEvents(
      db,
      ehrs.map(({ event }) => event),
    )
  const ids = await takeEventNumbers(db, ehrs.length)
  for (const [at, { ehr_id, event }] of ehrs.entries())
    await insertBatch(db, ehr_id, [ids[at] ?? 0], [rowOf(event)])
  return ids
}

/** Returns the ids of the audit events, in order. */
export async function insertEhrs(db: Queries, ehrs: readonly GivenEhr[]): Promise<readonly number[]> {
  await ehrRows.write(db, ehrs)
  await insertSubjects(
    db,
    ehrs.flatMap(({ ehr_id: ehrId, subjects }) =>
      subjects.map(({ namespace, subject_id: id }) => ({ namespace, id, ehrId })),
    ),
  )
  await insertEpisodes(
    db,
    ehrs.flatMap(({ ehr_id, episodes }) => episodes.map(each => ({ ...each, ehr_id }))),
  )
  return insertEvents(db, ehrs)
}
