/** Times of the reader's clock as ISO 8601, with the offset of the reader's zone. */

export type TimeKind = 'date' | 'time' | 'datetime'

const two = (number: number): string => String(number).padStart(2, '0')

function offsetOf(time: Date): string {
  const minutes = -time.getTimezoneOffset()
  if (minutes === 0) return 'Z'
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

const dateOf = (time: Date): string =>
  `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`

const clockOf = (time: Date): string =>
  `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`

export function isoNow(time: Date, kind: TimeKind): string {
  if (kind === 'date') return dateOf(time)
  if (kind === 'time') return clockOf(time)
  return `${dateOf(time)}T${clockOf(time)}${offsetOf(time)}`
}

/** The time from a calendar is in the zone of the reader. */
export function withZone(value: string, kind: TimeKind): string {
  if (kind !== 'datetime' || value === '') return value
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? value : isoNow(time, 'datetime')
}
