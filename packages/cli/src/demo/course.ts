/** The course of a patient over the years: the values at a moment, by problem, treatment and stay. */
import { START, YEAR } from './calendar.ts'
import { ageAt, type Diagnosis, diagnosed, type Patient, type Stay } from './patient.ts'
import type { Problem, Severity } from './problems.ts'
import { randomFor } from './random.ts'

export interface Vitals {
  readonly systolic: number
  readonly diastolic: number
  readonly pulse: number
  readonly irregular: boolean
  readonly respiration: number
  readonly spo2: number
  readonly temperature: number
  readonly weight: number
}

const WEIGHT_OF: Readonly<Record<Severity, number>> = { mild: 0.7, moderate: 1, severe: 1.4 }

const within = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value))

/**
 * The effect of a problem: it grows over the two years before it is found, and falls under treatment to a rest, at a pace of
 * about half a year. A patient who does not take his drugs keeps most of it.
 */
function excess({ onset, severity }: Diagnosis, adherent: boolean, time: number): number {
  const years = (time - onset) / YEAR
  const rest = adherent ? 0.3 : 0.75
  const share = years < 0 ? within(1 + years / 2, 0, 1) : rest + (1 - rest) * Math.exp(-years / 0.5)
  return share * WEIGHT_OF[severity]
}

/** As above for one of the patient's problems, found or on its way. */
function excessOf({ diagnoses, adherent }: Patient, problem: Problem, time: number): number {
  const found = diagnoses.find(each => each.problem === problem)
  return found ? excess(found, adherent, time) : 0
}

/** 1 on admission, towards 0 on the way home. */
function illness(stay: Stay | undefined, time: number): number {
  if (!stay) return 0
  return Math.exp((-3 * (time - stay.from)) / (stay.to - stay.from))
}

/** The largest effect of the reason of a stay on vital signs. */
const ILL: Partial<Record<Problem, Partial<Record<keyof Vitals, number>>>> = {
  pneumonia: { pulse: 28, respiration: 10, spo2: -7, temperature: 2.4, systolic: -12 },
  copd: { pulse: 22, respiration: 11, spo2: -6, temperature: 0.6 },
  heartFailure: { pulse: 20, respiration: 8, spo2: -5, weight: 4.5, systolic: 10 },
  appendicitis: { pulse: 20, temperature: 1.5, systolic: 6 },
  gallstones: { pulse: 16, temperature: 0.9, systolic: 8 },
  hipFracture: { pulse: 14, systolic: 12, temperature: 0.3 },
}

export function vitalsAt(patient: Patient, time: number, stay?: Stay): Vitals {
  const random = randomFor(`vitals ${patient.number} ${time}`)
  const ill = (sign: keyof Vitals): number =>
    stay ? (ILL[stay.reason]?.[sign] ?? 0) * illness(stay, time) : 0
  const age = ageAt(patient, time)
  const pressure = excessOf(patient, 'hypertension', time)
  const copd = diagnosed(patient, 'copd', time)
  const irregular = diagnosed(patient, 'atrialFibrillation', time) !== undefined
  const years = (time - START) / YEAR
  const lean = patient.bmi * (patient.heightCm / 100) ** 2
  const systolic = random.around(112 + age * 0.17 + 36 * pressure + ill('systolic'), 5)
  return {
    systolic: Math.round(within(systolic, 84, 225)),
    diastolic: Math.round(within(random.around(72 + 15 * pressure + ill('systolic') / 3, 4), 45, 130)),
    pulse: Math.round(within(random.around(71 + (irregular ? 8 : 0) + ill('pulse'), 5), 44, 160)),
    irregular,
    respiration: Math.round(within(random.around(14 + (copd ? 3 : 0) + ill('respiration'), 1.2), 9, 40)),
    spo2: Math.round(within(random.around(97 - (copd ? 4 : 0) + ill('spo2'), 0.8), 78, 100)),
    temperature: within(random.around(36.6 + ill('temperature'), 0.2), 35.4, 40.8),
    weight: within(random.around(lean + patient.drift * years + ill('weight'), 0.4), 38, 190),
  }
}

export interface Chemistry {
  readonly hba1c: number
  readonly creatinine: number
  readonly egfr: number
  readonly potassium: number
  readonly sodium: number
  readonly haemoglobin: number
  readonly crp: number
  readonly ntProBnp: number
  readonly ldl: number
}

/** CKD-EPI 2021, from creatinine in µmol/L. */
function egfr(creatinine: number, age: number, sex: Patient['sex']): number {
  const female = sex === 'female'
  const ratio = creatinine / 88.4 / (female ? 0.7 : 0.9)
  const low = Math.min(ratio, 1) ** (female ? -0.241 : -0.302)
  return 142 * low * Math.max(ratio, 1) ** -1.2 * 0.9938 ** age * (female ? 1.012 : 1)
}

/** Kidneys lose some each year, from two years before the disease is found; more where it is severe. */
function creatinineAt(patient: Patient, time: number): number {
  const young = patient.sex === 'female' ? 62 : 78
  const healthy = young * (1 + Math.max(0, ageAt(patient, time) - 50) * 0.004)
  const disease = patient.diagnoses.find(each => each.problem === 'kidneyDisease')
  if (!disease) return healthy
  const years = within((time - disease.onset) / YEAR, -2, 9)
  return (
    healthy *
    (1 + 0.2 * Math.min(0, years) + 0.4) *
    (1 + 0.07 * WEIGHT_OF[disease.severity]) ** Math.max(0, years)
  )
}

/** C-reactive protein on admission, by reason. */
const INFLAMED: Partial<Record<Problem, number>> = {
  pneumonia: 190,
  appendicitis: 110,
  gallstones: 70,
  hipFracture: 60,
  copd: 40,
}

export function chemistryAt(patient: Patient, time: number, stay?: Stay): Chemistry {
  const random = randomFor(`chemistry ${patient.number} ${time}`)
  const creatinine = within(random.around(creatinineAt(patient, time), 3), 35, 700)
  const failing = diagnosed(patient, 'heartFailure', time)
  const ill = illness(stay, time)
  const inflamed = stay ? (INFLAMED[stay.reason] ?? 10) * ill : 0
  const congested = failing
    ? 900 * WEIGHT_OF[failing.severity] * (1 + (stay?.reason === 'heartFailure' ? 4 * ill : 0))
    : 80
  const statin = diagnosed(patient, 'diabetes', time - 0.4 * YEAR) && patient.adherent
  const filtered = egfr(creatinine, ageAt(patient, time), patient.sex)
  return {
    hba1c: Math.round(within(random.around(36 + 38 * excessOf(patient, 'diabetes', time), 1.3), 26, 140)),
    creatinine: Math.round(creatinine),
    egfr: Math.round(within(filtered, 4, 130)),
    potassium: within(random.around(filtered < 40 ? 4.8 : 4.2, 0.25), 2.9, 6.4),
    sodium: within(random.around(140, 2), 124, 150),
    haemoglobin: Math.round(
      within(random.around((patient.sex === 'female' ? 134 : 147) - (filtered < 40 ? 16 : 0), 6), 70, 185),
    ),
    crp: Math.round(within(random.around(3 + inflamed, 1 + inflamed * 0.08), 0, 400)),
    ntProBnp: Math.round(within(random.around(congested, congested * 0.12), 20, 30_000)),
    ldl: within(random.around(statin ? 1.9 : 3.2, 0.4), 0.6, 6.5),
  }
}
