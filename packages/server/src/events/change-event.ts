/** Events of the feed, by CloudEvents 1.0. */
import type { RmObject } from '@cairn-ehr/openehr/rm'

export interface EventTag {
  readonly key: string
  readonly value?: string
  readonly target_path?: string
}

/** Ids and names of what was changed; only `content` has data of the record. */
export interface EventData {
  readonly ehr_id?: string
  /** The version. */
  readonly uid?: string
  readonly object_id?: string
  readonly version?: number
  readonly change_type?: string
  readonly lifecycle_state?: string
  readonly template_id?: string
  readonly archetype_ids?: readonly string[]
  readonly committer?: RmObject
  readonly contribution_id?: string
  readonly episode_id?: string
  readonly tags?: readonly EventTag[]
  /** The versions of a contribution. */
  readonly versions?: readonly string[]
  /** The client that made a change without a version. */
  readonly client_id?: string
  readonly person?: string
  readonly merged_ehr_id?: string
  /** The person that was merged into another, or separated from it. */
  readonly merged_object_id?: string
  readonly [name: string]: unknown
}

export interface ChangeEvent {
  readonly specversion: '1.0'
  /** Also a cursor: the feed goes on after this event. */
  readonly id: string
  readonly source: string
  readonly type: string
  readonly subject: string
  readonly time: string
  readonly datacontenttype: 'application/json'
  readonly data: EventData
}

/** An event without its place in the feed. */
export interface DerivedEvent {
  readonly type: string
  readonly subject: string
  readonly time: Date
  readonly data: EventData
}
