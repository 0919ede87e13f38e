/** The records of an EHR by contact: a day in one place, the newest first. */
import type { Episode } from '@cairn-ehr/client'
import { dayKey } from '../../../display/time.ts'

export interface RecordRow {
  readonly uid: string
  readonly name: string
  readonly template: string
  /** The start of the context. */
  readonly time: string
  readonly composer: string
  readonly location: string
  readonly setting: string
}

export interface Contact {
  readonly key: string
  /** `2026-11-14`. */
  readonly day: string
  /** The location, else the setting. */
  readonly place: string
  readonly episode: Episode | undefined
  /** The first contact of a run in one episode, which carries its heading. */
  readonly opensEpisode: boolean
  readonly records: readonly RecordRow[]
}

/** The default episode of an EHR is all of its time, and says nothing about a contact. */
function episodeAt(episodes: readonly Episode[], time: string): Episode | undefined {
  const at = Date.parse(time)
  return episodes.find(
    ({ default: isDefault, startsAt, endsAt }) =>
      !isDefault && Date.parse(startsAt) <= at && (endsAt === undefined || at <= Date.parse(endsAt)),
  )
}

export function contactsOf(
  rows: readonly RecordRow[],
  episodes: readonly Episode[],
  zone?: string,
): Contact[] {
  const contacts = new Map<string, Contact & { records: RecordRow[] }>()
  let last: Episode | undefined
  for (const row of rows) {
    const day = dayKey(row.time, zone)
    const place = row.location || row.setting
    const key = `${day} ${place}`
    const known = contacts.get(key)
    if (known) {
      known.records.push(row)
      continue
    }
    const episode = episodeAt(episodes, row.time)
    const opensEpisode = episode !== undefined && episode.uid !== last?.uid
    last = episode
    contacts.set(key, { key, day, place, episode, opensEpisode, records: [row] })
  }
  return [...contacts.values()]
}
