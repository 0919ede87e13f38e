/** The records that an app can be launched for, as far as a viewer may read them; undefined reads all. The rooms of records implement it. */
import type { Rights } from '../../access/index.ts'

export interface EhrChoice {
  readonly ehrId: string
  /** The id of the patient, with its namespace; absent where the EHR has none. */
  readonly subject: string | undefined
  readonly patient?: PatientChoice | undefined
}

/** The person of an EHR. */
interface PatientChoice {
  readonly personId: string
  /** Empty if it is not known where the name is. */
  readonly name: string
  readonly birthDate: string | undefined
}

/** The people of EHRs, as far as the rights of a person reach them. The room of parties implements it. */
export interface LaunchPatients {
  /** EHRs of people with such a name, the best first. */
  find(rights: Rights | undefined, text: string): Promise<readonly string[]>
  /** By the id of the EHR. */
  ofEhrs(rights: Rights | undefined, ehrIds: readonly string[]): Promise<ReadonlyMap<string, PatientChoice>>
}

export interface EpisodeChoice {
  readonly episodeId: string
  readonly name: string
  readonly startsAt: Date
  readonly endsAt: Date | undefined
}

export interface LaunchRecords {
  /** EHRs whose id is the text, or whose patient's id begins with it; a page of them. */
  search(viewer: Rights | undefined, text: string): Promise<readonly EhrChoice[]>
  find(viewer: Rights | undefined, ehrId: string): Promise<EhrChoice | undefined>
  episodes(viewer: Rights | undefined, ehrId: string): Promise<readonly EpisodeChoice[]>
}
