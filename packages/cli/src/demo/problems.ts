/** Problems of the demo's patients, their frequency and their medication. */

export const PROBLEMS = {
  hypertension: { code: 'at0101', name: 'Hypertension' },
  diabetes: { code: 'at0102', name: 'Type 2 diabetes' },
  copd: { code: 'at0103', name: 'COPD' },
  heartFailure: { code: 'at0104', name: 'Heart failure' },
  kidneyDisease: { code: 'at0105', name: 'Chronic kidney disease' },
  atrialFibrillation: { code: 'at0106', name: 'Atrial fibrillation' },
  osteoarthritis: { code: 'at0107', name: 'Osteoarthritis' },
  hypothyroidism: { code: 'at0108', name: 'Hypothyroidism' },
  pneumonia: { code: 'at0109', name: 'Pneumonia' },
  hipFracture: { code: 'at0110', name: 'Hip fracture' },
  appendicitis: { code: 'at0111', name: 'Appendicitis' },
  gallstones: { code: 'at0112', name: 'Gallstones' },
} as const

export type Problem = keyof typeof PROBLEMS

/** A chronic problem, from an age on, with the share of people who have it. */
interface Prevalence {
  readonly problem: Problem
  readonly from: number
  readonly share: number
  /** More where another problem is there already. */
  readonly after?: Problem
  readonly shareAfter?: number
}

export const CHRONIC: readonly Prevalence[] = [
  { problem: 'hypertension', from: 40, share: 0.5 },
  { problem: 'diabetes', from: 40, share: 0.22, after: 'hypertension', shareAfter: 0.35 },
  { problem: 'copd', from: 50, share: 0.16 },
  { problem: 'heartFailure', from: 62, share: 0.1, after: 'hypertension', shareAfter: 0.22 },
  { problem: 'kidneyDisease', from: 55, share: 0.08, after: 'diabetes', shareAfter: 0.3 },
  { problem: 'atrialFibrillation', from: 65, share: 0.12 },
  { problem: 'osteoarthritis', from: 55, share: 0.2 },
  { problem: 'hypothyroidism', from: 30, share: 0.06 },
]

const ONCE = { code: 'at0201', name: 'once a day' }
const TWICE = { code: 'at0202', name: 'twice a day' }
const NEEDED = { code: 'at0204', name: 'when needed' }

/** A drug that is begun some time after the problem was found. */
export interface Treatment {
  readonly problem: Problem
  /** Years after the onset. */
  readonly after: number
  readonly drug: { readonly code: string; readonly name: string }
  readonly dose: number
  readonly unit: 'mg' | 'ug' | '[IU]'
  readonly frequency: { readonly code: string; readonly name: string }
  readonly severeOnly?: boolean
}

const drug = (code: string, name: string) => ({ code, name })

export const TREATMENTS: readonly Treatment[] = [
  {
    problem: 'hypertension',
    after: 0,
    drug: drug('at0101', 'Amlodipine'),
    dose: 5,
    unit: 'mg',
    frequency: ONCE,
  },
  {
    problem: 'hypertension',
    after: 0.7,
    drug: drug('at0102', 'Lisinopril'),
    dose: 10,
    unit: 'mg',
    frequency: ONCE,
  },
  {
    problem: 'diabetes',
    after: 0,
    drug: drug('at0103', 'Metformin'),
    dose: 1000,
    unit: 'mg',
    frequency: TWICE,
  },
  {
    problem: 'diabetes',
    after: 0.4,
    drug: drug('at0109', 'Atorvastatin'),
    dose: 20,
    unit: 'mg',
    frequency: ONCE,
  },
  {
    problem: 'diabetes',
    after: 1.5,
    drug: drug('at0104', 'Empagliflozin'),
    dose: 10,
    unit: 'mg',
    frequency: ONCE,
  },
  {
    problem: 'diabetes',
    after: 3,
    drug: drug('at0105', 'Insulin glargine'),
    dose: 18,
    unit: '[IU]',
    frequency: ONCE,
    severeOnly: true,
  },
  { problem: 'copd', after: 0, drug: drug('at0106', 'Tiotropium'), dose: 18, unit: 'ug', frequency: ONCE },
  {
    problem: 'heartFailure',
    after: 0,
    drug: drug('at0107', 'Furosemide'),
    dose: 40,
    unit: 'mg',
    frequency: ONCE,
  },
  {
    problem: 'heartFailure',
    after: 0.2,
    drug: drug('at0108', 'Bisoprolol'),
    dose: 5,
    unit: 'mg',
    frequency: ONCE,
  },
  {
    problem: 'atrialFibrillation',
    after: 0,
    drug: drug('at0110', 'Apixaban'),
    dose: 5,
    unit: 'mg',
    frequency: TWICE,
  },
  {
    problem: 'hypothyroidism',
    after: 0,
    drug: drug('at0111', 'Levothyroxine'),
    dose: 75,
    unit: 'ug',
    frequency: ONCE,
  },
  {
    problem: 'osteoarthritis',
    after: 0,
    drug: drug('at0112', 'Paracetamol'),
    dose: 1000,
    unit: 'mg',
    frequency: NEEDED,
  },
]

export const SEVERITIES = { mild: 'at0047', moderate: 'at0048', severe: 'at0049' } as const
export type Severity = keyof typeof SEVERITIES
