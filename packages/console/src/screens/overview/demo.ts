/** Loads the demo hospital from the page, under the rights of its reader: the same patients as `cairn demo`. */
import {
  demoTemplates,
  furnish,
  lifeOf,
  load,
  recordsIn,
  refuseAmongOthers,
  type TemplateFile,
  USUAL_PATIENTS,
} from '@cairn-ehr/cli/demo'
import dischargeSummary from '@cairn-ehr/cli/demo/discharge-summary.opt?raw'
import laboratoryReport from '@cairn-ehr/cli/demo/laboratory-report.opt?raw'
import medicationList from '@cairn-ehr/cli/demo/medication-list.opt?raw'
import organisation from '@cairn-ehr/cli/demo/organisation.opt?raw'
import person from '@cairn-ehr/cli/demo/person.opt?raw'
import problemList from '@cairn-ehr/cli/demo/problem-list.opt?raw'
import provider from '@cairn-ehr/cli/demo/provider.opt?raw'
import vitalSigns from '@cairn-ehr/cli/demo/vital-signs.opt?raw'
import type { Session } from '../../session/session.ts'

const FILES: Readonly<Record<TemplateFile, string>> = {
  'vital-signs.opt': vitalSigns,
  'laboratory-report.opt': laboratoryReport,
  'problem-list.opt': problemList,
  'medication-list.opt': medicationList,
  'discharge-summary.opt': dischargeSummary,
  'person.opt': person,
  'organisation.opt': organisation,
  'provider.opt': provider,
}

/** Calls `onProgress` with the percentage. A server that has patients of its own is left as it is. */
export async function loadDemo(
  { cairn, kind, rights }: Pick<Session, 'cairn' | 'kind' | 'rights'>,
  onProgress: (percent: number) => void,
): Promise<void> {
  await refuseAmongOthers(cairn)
  const templates = demoTemplates(file => FILES[file])
  await furnish(cairn, templates.values())
  const lives = Array.from({ length: USUAL_PATIENTS }, (_, index) => lifeOf(index + 1))
  const total = recordsIn(lives)
  let loaded = 0
  const done = (records: number) => {
    loaded += records
    onProgress(Math.floor((loaded / total) * 100))
  }
  const committer = kind === 'person' ? 'caller' : 'doctor'
  const withPeople = rights.has('people.write')
  const stop = new AbortController().signal
  await load({ client: cairn, templates, committer, withPeople, done, stop }, lives)
}
