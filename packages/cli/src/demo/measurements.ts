/** Vital signs and laboratory reports as FLAT. */
import { type Chemistry, chemistryAt, vitalsAt } from './course.ts'
import { type Flat, type FlatRecord, type Occasion, occasionHead, quantity } from './flat.ts'
import type { Patient, Stay } from './patient.ts'

export interface Measuring extends Occasion {
  readonly stay?: Stay
  /** On the ward not at every round. */
  readonly weighed: boolean
}

const SITTING = 'at1001'
const LYING = 'at1003'

export function vitalSigns(patient: Patient, occasion: Measuring): FlatRecord {
  const { time, stay, weighed } = occasion
  const vitals = vitalsAt(patient, time, stay)
  const event = (observation: string) => `vital_signs/${observation}/any_event:0`
  const flat: Flat = {
    ...occasionHead(occasion),
    ...quantity(`${event('blood_pressure')}/systolic`, vitals.systolic, 'mm[Hg]'),
    ...quantity(`${event('blood_pressure')}/diastolic`, vitals.diastolic, 'mm[Hg]'),
    [`${event('blood_pressure')}/position|code`]: stay ? LYING : SITTING,
    ...quantity(`${event('pulse')}/rate`, vitals.pulse, '/min'),
    [`${event('pulse')}/rhythm|code`]: vitals.irregular ? 'at0007' : 'at0006',
    ...quantity(`${event('respiration')}/rate`, vitals.respiration, '/min'),
    [`${event('oxygen_saturation')}/spo2|numerator`]: vitals.spo2,
    [`${event('oxygen_saturation')}/spo2|denominator`]: 100,
    [`${event('oxygen_saturation')}/spo2|type`]: 2,
    ...(stay ? quantity(`${event('body_temperature')}/temperature`, vitals.temperature, 'Cel', 1) : {}),
    ...(weighed ? quantity(`${event('body_weight')}/weight`, vitals.weight, 'kg', 1) : {}),
  }
  return { template: 'Vital signs', time, flat }
}

interface Analyte {
  readonly of: keyof Chemistry
  readonly code: string
  readonly unit: string
  readonly digits: number
  /** Below the first it is low, above the second high. */
  readonly normal: readonly [number, number]
}

const ANALYTES: readonly Analyte[] = [
  { of: 'hba1c', code: 'at0101', unit: 'mmol/mol', digits: 0, normal: [20, 42] },
  { of: 'creatinine', code: 'at0102', unit: 'umol/L', digits: 0, normal: [45, 105] },
  { of: 'egfr', code: 'at0103', unit: 'mL/min/{1.73_m2}', digits: 0, normal: [60, 200] },
  { of: 'potassium', code: 'at0104', unit: 'mmol/L', digits: 1, normal: [3.5, 5.1] },
  { of: 'sodium', code: 'at0105', unit: 'mmol/L', digits: 1, normal: [135, 145] },
  { of: 'haemoglobin', code: 'at0106', unit: 'g/L', digits: 0, normal: [120, 170] },
  { of: 'crp', code: 'at0107', unit: 'mg/L', digits: 0, normal: [0, 10] },
  { of: 'ntProBnp', code: 'at0108', unit: 'ng/L', digits: 0, normal: [0, 300] },
  { of: 'ldl', code: 'at0109', unit: 'mmol/L', digits: 1, normal: [0, 3.4] },
]

/** The measurements of an encounter: slow values at a check-up, fast ones on the ward. */
const PANELS = {
  checkUp: {
    name: 'Chronic disease panel',
    of: ['hba1c', 'creatinine', 'egfr', 'potassium', 'haemoglobin', 'ldl'],
  },
  ward: {
    name: 'Inpatient panel',
    of: ['creatinine', 'egfr', 'potassium', 'sodium', 'haemoglobin', 'crp', 'ntProBnp'],
  },
} as const satisfies Record<string, { readonly name: string; readonly of: readonly (keyof Chemistry)[] }>

/** The range that the laboratory prints beside a result. */
const rangeAt = (path: string, unit: string, [low, high]: Analyte['normal']): Flat => ({
  [`${path}/_normal_range/lower|magnitude`]: low,
  [`${path}/_normal_range/lower|unit`]: unit,
  [`${path}/_normal_range/upper|magnitude`]: high,
  [`${path}/_normal_range/upper|unit`]: unit,
})

const flagOf = (value: number, [low, high]: Analyte['normal']): string =>
  value < low ? 'at0201' : value > high ? 'at0203' : 'at0202'

const FINAL = 'at0011'

export function laboratoryReport(
  patient: Patient,
  occasion: Occasion & { readonly stay?: Stay },
): FlatRecord {
  const { time, stay } = occasion
  const chemistry = chemistryAt(patient, time, stay)
  const panel = stay ? PANELS.ward : PANELS.checkUp
  const asked: readonly (keyof Chemistry)[] = panel.of
  const test = 'laboratory_report/laboratory_test'
  const analytes = ANALYTES.filter(({ of }) => asked.includes(of)).map(
    ({ of, code, unit, digits, normal }, index): Flat => ({
      [`${test}/analyte:${index}/name|code`]: code,
      ...quantity(`${test}/analyte:${index}/result`, chemistry[of], unit, digits),
      ...rangeAt(`${test}/analyte:${index}/result`, unit, normal),
      [`${test}/analyte:${index}/flag|code`]: flagOf(chemistry[of], normal),
    }),
  )
  const flat = Object.assign(
    { ...occasionHead(occasion), [`${test}/test_name`]: panel.name, [`${test}/status|code`]: FINAL },
    ...analytes,
  ) as Flat
  return { template: 'Laboratory report', time, flat }
}
