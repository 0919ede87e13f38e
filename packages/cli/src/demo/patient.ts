/** One patient of the demo: who it is, what was there before, and when the hospital keeps a bed for them. */
import { at, DAY, END, START, YEAR } from './calendar.ts'
import { ehrIdOf, patientId } from './identity.ts'
import { CHRONIC, type Problem, type Severity } from './problems.ts'
import { type Random, randomFor } from './random.ts'

export interface Diagnosis {
  readonly problem: Problem
  readonly severity: Severity
  readonly onset: number
  /** Its end; a chronic one has none. */
  readonly resolved?: number
}

export interface Stay {
  readonly reason: Problem
  readonly ward: string
  readonly from: number
  readonly to: number
}

export interface Patient {
  readonly number: number
  readonly id: string
  readonly ehrId: string
  readonly sex: 'female' | 'male'
  readonly born: number
  readonly heightCm: number
  readonly bmi: number
  /** Of weight, a year. */
  readonly drift: number
  /** Takes what was prescribed. */
  readonly adherent: boolean
  readonly diagnoses: readonly Diagnosis[]
  readonly stays: readonly Stay[]
}

export const ageAt = ({ born }: Pick<Patient, 'born'>, time: number): number => (time - born) / YEAR

function chronicDiagnoses(born: number, random: Random): readonly Diagnosis[] {
  const age = (END - born) / YEAR
  const had = new Set<Problem>()
  return CHRONIC.flatMap(({ problem, from, share, after, shareAfter = share }): Diagnosis[] => {
    const probability = after !== undefined && had.has(after) ? shareAfter : share
    const [has, when, how] = [random.chance(probability), random.next(), random.next()]
    if (!has || age < from + 1) return []
    had.add(problem)
    // Found between ten years before the five that are told and a year before their end, and not before its age.
    const earliest = Math.max(START - 10 * YEAR, born + from * YEAR)
    const onset = at(earliest + when * Math.max(DAY, END - YEAR - earliest), 600)
    return [{ problem, onset, severity: how < 0.45 ? 'mild' : how < 0.85 ? 'moderate' : 'severe' }]
  })
}

const ACUTE: readonly {
  readonly problem: Problem
  readonly from: number
  readonly ward: string
  readonly days: readonly [number, number]
}[] = [
  { problem: 'pneumonia', from: 0, ward: 'Internal medicine', days: [3, 7] },
  { problem: 'appendicitis', from: 0, ward: 'Surgery', days: [2, 3] },
  { problem: 'gallstones', from: 35, ward: 'Surgery', days: [2, 4] },
  { problem: 'hipFracture', from: 72, ward: 'Orthopaedics', days: [6, 9] },
]

/** Chronic problems that bring people to hospital, with the yearly risk that they add. */
const DECOMPENSATING: readonly { readonly problem: Problem; readonly risk: number; readonly ward: string }[] =
  [
    { problem: 'heartFailure', risk: 0.2, ward: 'Cardiology' },
    { problem: 'copd', risk: 0.14, ward: 'Internal medicine' },
  ]

function stayIn(
  year: number,
  born: number,
  diagnoses: readonly Diagnosis[],
  random: Random,
): Stay | undefined {
  const [luck, which, when, length] = [random.next(), random.next(), random.next(), random.next()]
  const from = at(START + (year + 0.05 + when * 0.9) * YEAR, 540 + (Math.floor(when * 10_000) % 600))
  const age = (from - born) / YEAR
  const chronic = DECOMPENSATING.filter(({ problem }) =>
    diagnoses.some(each => each.problem === problem && each.onset < from - 30 * DAY),
  )
  const risk = 0.035 + (age > 75 ? 0.05 : 0) + chronic.reduce((sum, each) => sum + each.risk, 0)
  if (luck >= risk) return undefined
  const reason = luck < risk - 0.035 ? chronic[0] : undefined
  const possible = ACUTE.filter(each => age >= each.from)
  const acute = possible[Math.floor(which * possible.length)]
  const [shortest, longest] = reason ? [3, 7] : (acute?.days ?? [2, 4])
  const days = shortest + Math.floor(length * (longest - shortest + 1))
  const { problem, ward } = reason ?? acute ?? { problem: 'pneumonia', ward: 'Internal medicine' }
  return { reason: problem, ward, from, to: at(from + days * DAY, 660) }
}

const IS_ACUTE = new Set<Problem>(ACUTE.map(({ problem }) => problem))

/** An acute problem is on the list from the stay on, and over six weeks after it. */
const acuteDiagnoses = (stays: readonly Stay[]): readonly Diagnosis[] =>
  stays
    .filter(({ reason }) => IS_ACUTE.has(reason))
    .map(({ reason, from, to }) => ({
      problem: reason,
      severity: 'moderate',
      onset: from,
      resolved: to + 42 * DAY,
    }))

export function patientOf(number: number): Patient {
  const random = randomFor(`patient ${number}`)
  const sex = random.chance(0.52) ? 'female' : 'male'
  // More old people than young, as in a hospital.
  const born = at(END - (24 + 68 * random.next() ** 0.7) * YEAR, 0)
  const heightCm = Math.round(random.around(sex === 'female' ? 165 : 178, 6))
  const bmi = random.around(26.5, 3.5)
  const drift = random.around(0.1, 0.6)
  const adherent = random.chance(0.75)
  const chronic = chronicDiagnoses(born, random)
  const stays = [0, 1, 2, 3, 4].flatMap(year => stayIn(year, born, chronic, random) ?? [])
  const diagnoses = [...chronic, ...acuteDiagnoses(stays)].sort((a, b) => a.onset - b.onset)
  const id = patientId(number)
  return { number, id, ehrId: ehrIdOf(number), sex, born, heightCm, bmi, drift, adherent, diagnoses, stays }
}

/** The diagnosis, where it is made already. */
export const diagnosed = ({ diagnoses }: Patient, problem: Problem, time: number): Diagnosis | undefined =>
  diagnoses.find(each => each.problem === problem && each.onset <= time)
