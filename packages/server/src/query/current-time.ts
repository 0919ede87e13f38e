import { isoTime } from '../observe/index.ts'

/** ISO 8601 with milliseconds and an offset (docs/interface.md, section 2.3); `now` in milliseconds since 1970. Faster than `Date`, for times of one second. */
export const currentTime = (now: number): string => `${isoTime(now).slice(0, -1)}+00:00`
