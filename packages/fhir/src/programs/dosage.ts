/** FHIR's Dosage and the openEHR cluster of a dose: rates and durations, which the two divide differently. */
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import { isJson, type Json } from '../fhir/json.ts'
import { parseFhirPath } from '../paths/fhir-path.ts'
import { parseOpenehrPath } from '../paths/openehr-path.ts'
import { isoDuration, ucumDuration } from '../values/time.ts'
import type { Program } from './program.ts'

const UCUM = 'http://unitsofmeasure.org'
const HERE = parseOpenehrPath('$openehrRoot')
const DOSE = parseOpenehrPath('items[at0144]')
const RATE = parseOpenehrPath('items[at0134]')
const DURATION = parseOpenehrPath('items[at0102]')
const FHIR_HERE = parseFhirPath('$fhirRoot')

const unitOf = ({ code, unit }: Json): string | undefined => {
  const text = code ?? unit
  return typeof text === 'string' ? text : undefined
}

const durationOf = (value: unknown, unit: unknown): RmObject | undefined => {
  const text = typeof value === 'number' && typeof unit === 'string' ? isoDuration(value, unit) : undefined
  return text === undefined ? undefined : { _type: 'DV_DURATION', value: text }
}

const quantityOf = ({ magnitude, units }: RmObject): Json => ({
  value: magnitude,
  unit: units,
  system: UCUM,
  code: units,
})

const isQuantity = (value: unknown): value is RmObject =>
  isRmObject(value) && value['_type'] === 'DV_QUANTITY'

/** `repeat.duration` is how long the medicine is given. */
export const durationToAdministration: Program = {
  toOpenehr: (source, write) => {
    const made = isJson(source) ? durationOf(source['duration'], source['durationUnit']) : undefined
    if (made !== undefined) write(HERE, made)
  },
  toFhir: (read, write) => {
    const [value] = read(HERE)
    const made = isRmObject(value) ? ucumDuration(String(value['value'])) : undefined
    // Beside a dose the duration is the other half of a rate: see `ratioToDosage`.
    const others = [
      ...read(parseOpenehrPath('../items[at0144]')),
      ...read(parseOpenehrPath('../items[at0134]')),
    ]
    if (made === undefined || others.some(isQuantity)) return
    write(parseFhirPath('duration'), made.value)
    write(parseFhirPath('durationUnit'), made.unit)
  },
}

/** A rate as a ratio: the dose, or a volume, over the time that it is given in. */
export const ratioToDosage: Program = {
  toOpenehr: (source, write) => {
    const [over, under] = isJson(source) ? [source['numerator'], source['denominator']] : []
    if (!isJson(under)) return
    const made = durationOf(under['value'], unitOf(under))
    if (made !== undefined) write(DURATION, made)
    const rate = isJson(over) ? rateOf(over, under) : undefined
    if (rate !== undefined) write(RATE, rate)
  },
  toFhir: (read, write) => {
    const [[dose], [rate], [duration]] = [read(DOSE), read(RATE), read(DURATION)]
    const time = isRmObject(duration) ? ucumDuration(String(duration['value'])) : undefined
    if (time === undefined) return
    const denominator = { value: time.value, unit: time.unit, system: UCUM, code: time.unit }
    if (isQuantity(rate)) {
      const [unit = '1'] = String(rate['units']).split('/')
      write(FHIR_HERE, {
        numerator: quantityOf({ magnitude: Number(rate['magnitude']) * time.value, units: unit }),
        denominator,
      })
    } else if (isQuantity(dose)) write(FHIR_HERE, { numerator: quantityOf(dose), denominator })
  },
}

function rateOf(over: Json, under: Json): RmObject | undefined {
  const [top, bottom] = [over['value'], under['value']]
  if (typeof top !== 'number' || typeof bottom !== 'number' || bottom === 0) return undefined
  return {
    _type: 'DV_QUANTITY',
    magnitude: top / bottom,
    units: `${unitOf(over) ?? '1'}/${unitOf(under) ?? '1'}`,
  }
}

/** A rate of two quantities as one: 500 mL in 2 h is 250 mL/h. */
export const ratioToQuantity: Program = {
  toOpenehr: (source, write) => {
    const [over, under] = isJson(source) ? [source['numerator'], source['denominator']] : []
    const rate = isJson(over) && isJson(under) ? rateOf(over, under) : undefined
    if (rate !== undefined) write(HERE, rate)
  },
  toFhir: (read, write) => {
    const [rate] = read(HERE)
    if (!isRmObject(rate)) return
    const [top = '1', bottom = '1'] = String(rate['units']).split('/')
    const part = (value: unknown, unit: string) => ({ value, unit, system: UCUM, code: unit })
    write(FHIR_HERE, { numerator: part(rate['magnitude'], top), denominator: part(1, bottom) })
  },
}

const quantityIn = (value: unknown): RmObject | undefined =>
  isJson(value) && typeof value['value'] === 'number'
    ? { _type: 'DV_QUANTITY', magnitude: value['value'], units: unitOf(value) ?? '1' }
    : undefined

export const quantityToRange: Program = {
  toOpenehr: (source, write) => {
    if (!isJson(source)) return
    const [lower, upper] = [quantityIn(source['low']), quantityIn(source['high'])]
    if (lower === undefined && upper === undefined) return
    write(HERE, {
      _type: 'DV_INTERVAL',
      ...(lower === undefined ? {} : { lower }),
      ...(upper === undefined ? {} : { upper }),
      lower_unbounded: lower === undefined,
      upper_unbounded: upper === undefined,
      lower_included: lower !== undefined,
      upper_included: upper !== undefined,
    })
  },
  toFhir: (read, write) => {
    const [value] = read(HERE)
    if (!isRmObject(value) || value['_type'] !== 'DV_INTERVAL') return
    const { lower, upper } = value
    write(FHIR_HERE, {
      ...(isRmObject(lower) ? { low: quantityOf(lower) } : {}),
      ...(isRmObject(upper) ? { high: quantityOf(upper) } : {}),
    })
  },
}

const RANGE_TEXT = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?) (\S+)$/

/** A range where openEHR has a text: `150-300 mL/h`. */
export const rangeToText: Program = {
  toOpenehr: (source, write) => {
    const [low, high] = isJson(source) ? [source['low'], source['high']] : []
    if (!isJson(low) || !isJson(high)) return
    write(HERE, {
      _type: 'DV_TEXT',
      value: `${String(low['value'])}-${String(high['value'])} ${unitOf(high) ?? ''}`.trim(),
    })
  },
  toFhir: (read, write) => {
    const [text] = read(HERE)
    const match = isRmObject(text) ? RANGE_TEXT.exec(String(text['value'])) : null
    if (match === null) return
    const [, low, high, unit] = match
    const part = (value: string | undefined) => ({ value: Number(value), unit, system: UCUM, code: unit })
    write(FHIR_HERE, { low: part(low), high: part(high) })
  },
}
