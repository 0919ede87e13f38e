/** FHIR's Timing.repeat and the openEHR clusters of daily and non-daily timing. */
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import { isJson, listOf } from '../fhir/json.ts'
import { parseFhirPath } from '../paths/fhir-path.ts'
import { parseOpenehrPath } from '../paths/openehr-path.ts'
import { isoDuration, ucumDuration } from '../values/time.ts'
import type { Program } from './program.ts'

const frequencyPath = parseOpenehrPath('items[at0003]')
const dailyPeriodPath = parseOpenehrPath('items[at0014]')
const timePath = parseOpenehrPath('items[at0004]')
const otherPeriodPath = parseOpenehrPath('items[at0002]')

const quantity = (magnitude: number, units: string): RmObject => ({ _type: 'DV_QUANTITY', magnitude, units })
const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** `frequency` times in each `period`: the frequency counts by the unit of the period. */
export const timingToDaily: Program = {
  toOpenehr: (source, write) => {
    if (!isJson(source)) return
    const { frequency, frequencyMax, period, periodUnit } = source
    const unit = typeof periodUnit === 'string' ? periodUnit : 'd'
    const low = numberIn(frequency)
    const high = numberIn(frequencyMax)
    if (low !== undefined && high === undefined) write(frequencyPath, quantity(low, `1/${unit}`))
    if (low !== undefined && high !== undefined)
      write(frequencyPath, {
        _type: 'DV_INTERVAL',
        lower: quantity(low, `1/${unit}`),
        upper: quantity(high, `1/${unit}`),
        lower_unbounded: false,
        upper_unbounded: false,
        lower_included: true,
        upper_included: true,
      })
    writePeriod(period, unit, value => write(dailyPeriodPath, value))
    const [time] = listOf(source['timeOfDay'])
    if (typeof time === 'string') write(timePath, { _type: 'DV_TIME', value: time })
  },
  toFhir: (read, write) => {
    const [frequency] = read(frequencyPath)
    if (isRmObject(frequency)) {
      const [low, high] =
        frequency['_type'] === 'DV_INTERVAL'
          ? [frequency['lower'], frequency['upper']]
          : [frequency, undefined]
      if (isRmObject(low)) write(parseFhirPath('frequency'), low['magnitude'])
      if (isRmObject(high)) write(parseFhirPath('frequencyMax'), high['magnitude'])
    }
    readPeriod(read(dailyPeriodPath)[0], write)
    const [time] = read(timePath)
    if (isRmObject(time)) write(parseFhirPath('timeOfDay'), time['value'])
  },
}

export const timingToNonDaily: Program = {
  toOpenehr: (source, write) => {
    if (!isJson(source)) return
    const unit = typeof source['periodUnit'] === 'string' ? source['periodUnit'] : undefined
    if (unit !== undefined) writePeriod(source['period'], unit, value => write(otherPeriodPath, value))
  },
  toFhir: (read, write) => readPeriod(read(otherPeriodPath)[0], write),
}

function writePeriod(period: unknown, unit: string, write: (value: RmObject) => void): void {
  const value = numberIn(period) === undefined ? undefined : isoDuration(Number(period), unit)
  if (value !== undefined) write({ _type: 'DV_DURATION', value })
}

function readPeriod(
  duration: unknown,
  write: (path: ReturnType<typeof parseFhirPath>, value: unknown) => void,
): void {
  const made = isRmObject(duration) ? ucumDuration(String(duration['value'])) : undefined
  if (made === undefined) return
  write(parseFhirPath('period'), made.value)
  write(parseFhirPath('periodUnit'), made.unit)
}
