/** Pauses between attempts: each is five times as long as the one before, up to four hours, and partly random. */
const FIRST_S = 1
const FACTOR = 5
const LONGEST_S = 4 * 3600

/** Receivers that fail for this long are given up: the subscription is paused. */
export const GIVE_UP = '3 days'

/** SQL: the longest pause after some failed attempts, in seconds. A time beyond it was written before the clock of the database was set back. */
export const longestPause = (attempts: string): string =>
  `case when ${attempts} > 0 then least(${FIRST_S} * ${FACTOR}::float8 ^ least(${attempts} - 1, 20), ${LONGEST_S}) else 0 end`

/** Seconds until the next attempt. Subscriptions whose receiver came back do not all call at one moment. */
export const pauseAfter = (attempts: number, random = Math.random()): number =>
  Math.min(FIRST_S * FACTOR ** Math.max(attempts - 1, 0), LONGEST_S) * (0.5 + random / 2)
