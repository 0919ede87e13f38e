/** Commits by hour, for a chart of the last day. */

export interface HourlyCommits {
  /** Seconds since 1970, the beginning of each hour. */
  readonly hours: readonly number[]
  readonly commits: readonly number[]
}

const HOUR = 3600

/** Hours without a commit are there too: a gap is a fact. */
export function hourlyCommits(times: readonly string[], now: number, hours = 24): HourlyCommits {
  const last = Math.floor(now / 1000 / HOUR) * HOUR
  const first = last - (hours - 1) * HOUR
  const counts = new Array<number>(hours).fill(0)
  for (const time of times) {
    const index = Math.floor((Date.parse(time) / 1000 - first) / HOUR)
    if (index >= 0 && index < hours) counts[index] = (counts[index] ?? 0) + 1
  }
  return { hours: counts.map((_, index) => first + index * HOUR), commits: counts }
}
