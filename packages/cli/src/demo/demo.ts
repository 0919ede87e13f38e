/** `cairn demo`: a small hospital to try things on, the same in every run. */
import type { CairnClient } from '@cairn-ehr/client'
import { Interrupted } from '../command/exit-codes.ts'
import { type Output, showProgress } from '../command/progress.ts'
import { addAlarm } from './alarm.ts'
import { furnish, refuseAmongOthers } from './furnish.ts'
import { NAMESPACE, patientId } from './identity.ts'
import { lifeOf, load, recordsIn } from './load.ts'
import { readTemplates } from './template-files.ts'
import { patientClient } from './while-busy.ts'

export interface DemoWanted {
  readonly patients: number
  readonly amongOthers: boolean
}

const TO_TRY = `To try, with CAIRN_CLIENT_ID and CAIRN_CLIENT_SECRET exported:
  npx cairn aql --name demo::patients_with_high_hba1c --param over=60
  npx cairn call "GET /openehr/v1/ehr?subject_id=${patientId(1)}&subject_namespace=${NAMESPACE}"
  npx cairn patient find larkspor
  npx cairn call "GET /extra/v1/datamap/vital_signs?limit=3&order_by=-time"`

/** For a client that may not write people. */
const NAMELESS =
  'The patients have no names: people need a client with the scope api.admin. Run it again with one to add them.'

export interface DemoNeeds {
  readonly client: CairnClient
  /** The client may write people. */
  readonly withPeople: boolean
  readonly out: Output
  readonly now: () => number
  readonly stop: AbortSignal
}

/** The summary at the end. */
export async function demo(
  { client: ready, withPeople, out, now, stop }: DemoNeeds,
  wanted: DemoWanted,
): Promise<string> {
  const began = now()
  const client = patientClient(ready)
  if (!wanted.amongOthers) await refuseAmongOthers(client)
  const templates = readTemplates()
  await furnish(client, templates.values())
  const lives = Array.from({ length: wanted.patients }, (_, index) => lifeOf(index + 1))
  const total = recordsIn(lives)
  const progress = showProgress(out, total, now)
  let added = 0
  const done = (records: number, isNew: boolean) => {
    if (isNew) added += records
    progress.add(records)
  }
  await load({ client, templates, committer: 'doctor', withPeople, done, stop }, lives).finally(() =>
    progress.end(),
  )
  if (stop.aborted)
    throw new Interrupted(
      `Stopped: ${added.toLocaleString('en')} records were added. Run it again to go on from there.`,
    )
  const alarm = await addAlarm(client)
  const patients = wanted.patients === 1 ? '1 patient' : `${wanted.patients} patients`
  const news = added === 0 ? 'all were there already' : `${added.toLocaleString('en')} were added`
  const seconds = ((now() - began) / 1000).toFixed(1)
  const nameless = withPeople ? '' : `\n${NAMELESS}`
  return `${patients} with ${total.toLocaleString('en')} records: ${news}, in ${seconds} s.${nameless}\n\n${TO_TRY}${alarm}`
}
