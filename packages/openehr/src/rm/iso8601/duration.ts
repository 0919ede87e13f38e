/** ISO 8601 durations as openEHR has them: weeks beside other fields, a leading minus, a fraction on seconds alone. */

export interface IsoDuration {
  readonly negative: boolean
  readonly years?: number
  readonly months?: number
  readonly weeks?: number
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
  readonly seconds?: number
  /** Digits of the fraction of a second. */
  readonly fraction?: string
  /** Seconds, a year taken as 365.24 days and a month as 30.42 (BASE, Time_Definitions). */
  readonly magnitude: number
  /** The finest field that is there. */
  readonly precision: 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second' | 'fraction'
}

const DURATION =
  /^(-)?P(?=[\dT])(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,](\d+))?S)?)?$/

const FIELDS = [
  { name: 'years', letter: 'Y', seconds: 365.24 * 86_400, precision: 'year' },
  { name: 'months', letter: 'M', seconds: 30.42 * 86_400, precision: 'month' },
  { name: 'weeks', letter: 'W', seconds: 7 * 86_400, precision: 'week' },
  { name: 'days', letter: 'D', seconds: 86_400, precision: 'day' },
  { name: 'hours', letter: 'H', seconds: 3600, precision: 'hour' },
  { name: 'minutes', letter: 'M', seconds: 60, precision: 'minute' },
  { name: 'seconds', letter: 'S', seconds: 1, precision: 'second' },
] as const

type Fields = { -readonly [name in (typeof FIELDS)[number]['name']]?: number }

/** A duration; `undefined` where the text is none. */
export function parseDuration(text: string): IsoDuration | undefined {
  const match = DURATION.exec(text)
  if (match === null) return undefined
  const fields: Fields = {}
  let magnitude = 0
  let precision: IsoDuration['precision'] | undefined
  FIELDS.forEach((field, at) => {
    const count = match[at + 2]
    if (count === undefined) return
    fields[field.name] = Number(count)
    magnitude += Number(count) * field.seconds
    precision = field.precision
  })
  const fraction = match[9]
  if (fraction !== undefined) {
    magnitude += Number(`0.${fraction}`)
    precision = 'fraction'
  }
  // Nothing but `P`, or a count that a number cannot hold exactly.
  if (precision === undefined || !Object.values(fields).every(Number.isSafeInteger)) return undefined
  const negative = match[1] !== undefined
  return {
    negative,
    ...fields,
    ...(fraction === undefined ? {} : { fraction }),
    magnitude: negative && magnitude !== 0 ? -magnitude : magnitude,
    precision,
  }
}

/** The duration written out again; one without any field is `PT0S`. */
export function printDuration(value: Omit<IsoDuration, 'magnitude' | 'precision'>): string {
  const [date, time] = [FIELDS.slice(0, 4), FIELDS.slice(4)].map(part =>
    part
      .map(({ name, letter }) => {
        const count = value[name]
        if (count === undefined) return ''
        return `${count}${letter === 'S' && value.fraction !== undefined ? `.${value.fraction}` : ''}${letter}`
      })
      .join(''),
  )
  const fields = `${date}${time === '' ? '' : `T${time}`}`
  return `${value.negative ? '-' : ''}P${fields === '' ? 'T0S' : fields}`
}
