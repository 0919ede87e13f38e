/** The patients onto the server: several at once, each visit by visit, so that a second run goes on where the first one ended. */
import { type CairnClient, CairnError } from '@cairn-ehr/client'
import { CommandError } from '../command/exit-codes.ts'
import { contributionOf, type DemoCommitter, LISTS, statusOf } from './contribution.ts'
import type { TemplateId } from './flat.ts'
import { ifThere } from './furnish.ts'
import { type Patient, patientOf } from './patient.ts'
import { commitHospital, commitHousehold } from './people.ts'
import { personIdOf } from './person.ts'
import type { DemoTemplates } from './templates.ts'
import { type Visit, visitsOf } from './visits.ts'

export interface Loading {
  readonly client: CairnClient
  readonly templates: DemoTemplates
  readonly committer: DemoCommitter
  /** The caller may write people: patients get names, and the hospital its staff. */
  readonly withPeople: boolean
  /** Told of each visit: how many records it has, and whether they were added now. */
  readonly done: (records: number, added: boolean) => void
  /** Heeded between two visits. */
  readonly stop: AbortSignal
}

export interface Life {
  readonly patient: Patient
  readonly visits: readonly Visit[]
}

export const lifeOf = (number: number): Life => {
  const patient = patientOf(number)
  return { patient, visits: visitsOf(patient) }
}

export const recordsIn = (lives: readonly Life[]): number =>
  lives.reduce((sum, { visits }) => sum + visits.reduce((all, { records }) => all + records.length, 0), 0)

/** As many requests as are under way at once. */
const AT_ONCE = 12

const JSON_TYPE = { 'Content-Type': 'application/json' }

const codeOf = (error: unknown): string => (error instanceof CairnError ? error.code : '')

/** Explains a conflict about an EHR to the person who loads the demo. */
const CONFLICTS: Readonly<Record<string, (id: string) => string>> = {
  'ehr.erased': id =>
    `The EHR of patient ${id} was erased here, and its id is not used again: load the demo into a new server.`,
  'ehr.subject_exists': id =>
    `Another EHR on this server is that of patient ${id} of the demo: load it into a separate server.`,
}

const PERSON_UID = 'cairn-person-uid'

/** The header that links an EHR to the person of its patient, who is made first. */
async function linkOf({ client, committer, withPeople }: Loading, patient: Patient): Promise<object> {
  if (!withPeople) return {}
  await commitHousehold(client, patient, committer)
  return { [PERSON_UID]: personIdOf(patient.number) }
}

/** Links an EHR of an earlier run, in which nobody had a name. */
async function linkEhr(loading: Loading, patient: Patient, found: Response): Promise<void> {
  if (!loading.withPeople || found.headers.has(PERSON_UID)) return
  const address = `/openehr/v1/ehr/${patient.ehrId}/ehr_status`
  const link = await linkOf(loading, patient)
  const status = await loading.client.call(`GET ${address}`)
  const headers = { ...JSON_TYPE, 'If-Match': status.headers.get('etag') ?? '', ...link }
  await loading.client
    .call(`PUT ${address}`, { headers, body: await status.text() })
    .catch((error: unknown) => {
      // Somebody loads the demo at the same time, and was faster.
      if (!LINKED.has(codeOf(error))) throw error
    })
}

/** False where it was there. */
async function createEhr(loading: Loading, patient: Patient): Promise<boolean> {
  try {
    const headers = { ...JSON_TYPE, ...(await linkOf(loading, patient)) }
    const body = JSON.stringify(statusOf(patient))
    await loading.client.call(`PUT /openehr/v1/ehr/${patient.ehrId}`, { headers, body })
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ehr.exists') return false
    const sentence = Object.hasOwn(CONFLICTS, code) ? CONFLICTS[code]?.(patient.id) : undefined
    throw sentence === undefined ? error : new CommandError(sentence)
  }
}

/** Ids of the versions of a visit, in its own order. */
async function versionsIn(answer: Response): Promise<readonly string[]> {
  const { versions } = (await answer.json()) as {
    readonly versions: readonly { readonly id: { readonly value: string } }[]
  }
  return versions.map(({ id }) => id.value)
}

async function found(client: CairnClient, { ehrId }: Patient, visit: Visit) {
  const answer = await ifThere(client, `GET /openehr/v1/ehr/${ehrId}/contribution/${visit.contribution}`)
  return answer && versionsIn(answer)
}

const LINKED = new Set(['person.linked', 'version.conflict'])

/** Somebody loads the same demo at the same time, and was faster. */
const OVERTAKEN = new Set(['contribution.exists', 'version.conflict'])

async function commit(
  { client, templates, committer }: Loading,
  patient: Patient,
  visit: Visit,
  latest: ReadonlyMap<TemplateId, string>,
): Promise<{ readonly versions: readonly string[]; readonly added: boolean }> {
  try {
    const answer = await client.call(`POST /openehr/v1/ehr/${patient.ehrId}/contribution`, {
      headers: { ...JSON_TYPE, Prefer: 'return=representation' },
      body: JSON.stringify(contributionOf(visit, templates, latest, committer)),
    })
    return { versions: await versionsIn(answer), added: true }
  } catch (error) {
    const versions = OVERTAKEN.has(codeOf(error)) ? await found(client, patient, visit) : undefined
    if (!versions) throw error
    return { versions, added: false }
  }
}

/** False where the EHR was there. */
async function openEhr(loading: Loading, { patient, visits: [first] }: Life): Promise<boolean> {
  const { client } = loading
  const asked = loading.withPeople ? { [`include-${PERSON_UID}`]: 'yes' } : {}
  const found = await ifThere(client, `GET /openehr/v1/ehr/${patient.ehrId}`, asked)
  if (found) {
    await linkEhr(loading, patient, found)
    return false
  }
  // A commit before the EHR exists is refused, with another code if the caller may not commit: no empty EHR is left then.
  if (first)
    await commit(loading, patient, first, new Map()).catch((error: unknown) => {
      if (codeOf(error) !== 'ehr.not_found') throw error
    })
  return createEhr(loading, patient)
}

async function loadLife(loading: Loading, life: Life): Promise<void> {
  const { client, done, stop } = loading
  const { patient, visits } = life
  // Visits are committed in order: where the last one is there, all are; after one that is missing, all are.
  let missing = await openEhr(loading, life)
  const last = visits.at(-1)
  if (!missing && last && (await found(client, patient, last))) {
    for (const { records } of visits) done(records.length, false)
    return
  }
  const latest = new Map<TemplateId, string>()
  for (const visit of visits) {
    if (stop.aborted) return
    const there = missing ? undefined : await found(client, patient, visit)
    missing ||= there === undefined
    const { versions, added } = there
      ? { versions: there, added: false }
      : await commit(loading, patient, visit, latest)
    visit.records.forEach(({ template }, index) => {
      const version = versions[index]
      if (LISTS.has(template) && version !== undefined) latest.set(template, version)
    })
    done(visit.records.length, added)
  }
}

/** Ends at the first error, when what is under way has ended. */
export async function load(loading: Loading, lives: readonly Life[]): Promise<void> {
  if (loading.withPeople) await commitHospital(loading.client, loading.committer)
  const waiting = [...lives]
  const failed: unknown[] = []
  const work = async () => {
    for (
      let life = waiting.shift();
      life && failed.length === 0 && !loading.stop.aborted;
      life = waiting.shift()
    )
      await loadLife(loading, life).catch((error: unknown) => failed.push(error))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (failed.length > 0) throw failed[0]
}
