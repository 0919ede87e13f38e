/** The demo's calendar: five years that end on a fixed day, so that every run tells the same story. */

export const DAY = 86_400_000
export const YEAR = 365.25 * DAY
export const END = Date.UTC(2026, 10, 1)
export const START = Date.UTC(2021, 10, 1)

export const instant = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`
export const date = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The beginning of a day. */
export const dayOf = (time: number): number => Math.floor(time / DAY) * DAY

/** The same day, or the Monday after a weekend. */
export function workday(time: number): number {
  const weekday = new Date(time).getUTCDay()
  const later = weekday === 6 ? 2 : weekday === 0 ? 1 : 0
  return dayOf(time) + later * DAY
}

/** A clock time of that day, in minutes. */
export const at = (day: number, minutes: number): number => dayOf(day) + Math.round(minutes) * 60_000
