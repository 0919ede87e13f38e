/** Cursors: the place of an event in the feed, as text that clients keep. */
import { Refusal } from '../refusal/index.ts'

/** A change may be several events, one for each version of a contribution. */
export interface FeedPlace {
  readonly position: number
  /** The event of the change; absent: after all of them. */
  readonly part?: number | undefined
}

export interface Cursor extends FeedPlace {
  /** The beginning of the id of the change: it tells whether the position is still that change. */
  readonly mark: string
}

export type Start = Cursor | 'start' | 'now'

const MARK_LENGTH = 8

export const markOf = (sourceId: string): string => sourceId.slice(0, MARK_LENGTH)

const CURSOR = /^([1-9]\d{0,14})(?:-(\d{1,15}))?-([0-9a-f]{8})$/

/** `1042-9f2c1a7b`, or `1042-3-9f2c1a7b` for an event of a change that may have more. */
export const printCursor = ({ position, part, mark }: Cursor): string =>
  part === undefined ? `${position}-${mark}` : `${position}-${part}-${mark}`

export function readCursor(text: string, name: string): Start {
  if (text === 'start' || text === 'now') return text
  const [, position, part, mark = ''] = CURSOR.exec(text) ?? []
  if (position === undefined)
    throw new Refusal(
      'request.malformed',
      `${name} is the id of an event, "next" of an earlier answer, "start" or "now".`,
    )
  return { position: Number(position), part: part === undefined ? undefined : Number(part), mark }
}

/** True if the event comes after the place. */
export const isAfter = (event: Required<FeedPlace>, { position, part }: FeedPlace): boolean =>
  event.position > position || (event.position === position && part !== undefined && (event.part ?? 0) > part)

export const unknownCursor = (): Refusal =>
  new Refusal(
    'changes.cursor_unknown',
    'The feed does not have this place: the database was restored to a state from before it. Read the records again, or start from "start" or "now".',
  )
