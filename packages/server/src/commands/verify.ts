/** `cairn verify`: checks versions against their signatures, the query index against the versions, and sealed objects and the audit trail against their seals. */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import {
  acceptObject,
  type FoundFaults,
  type Place,
  printHead,
  printPlace,
  readHead,
  readObject,
  readPlace,
  type Verification,
  type VerificationPart,
  verificationBody,
  verifyAll,
} from '../admin/index.ts'
import type { TrailFault, TrailHead } from '../audit/index.ts'
import { checkedVault } from '../auth/index.ts'
import { type Database, StartError } from '../db/index.ts'
import type { SealKey, StateFault } from '../seals/index.ts'
import type { Config } from '../settings/index.ts'
import type { Fault, Verified } from '../versions/verify/index.ts'
import { openInstallation } from './installation.ts'
import { type TellProgress, tellProgress } from './progress.ts'
import { table } from './table.ts'

const MOST_THREADS = 256

const number = (value: number) => value.toLocaleString('en')

const countOf = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${number(count)} ${many}`

const rowOf = ({ uid, what, ehrId }: Fault): string[] => [uid, what, `EHR ${ehrId}`]
const stateRowOf = ({ kind, id, what }: StateFault): string[] => [`${kind}:${id}`, what, 'sealed objects']

const trailRowOf = ({ place, what }: TrailFault): string[] => [place, what, 'audit trail']

const faultsOf = ({ faults, changedPresets }: Verified): number => faults.length + changedPresets.length

function asText({ records, indexFaults, state, trail, seconds }: Verification): string {
  const { versions, objects, olderSignatures } = records
  const bad = [
    ...[...records.faults, ...indexFaults].map(rowOf),
    ...records.changedPresets.map(id => [`preset ${id}`, 'was changed', 'compression of documents']),
    ...state.faults.map(stateRowOf),
    ...trail.faults.map(trailRowOf),
  ]
  const pace = number(Math.round(versions / Math.max(seconds, 0.001)))
  const found = (faults: number, good: string) => (faults === 0 ? good : countOf(faults, 'fault', 'faults'))
  const notes = [
    ...(state.unsealedKinds.length > 0
      ? [`not sealed yet, until a server of this version starts: ${state.unsealedKinds.join(', ')}`]
      : []),
    ...(olderSignatures > 0
      ? [
          `${number(olderSignatures)} versions were signed before signatures covered contribution and template`,
        ]
      : []),
    ...(trail.begins === undefined
      ? []
      : [`the trail begins at ${trail.begins}: older events were removed (CAIRN_AUDIT_RETENTION_MONTHS)`]),
    ...(trail.older > 0 ? [`${number(trail.older)} events are older than the first seal`] : []),
    ...(trail.unsealed > 0
      ? [`${countOf(trail.unsealed, 'event has', 'events have')} no seal yet: its server runs, or was killed`]
      : []),
    ...(trail.head ? [`end of the trail: --head ${printHead(trail.head)}`] : []),
  ]
  return [
    table(bad),
    `${number(versions)} versions of ${number(objects)} objects checked in ${seconds.toFixed(1)} s, ${pace} a second: `,
    `${found(faultsOf(records), 'all as they were committed')}\n`,
    `query index and look-up rows: ${found(indexFaults.length, 'all as the documents are')}\n`,
    `${number(state.objects)} definitions, accounts and rights, and all tags: `,
    `${found(state.faults.length, 'all as they were sealed')}\n`,
    `${number(trail.events)} audit events and ${number(trail.seals)} seals: `,
    `${found(trail.faults.length, 'all as they were sealed')}\n`,
    ...notes.map(note => `${note}\n`),
  ].join('')
}

const asJson = (result: Verification): string => `${JSON.stringify(verificationBody(result), null, 2)}\n`

function headIn(text: string | undefined): TrailHead | undefined {
  const head = text === undefined ? undefined : readHead(text)
  if (text !== undefined && !head)
    throw new StartError('--head must be <seal>:<digest>, as an earlier run of cairn verify printed it.')
  return head
}

async function accept(db: Database, stateKey: SealKey, text: string): Promise<void> {
  const { kind, id } = readObject(text) ?? { kind: '', id: '' }
  if (!(await acceptObject(db, stateKey, kind, id)))
    throw new StartError(`There is no sealed object "${text}": give kind:id, as cairn verify names it.`)
}

function placeIn(text: string | undefined): Place | undefined {
  const place = text === undefined ? undefined : readPlace(text)
  if (text !== undefined && !place)
    throw new StartError('--after must be a place that an interrupted run of cairn verify told, such as 7f.')
  return place
}

function threadsIn(text: string | undefined): number {
  const count = Number(text ?? availableParallelism())
  if (Number.isInteger(count) && count >= 1 && count <= MOST_THREADS) return count
  throw new StartError(`--threads is a whole number from 1 to ${MOST_THREADS}.`)
}

function rowsOf({ part, found }: FoundFaults): string[][] {
  if (part === 'seals') return found.map(trailRowOf)
  if (part === 'objects') return found.map(stateRowOf)
  const { records, indexFaults, tagFaults } = found
  return [...[...records.faults, ...indexFaults].map(rowOf), ...tagFaults.map(stateRowOf)]
}

/** Ids of templates may have spaces. */
const shellWord = (text: string): string =>
  /^[\w:.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** Tells progress and the faults up to each place, so that a run that is interrupted has told all that is before its place. */
function openTold() {
  // The time of each begins with it.
  const tell: Partial<Record<VerificationPart, TellProgress>> = {}
  let place = ''
  const goOn = () => `cairn verify --after ${shellWord(place)}`
  return {
    told: (part: VerificationPart, checked: number, total: number) => {
      tell[part] ??= tellProgress(part === 'objects' ? 'sealed objects' : part)
      tell[part](checked, total, place && `; after a stop: ${goOn()}`)
    },
    placeDone: (done: Place, faults: FoundFaults) => {
      place = printPlace(done)
      if (place) process.stderr.write(table(rowsOf(faults)))
    },
    stopped: () => {
      if (place) process.stderr.write(`The verification stopped. Go on: ${goOn()}\n`)
    },
  }
}

const OPTIONS = {
  json: { type: 'boolean' },
  head: { type: 'string' },
  accept: { type: 'string' },
  after: { type: 'string' },
  threads: { type: 'string' },
} as const

/** Throws, and so ends with exit code 1, if there is any fault. */
export async function verify(config: Config, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  const given = { known: headIn(values.head), after: placeIn(values.after) }
  const count = threadsIn(values.threads)
  const installation = await openInstallation(config, { alone: false, log: () => {} })
  try {
    const { told, placeDone, stopped } = openTold()
    const { db, url } = installation
    const { stateKey } = await checkedVault(db, installation.secretKey)
    if (values.accept !== undefined) await accept(db, stateKey, values.accept)
    const input = { ...given, stateKey, placeDone, threads: { count, databaseUrl: url } }
    const result = await verifyAll(db, input, told).catch(error => {
      stopped()
      throw error
    })
    const { records, indexFaults, state, trail } = result
    process.stdout.write((values.json ? asJson : asText)(result))
    if (faultsOf(records) > 0) throw new StartError('The records are not all as they were committed.')
    if (indexFaults.length > 0)
      throw new StartError('The query index differs from the documents: run "cairn index rebuild".')
    if (state.faults.length > 0)
      throw new StartError(
        'Definitions, accounts, rights or tags are not as they were sealed. Look at each; "cairn verify --accept kind:id" seals one as it is.',
      )
    if (trail.faults.length > 0) throw new StartError('The audit trail is not as it was sealed.')
  } finally {
    await installation.close()
  }
}
