/** The discharge summary of a stay, as FLAT. */
import { DAY, dayOf, instant } from './calendar.ts'
import { vitalsAt } from './course.ts'
import { type FlatRecord, type Occasion, occasionHead } from './flat.ts'
import { diagnosisAt } from './lists.ts'
import { ageAt, type Diagnosis, type Patient, type Stay } from './patient.ts'
import type { Problem } from './problems.ts'

/** Treatments and plans, by the reason of the stay. */
const TOLD: Readonly<Record<string, readonly [course: string, plan: string]>> = {
  heartFailure: [
    'Admitted with shortness of breath and swollen legs. Intravenous diuretics; the weight fell and breathing became easy.',
    'Daily weight at home. Check-up with kidney function in one week.',
  ],
  copd: [
    'Admitted with an exacerbation. Inhaled bronchodilators and five days of steroids; oxygen was stopped before discharge.',
    'Inhaler technique was reviewed. Check-up in four weeks.',
  ],
  pneumonia: [
    'Admitted with fever and cough. Antibiotics; fever and inflammation went down within three days.',
    'Antibiotics for two more days. Chest X-ray in six weeks.',
  ],
  hipFracture: [
    'Fell at home. Operated on the day after admission; walked with help from the second day on.',
    'Physiotherapy. Bone density is to be measured.',
  ],
  appendicitis: ['Operated on the day of admission, without complications.', 'Sutures out after ten days.'],
  gallstones: [
    'Admitted with pain in the upper abdomen. The gallbladder was removed by laparoscopy.',
    'Sutures out after ten days. No diet is needed.',
  ],
}

const HOME = 'at0021'
const NURSING_HOME = 'at0022'
const REHABILITATION = 'at0023'

function destination({ reason }: Stay, age: number): string {
  if (reason === 'hipFracture') return REHABILITATION
  return age > 88 ? NURSING_HOME : HOME
}

/** 0 to 3: how much help is needed. */
const mobility = ({ reason }: Stay, age: number): number =>
  Math.min(3, (reason === 'hipFracture' ? 2 : 0) + (age > 85 ? 1 : 0) + (age > 78 ? 1 : 0))

/** The diagnosis that the stay was for, or one that it amounts to. */
function principal({ diagnoses }: Patient, { reason, from }: Stay): Diagnosis {
  const made = diagnoses.find(each => each.problem === reason)
  return made ?? { problem: reason satisfies Problem, severity: 'moderate', onset: from }
}

export function dischargeSummary(patient: Patient, stay: Stay, occasion: Occasion): FlatRecord {
  const { time } = occasion
  const age = ageAt(patient, time)
  const days = Math.round((dayOf(stay.to) - dayOf(stay.from)) / DAY)
  const [course = '', plan = ''] = TOLD[stay.reason] ?? []
  const { systolic, diastolic } = vitalsAt(patient, stay.to, stay)
  return {
    template: 'Discharge summary',
    time,
    flat: {
      ...occasionHead(occasion),
      'discharge_summary/stay/admitted': instant(stay.from),
      'discharge_summary/stay/discharged': instant(stay.to),
      'discharge_summary/stay/ward': stay.ward,
      'discharge_summary/stay/length': `P${days}D`,
      'discharge_summary/stay/discharged_to|code': destination(stay, age),
      'discharge_summary/stay/mobility|code': `at003${mobility(stay, age) + 1}`,
      ...diagnosisAt('discharge_summary/principal_diagnosis', principal(patient, stay), time),
      'discharge_summary/course/synopsis': `${course} Blood pressure on discharge ${systolic}/${diastolic} mmHg.`,
      'discharge_summary/plan/recommendation': plan,
    },
  }
}
