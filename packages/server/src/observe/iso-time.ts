/** Prints the current time. `Date` takes 0.5 µs each time, but times of one second differ only in three digits. */

let second = Number.NaN
let beforeFraction = ''

/** ISO 8601 with milliseconds, UTC; `time` in milliseconds since 1970. */
export function isoTime(time: number): string {
  const seconds = Math.floor(time / 1000)
  if (seconds !== second) {
    beforeFraction = new Date(seconds * 1000).toISOString().slice(0, -'000Z'.length)
    second = seconds
  }
  const milliseconds = Math.floor(time) - seconds * 1000
  return `${beforeFraction}${milliseconds < 10 ? '00' : milliseconds < 100 ? '0' : ''}${milliseconds}Z`
}
