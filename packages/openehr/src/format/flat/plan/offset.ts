/** An event that the template places some time after the origin of its history: `origin` plus that time. */
import { daysInMonth, parseDateTime, parseDuration, printDateTime } from '../../../rm/index.ts'
import type { ObjectConstraint } from '../../../template/index.ts'

/** The least `offset` that the template demands of an EVENT, as ISO 8601 duration. */
export function leastOffset(event: ObjectConstraint | undefined): string | undefined {
  const [duration] = childrenOf(event, 'offset')
  const [value] = childrenOf(duration, 'value')
  if (value?.kind !== 'primitive' || value.item.kind !== 'C_DURATION') return undefined
  return value.item.range?.lower
}

const childrenOf = (object: ObjectConstraint | undefined, name: string): readonly ObjectConstraint[] =>
  object?.kind === 'object'
    ? (object.attributes.find(attribute => attribute.name === name)?.children ?? [])
    : []

/** The duration in the other direction: `-PT1H` for `PT1H`. */
export const negated = (duration: string): string =>
  duration.startsWith('-') ? duration.slice(1) : `-${duration}`

/** The date-time that much later, in the same zone and precision; the same where one of the two is not whole. */
export function laterBy(time: string, offset: string): string {
  const from = parseDateTime(time)
  const by = parseDuration(offset)
  if (from?.month === undefined || from.day === undefined || from.hour === undefined || by === undefined)
    return time
  const sign = by.negative ? -1 : 1
  const months = from.month - 1 + sign * ((by.years ?? 0) * 12 + (by.months ?? 0))
  const year = from.year + Math.floor(months / 12)
  const month = ((months % 12) + 12) % 12
  const day = Math.min(from.day, daysInMonth(year, month + 1))
  const moved = new Date(0)
  moved.setUTCFullYear(year, month, day + sign * ((by.weeks ?? 0) * 7 + (by.days ?? 0)))
  moved.setUTCHours(
    from.hour + sign * (by.hours ?? 0),
    (from.minute ?? 0) + sign * (by.minutes ?? 0),
    (from.second ?? 0) + sign * (by.seconds ?? 0),
  )
  return printDateTime({
    ...from,
    year: moved.getUTCFullYear(),
    month: moved.getUTCMonth() + 1,
    day: moved.getUTCDate(),
    hour: moved.getUTCHours(),
    minute: moved.getUTCMinutes(),
    second: moved.getUTCSeconds(),
  })
}
