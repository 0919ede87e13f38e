/** The life of a patient as the hospital sees it: check-ups and days on a ward, each with the records that are made. */
import { at, DAY, dayOf, END, START, workday } from './calendar.ts'
import { dischargeSummary } from './discharge.ts'
import type { FlatRecord } from './flat.ts'
import { uuidOf } from './identity.ts'
import { medicationList, problemList } from './lists.ts'
import { laboratoryReport, vitalSigns } from './measurements.ts'
import type { Patient, Stay } from './patient.ts'
import { randomFor } from './random.ts'
import { CLINIC, DOCTORS, LABORATORY, NURSES, someone } from './staff.ts'

/** One commit, under an id that a second run makes again. */
export interface Visit {
  readonly contribution: string
  readonly doctor: string
  readonly records: readonly FlatRecord[]
}

interface Moment {
  readonly time: number
  readonly stay?: Stay
}

/** Months between check-ups, by how many problems a patient has. */
const MONTHS = [12, 6, 4, 3] as const

function checkUps(patient: Patient): readonly Moment[] {
  const random = randomFor(`check-ups ${patient.number}`)
  const inHospital = (time: number) =>
    patient.stays.some(({ from, to }) => time > from - 5 * DAY && time < to + 5 * DAY)
  const moments: Moment[] = []
  let time = START + random.between(5, 80) * DAY
  while (time < END - 4 * DAY) {
    const moment = at(workday(time), 480 + random.whole(0, 100) * 5)
    if (!inHospital(moment)) moments.push({ time: moment })
    const problems = patient.diagnoses.filter(({ onset, resolved = END }) => onset <= time && resolved > time)
    const months = MONTHS[Math.min(problems.length, 3)] ?? 3
    time += months * 30.4 * DAY * random.between(0.85, 1.15)
  }
  return moments
}

function checkUpRecords(patient: Patient, { time }: Moment): FlatRecord[] {
  const random = randomFor(`check-up ${patient.number} ${time}`)
  const occasion = { time, composer: someone(random, NURSES), setting: 'clinic', location: CLINIC } as const
  const sampled = random.chance(patient.diagnoses.length > 0 ? 0.8 : 0.5)
  return [
    vitalSigns(patient, { ...occasion, weighed: true }),
    ...(sampled ? [laboratoryReport(patient, { ...occasion, composer: LABORATORY })] : []),
  ]
}

/** Rounds of a day on the ward, in minutes. */
const ROUNDS = [6 * 60, 14 * 60, 22 * 60]

const daysOf = (stay: Stay): readonly Moment[] =>
  Array.from({ length: (dayOf(stay.to) - dayOf(stay.from)) / DAY + 1 }, (_, day) => ({
    time: dayOf(stay.from) + day * DAY,
    stay,
  }))

function wardRecords(patient: Patient, { time: day }: Moment, stay: Stay): FlatRecord[] {
  const random = randomFor(`ward ${patient.number} ${day}`)
  const ward = { setting: 'ward', location: stay.ward, stay } as const
  const rounds = [...(dayOf(stay.from) === day ? [stay.from] : []), ...ROUNDS.map(each => at(day, each))]
    .filter(time => time >= stay.from && time <= stay.to)
    .map(time => time + (time === stay.from ? 0 : random.whole(0, 40) * 60_000))
    .filter(time => time <= stay.to)
  const number = (day - dayOf(stay.from)) / DAY
  const last = dayOf(stay.to) === day
  return [
    ...rounds.map((time, round) =>
      vitalSigns(patient, { ...ward, time, composer: someone(random, NURSES), weighed: round === 0 }),
    ),
    ...(number % 2 === 0 && !last
      ? [
          laboratoryReport(patient, {
            ...ward,
            time: Math.max(at(day, 390), stay.from + 1_200_000),
            composer: LABORATORY,
          }),
        ]
      : []),
    ...(last
      ? [dischargeSummary(patient, stay, { ...ward, time: stay.to, composer: someone(random, DOCTORS) })]
      : []),
  ]
}

/** A list is written when it has changed. */
type Kept = Map<FlatRecord['template'], string>

function changedLists(patient: Patient, time: number, doctor: string, kept: Kept): FlatRecord[] {
  const lists = [problemList(patient, time, doctor), medicationList(patient, time, doctor)]
  return lists.flatMap(list => {
    if (!list) return []
    const { 'ctx/composer_name': _who, ...content } = list.flat
    const text = JSON.stringify(content)
    if (kept.get(list.template) === text) return []
    kept.set(list.template, text)
    return [list]
  })
}

export function visitsOf(patient: Patient): readonly Visit[] {
  const kept: Kept = new Map()
  const moments = [...checkUps(patient), ...patient.stays.flatMap(daysOf)].sort((a, b) => a.time - b.time)
  return moments.map(moment => {
    const { time, stay } = moment
    const doctor = someone(randomFor(`doctor ${patient.number} ${time}`), DOCTORS)
    const last = stay === undefined || dayOf(stay.to) === time
    const records = stay ? wardRecords(patient, moment, stay) : checkUpRecords(patient, moment)
    // On the ward the lists are brought up to date on the way home.
    const lists = last ? changedLists(patient, stay ? stay.to : time, doctor, kept) : []
    return {
      contribution: uuidOf(`visit ${patient.id} ${time}`),
      doctor,
      records: [...records, ...lists],
    }
  })
}
