/** The records that an app can be launched for. The rooms of records implement it; the rights of the person decide what is found. */
import type { Person } from '../../people/index.ts'

export interface EhrChoice {
  readonly ehrId: string
  /** The id of the patient, with its namespace; absent where the EHR has none. */
  readonly subject: string | undefined
}

export interface EpisodeChoice {
  readonly episodeId: string
  readonly name: string
  readonly startsAt: Date
  readonly endsAt: Date | undefined
}

export interface LaunchRecords {
  /** EHRs whose id is the text, or whose patient's id begins with it; a page of them. */
  search(person: Person | undefined, text: string): Promise<readonly EhrChoice[]>
  find(person: Person | undefined, ehrId: string): Promise<EhrChoice | undefined>
  episodes(person: Person | undefined, ehrId: string): Promise<readonly EpisodeChoice[]>
}
