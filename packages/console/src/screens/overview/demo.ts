/** Loads the demo hospital from the page, under the rights of its reader: the same patients as `cairn demo`. */
import {
  demoTemplates,
  furnish,
  lifeOf,
  load,
  recordsIn,
  refuseAmongOthers,
  type TemplateFile,
} from '@cairn-ehr/cli/demo'
import dischargeSummary from '@cairn-ehr/cli/demo/discharge-summary.opt?raw'
import laboratoryReport from '@cairn-ehr/cli/demo/laboratory-report.opt?raw'
import medicationList from '@cairn-ehr/cli/demo/medication-list.opt?raw'
import problemList from '@cairn-ehr/cli/demo/problem-list.opt?raw'
import vitalSigns from '@cairn-ehr/cli/demo/vital-signs.opt?raw'
import type { CairnClient } from '@cairn-ehr/client'

const FILES: Readonly<Record<TemplateFile, string>> = {
  'vital-signs.opt': vitalSigns,
  'laboratory-report.opt': laboratoryReport,
  'problem-list.opt': problemList,
  'medication-list.opt': medicationList,
  'discharge-summary.opt': dischargeSummary,
}

/** Enough for every screen to show something, in a few seconds. */
const PATIENTS = 10

/** `told` hears the percentage. A server that has patients of its own is left as it is. */
export async function loadDemo(cairn: CairnClient, told: (percent: number) => void): Promise<void> {
  await refuseAmongOthers(cairn)
  const templates = demoTemplates(file => FILES[file])
  await furnish(cairn, templates.values())
  const lives = Array.from({ length: PATIENTS }, (_, index) => lifeOf(index + 1))
  const total = recordsIn(lives)
  let loaded = 0
  const done = (records: number) => {
    loaded += records
    told(Math.floor((loaded / total) * 100))
  }
  await load({ client: cairn, templates, done, stop: new AbortController().signal }, lives)
}
