/** Events that wait to be stored, in the groups that are stored together. */
import type { TrailEvent } from './row.ts'

/** With this many events, a group is stored at once. */
const FULL = 128
/** Most events that one statement stores. */
const MOST_IN_GROUP = 256

/** Events that are stored together. An attempt that failed may have stored them all the same, so they are sent again as they are. */
export interface EventGroup {
  readonly number: number
  readonly events: TrailEvent[]
  /** Events of it that the journal has. */
  kept: number
  /** Set when storing begins: then nothing is added any more. */
  isClosed: boolean
  /** Answers wait for it. */
  stored?: Promise<boolean>
  release?: (isStored: boolean) => void
}

/** All answers of a group share one promise and one timer. Resolves to false if storing takes longer than the wait, in milliseconds. */
export function untilStored(group: EventGroup, longestWait: number): Promise<boolean> {
  group.stored ??= new Promise(resolve => {
    const late = setTimeout(resolve, longestWait, false)
    group.release = isStored => {
      clearTimeout(late)
      resolve(isStored)
    }
  })
  return group.stored
}

/** Answers wait for it, or it is full. */
export const isUrgent = ({ stored, events }: EventGroup): boolean =>
  stored !== undefined || events.length >= FULL

export interface EventGroups {
  /** Returns the group that the event is in now. */
  add(event: TrailEvent): EventGroup
  /** The first one is stored first. */
  all(): readonly EventGroup[]
  /** Call it when the first group is stored. */
  removeFirst(): void
  /** Events that wait. */
  waiting(): number
}

export function openEventGroups(): EventGroups {
  let groups: EventGroup[] = []
  let groupCount = 0
  let waiting = 0
  return {
    add: event => {
      let group = groups.at(-1)
      if (!group || group.isClosed || group.events.length === MOST_IN_GROUP) {
        group = { number: ++groupCount, events: [], kept: 0, isClosed: false }
        groups.push(group)
      }
      group.events.push(event)
      waiting += 1
      return group
    },
    all: () => groups,
    removeFirst: () => {
      waiting -= groups[0]?.events.length ?? 0
      groups = groups.slice(1)
    },
    waiting: () => waiting,
  }
}
