/** `cairn verify`: checks versions against their signatures, the query index against the versions, and sealed objects and the audit trail against their seals. */
import { parseArgs } from 'node:util'
import {
  acceptObject,
  printHead,
  readHead,
  type Verification,
  verificationBody,
  verifyAll,
} from '../admin/index.ts'
import type { TrailHead } from '../audit/index.ts'
import { checkedVault } from '../auth/index.ts'
import { type Database, StartError } from '../db/index.ts'
import type { SealKey } from '../seals/index.ts'
import type { Config } from '../settings/index.ts'
import type { Verified } from '../versions/verify/index.ts'
import { openInstallation } from './installation.ts'
import { tellProgress } from './progress.ts'
import { table } from './table.ts'

const number = (value: number) => value.toLocaleString('en')

const countOf = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${number(count)} ${many}`

const faultsOf = ({ faults, changedPresets }: Verified): number => faults.length + changedPresets.length

function asText({ records, indexFaults, state, trail, seconds }: Verification): string {
  const { versions, objects, olderSignatures } = records
  const bad = [
    ...records.faults.map(({ uid, what, ehrId }) => [uid, what, `EHR ${ehrId}`]),
    ...indexFaults.map(({ uid, what, ehrId }) => [uid, what, `EHR ${ehrId}`]),
    ...records.changedPresets.map(id => [`preset ${id}`, 'was changed', 'compression of documents']),
    ...state.faults.map(({ kind, id, what }) => [`${kind}:${id}`, what, 'sealed objects']),
    ...trail.faults.map(({ place, what }) => [place, what, 'audit trail']),
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

/** `kind:id`, as a fault names an object; an id may have a colon. */
async function accept(db: Database, stateKey: SealKey, text: string): Promise<void> {
  const [, kind = '', id = ''] = /^([a-z_]+):(.+)$/s.exec(text) ?? []
  if (!(await acceptObject(db, stateKey, kind, id)))
    throw new StartError(`There is no sealed object "${text}": give kind:id, as cairn verify names it.`)
}

/** Throws, and so ends with exit code 1, if there is any fault. */
export async function verify(config: Config, args: readonly string[]): Promise<void> {
  const options = { json: { type: 'boolean' }, head: { type: 'string' }, accept: { type: 'string' } } as const
  const { values } = parseArgs({ args: [...args], options })
  const known = headIn(values.head)
  const installation = await openInstallation(config, { alone: false, log: () => {} })
  try {
    const [tellVersions, tellSeals] = [tellProgress('versions'), tellProgress('seals')]
    const { stateKey } = await checkedVault(installation.db, installation.secretKey)
    if (values.accept !== undefined) await accept(installation.db, stateKey, values.accept)
    const result = await verifyAll(installation.db, { stateKey, known }, (part, checked, total) =>
      (part === 'versions' ? tellVersions : tellSeals)(checked, total),
    )
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
