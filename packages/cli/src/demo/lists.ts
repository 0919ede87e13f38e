/** The lists that are kept up to date, as FLAT: problems and medication as they stand at a time. */
import { DAY, date, YEAR } from './calendar.ts'
import { type Flat, type FlatRecord, listHead } from './flat.ts'
import type { Diagnosis, Patient } from './patient.ts'
import { PROBLEMS, SEVERITIES, TREATMENTS, type Treatment } from './problems.ts'

const ACTIVE = 'at0201'
const RESOLVED = 'at0202'

const known = ({ diagnoses }: Patient, time: number): readonly Diagnosis[] =>
  diagnoses.filter(({ onset }) => onset <= time)

/** The keys of one diagnosis, under whichever node it stands. */
export function diagnosisAt(
  path: string,
  { problem, severity, onset, resolved }: Diagnosis,
  time: number,
): Flat {
  const over = resolved !== undefined && resolved <= time
  return {
    [`${path}/name|code`]: PROBLEMS[problem].code,
    [`${path}/date_of_onset`]: date(onset),
    [`${path}/severity|code`]: SEVERITIES[severity],
    [`${path}/status|code`]: over ? RESOLVED : ACTIVE,
    ...(over ? { [`${path}/date_of_resolution`]: date(resolved) } : {}),
  }
}

/** Nothing for a patient without any. */
export function problemList(patient: Patient, time: number, composer: string): FlatRecord | undefined {
  const problems = known(patient, time)
  if (problems.length === 0) return undefined
  const keys = problems.map((each, index) => diagnosisAt(`problem_list/problem:${index}`, each, time))
  return { template: 'Problem list', time, flat: Object.assign({ ...listHead(composer) }, ...keys) as Flat }
}

/** Units of doses whose code is not what a doctor writes. */
const UNITS: Readonly<Record<string, string>> = { ug: 'µg', '[IU]': 'IU' }

interface Order extends Treatment {
  readonly since: number
}

function ordersAt(patient: Patient, time: number): readonly Order[] {
  return known(patient, time).flatMap(({ problem, severity, onset }) =>
    TREATMENTS.filter(each => each.problem === problem && (!each.severeOnly || severity === 'severe'))
      .map(each => ({ ...each, since: onset + each.after * YEAR }))
      .filter(({ since }) => since <= time),
  )
}

export function medicationList(patient: Patient, time: number, composer: string): FlatRecord | undefined {
  const orders = ordersAt(patient, time)
  if (orders.length === 0) return undefined
  const keys = orders.map(({ drug, dose, unit, frequency, since, problem }, index): Flat => {
    const order = `medication_list/medication_order:${index}`
    return {
      [`${order}/narrative`]: `${drug.name} ${dose} ${UNITS[unit] ?? unit}, ${frequency.name}`,
      [`${order}/order/medication|code`]: drug.code,
      [`${order}/order/dose|magnitude`]: dose,
      [`${order}/order/dose|unit`]: unit,
      [`${order}/order/frequency|code`]: frequency.code,
      [`${order}/order/start_date`]: date(since + DAY),
      [`${order}/order/reason`]: PROBLEMS[problem].name,
    }
  })
  return {
    template: 'Medication list',
    time,
    flat: Object.assign({ ...listHead(composer) }, ...keys) as Flat,
  }
}
