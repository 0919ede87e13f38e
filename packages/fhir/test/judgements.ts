/** Cases whose expected file differs from our result: whose fault it is, and why. A test asks for one of each that differs. */

export interface Reason {
  /** `theirs` and `input` are disputed. `choice`: the specification does not decide; counted as unequal. */
  readonly fault: 'theirs' | 'input' | 'choice'
  readonly why: string
}

export const REASONS = {
  'manual-last': {
    fault: 'theirs',
    why: 'Of several manual values the last is taken, although its condition (at0004) does not hold: `!` instead of `†`.',
  },
  'related-condition': {
    fault: 'theirs',
    why: 'A related Condition and the one itself change places and share values; the other engine skips this case itself.',
  },
  'coded-in-text': {
    fault: 'theirs',
    why: 'The template has a DV_TEXT. The specification maps a CodeableConcept to its text and term mappings.',
  },
  'no-system': {
    fault: 'input',
    why: 'Identifiers without a system, in a list where R4 has one: a DV_CODED_TEXT without a terminology is invalid.',
  },
  'start-time': {
    fault: 'theirs',
    why: 'Only `effective` is mapped to the start time; the expected file has the time of `issued`.',
  },
  'absent-reason': {
    fault: 'theirs',
    why: 'Null flavours are not mapped yet: the lines are commented out in the expected file.',
  },
  'range-text': {
    fault: 'choice',
    why: 'A program writes a range as text: with the unit of the input, `mL/h`, or as `ml/h`.',
  },
  weeks: { fault: 'theirs', why: 'Weeks are `P4W` by the table of the specification, not `P28D`.' },
  'non-daily': { fault: 'choice', why: 'A program maps the period of a non-daily timing back, or does not.' },
  ranges: { fault: 'choice', why: 'A program maps the range of a dose or rate back, or does not.' },
  rates: {
    fault: 'theirs',
    why: 'The ratio of a rate is not mapped back: the lines are commented out in the expected file.',
  },
  'partial-date': {
    fault: 'theirs',
    why: 'The birth year 1962 became 1962-01-01; openEHR has partial dates.',
  },
  'first-of-list': {
    fault: 'theirs',
    why: 'Of a list for a single place the first is taken; the specification says the last.',
  },
  'visit-number': {
    fault: 'theirs',
    why: 'The constant `VN` of the identifier is missing; other expected files of the same mapping have it.',
  },
  'two-answers': { fault: 'theirs', why: 'Two expected files for one composition: the other one is equal.' },
  display: { fault: 'theirs', why: 'A Coding has no display, although the coded text has a value.' },
  'name-use': {
    fault: 'theirs',
    why: 'The use of the second name (maiden) is written over that of the first (official).',
  },
} satisfies Readonly<Record<string, Reason>>

export type ReasonName = keyof typeof REASONS

/** True where the expected file or the input is at fault in all that differs. */
export const isDisputed = (names: readonly ReasonName[]): boolean =>
  names.length > 0 && names.every(name => (REASONS[name] as Reason).fault !== 'choice')

const medication = (person: number, number: number): string => `patient-${person}-medstatement-${number}`

/** By module and direction, the ending of the input's name. */
export const JUDGED: Readonly<Record<string, Readonly<Record<string, ReasonName | readonly ReasonName[]>>>> =
  {
    'diagnose toOpenEHR': { KDS_Diagnose_bundle_whole: 'related-condition' },
    'diagnose toFHIR': {
      'patient-1-diagnose-1': 'manual-last',
      KDS_Diagnose_bundle: ['manual-last', 'visit-number'],
      KDS_Diagnose_bundle_whole: 'related-condition',
    },
    'fall toOpenEHR': {
      'KDS_Fall_einfach.Bundle': ['no-system', 'first-of-list'],
      'patient-1-encounter-1': 'coded-in-text',
      'patient-3-encounter-1': 'coded-in-text',
    },
    'laborbericht toOpenEHR': { KDS_Laborbericht_bundle: 'start-time' },
    'laborbericht toFHIR': {
      Composition_Laborbericht_bundle: 'two-answers',
      'patient-1-labreport-1': 'absent-reason',
    },
    'medikationseintrag toOpenEHR': {
      [medication(1, 1)]: 'coded-in-text',
      [medication(1, 2)]: 'coded-in-text',
      [medication(2, 4)]: 'range-text',
      [medication(3, 4)]: 'weeks',
    },
    'medikationseintrag toFHIR': {
      [medication(1, 2)]: 'rates',
      [medication(2, 2)]: 'rates',
      [medication(2, 3)]: 'rates',
      [medication(2, 4)]: 'ranges',
      [medication(2, 5)]: 'rates',
      [medication(3, 1)]: 'ranges',
      [medication(3, 2)]: 'rates',
      [medication(3, 3)]: 'rates',
      [medication(3, 4)]: 'non-daily',
      [medication(4, 1)]: 'rates',
    },
    'person toOpenEHR': { 'patient-4': ['partial-date', 'absent-reason'] },
    'person toFHIR': {
      'Bundle-mii-exa-test-data-patient-11': 'two-answers',
      'patient-2': 'display',
      'patient-3': 'name-use',
      'patient-4': 'absent-reason',
      'patient-5': 'name-use',
      'patient-7': 'name-use',
      'patient-9': 'name-use',
    },
  }
