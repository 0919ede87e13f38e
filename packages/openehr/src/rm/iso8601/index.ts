/** Dates, times, date-times and durations: parsed to fields and a number to compare by, and printed. */
export { daysInMonth, type IsoDate, parseDate, printDate } from './date.ts'
export { type IsoDateTime, parseDateTime, printDateTime } from './date-time.ts'
export { type IsoDuration, parseDuration, printDuration } from './duration.ts'
export { compareIso, type IsoRange, type IsoSpan, type Precision, withinIso } from './span.ts'
export { type IsoTime, parseTime, printTime } from './time.ts'
