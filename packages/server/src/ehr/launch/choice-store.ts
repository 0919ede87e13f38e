/** Finds EHRs and episodes that an app can be launched for. */

import { guarded, RIGHTS, type Rights, seen } from '../../access/index.ts'
import { type LimitedDatabase, sql } from '../../db/index.ts'
import { limitDatabase } from '../../http/index.ts'

interface EhrRow {
  ehr_id: string
  subject: string | null
}

const ONE_SUBJECT = guarded`(select s.subject_id || ' · ' || s.namespace from ${seen.ehr_subject('s')}
  where s.ehr_id = e.ehr_id order by s.namespace, s.subject_id limit 1) as subject`

/** Enough for a list to choose from; who sees so many types more of the number. */
const MOST_FOUND = 20

const ehrById = sql<EhrRow, [ehrId: string]>({
  name: 'launch.ehrById',
  text: guarded`select e.ehr_id, ${ONE_SUBJECT} from ${seen.ehr('e')} where e.ehr_id = $1`,
  distributed: guarded`select e.ehr_id, null as subject from ${seen.ehr('e')} where e.ehr_id = $1`,
})
const subjectOf = sql<EhrRow, [ehrId: string]>({
  name: 'launch.subjectOf',
  text: guarded`select s.ehr_id, s.subject_id || ' · ' || s.namespace as subject from ${seen.ehr_subject('s')}
         where s.ehr_id = $1 order by s.namespace, s.subject_id limit 1`,
})

/** In a distributed database, the subject is on another node than the EHR. */
async function findEhrById(db: LimitedDatabase, ehrId: string): Promise<readonly EhrRow[]> {
  const rows = await db.query(ehrById, [ehrId])
  if (!db.isDistributed || rows.length === 0) return rows
  const subjects = await db.query(subjectOf, [ehrId])
  return subjects.length > 0 ? subjects : rows
}
const ehrsBySubject = sql<EhrRow, [pattern: string]>({
  name: 'launch.ehrsBySubject',
  text: guarded`select s.ehr_id, s.subject_id || ' · ' || s.namespace as subject from ${seen.ehr_subject('s')}
         where s.subject_id like $1 order by s.subject_id, s.namespace limit ${MOST_FOUND}`,
})
const episodesOf = sql<
  { episode_id: string; name: string; starts_at: Date; ends_at: Date | null },
  [ehrId: string]
>({
  name: 'launch.episodes',
  text: guarded`select episode_id, name, starts_at, ends_at from ${seen.episode()}
         where ehr_id = $1 and not deleted order by starts_at desc limit 100`,
})

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const choiceOf = ({ ehr_id, subject }: EhrRow) => ({ ehrId: ehr_id, subject: subject ?? undefined })

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The rights of the viewer narrow all three; undefined: all EHRs are seen. */
export const launchRecords = (all: LimitedDatabase) => {
  const seenBy = (rights: Rights | undefined): LimitedDatabase =>
    rights ? limitDatabase(all, { rights, right: RIGHTS.readRecord }) : all
  return {
    find: async (viewer: Rights | undefined, ehrId: string) => {
      const [row] = UUID.test(ehrId) ? await findEhrById(seenBy(viewer), ehrId) : []
      return row && choiceOf(row)
    },
    search: async (viewer: Rights | undefined, text: string) => {
      const db = seenBy(viewer)
      const rows = UUID.test(text)
        ? await findEhrById(db, text)
        : await db.query(ehrsBySubject, [`${escapeLike(text)}%`])
      return rows.map(choiceOf)
    },
    episodes: async (viewer: Rights | undefined, ehrId: string) =>
      (UUID.test(ehrId) ? await seenBy(viewer).query(episodesOf, [ehrId]) : []).map(row => ({
        episodeId: row.episode_id,
        name: row.name,
        startsAt: row.starts_at,
        endsAt: row.ends_at ?? undefined,
      })),
  }
}
