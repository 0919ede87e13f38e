/** A FLAT key taken apart: `vitals/bp:0/any_event:1/systolic|magnitude` → segments with indices, and the suffix. */

/** One step of a path: the node's id and the index of its occurrence, where that is written. */
export interface Segment {
  readonly id: string
  readonly index?: number
}

export interface FlatKey {
  readonly segments: readonly Segment[]
  /** The text after the first `|`; empty where there is none. */
  readonly suffix: string
}

/** No record has so many members of one list; a higher index is a slip or an attack. */
export const MAX_INDEX = 10_000

/** Deeper than any template: RM data of the corpus stay below 40. */
const MAX_SEGMENTS = 200

const INDEX = /^(0|[1-9][0-9]{0,8})$/

/** The parts of a key, or a sentence about its fault. */
export function parseKey(key: string): FlatKey | string {
  const bar = key.indexOf('|')
  const path = bar < 0 ? key : key.slice(0, bar)
  const suffix = bar < 0 ? '' : key.slice(bar + 1)
  if (bar >= 0 && suffix === '') return 'a suffix is missing behind "|"'
  const parts = path.split('/')
  if (parts.length > MAX_SEGMENTS) return `the path has more than ${MAX_SEGMENTS} segments`
  const segments: Segment[] = []
  for (const part of parts) {
    const segment = parseSegment(part)
    if (typeof segment === 'string') return segment
    segments.push(segment)
  }
  return { segments, suffix }
}

/** `any_event:2` → id and index; a sentence where the index is malformed or beyond {@link MAX_INDEX}. */
export function parseSegment(part: string): Segment | string {
  const colon = part.lastIndexOf(':')
  const id = colon < 0 ? part : part.slice(0, colon)
  if (id === '') return 'a segment of the path is empty'
  if (colon < 0) return { id }
  const digits = part.slice(colon + 1)
  if (!INDEX.test(digits)) return `":${digits}" is no index: a whole number from 0 is expected`
  const index = Number(digits)
  if (index > MAX_INDEX) return `index ${digits} is beyond the limit of ${MAX_INDEX}`
  return { id, index }
}
