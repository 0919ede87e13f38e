/** Checks every version that is stored: is it the one that was signed, and does it follow the one before it? */
import { isRmObject, type RmObject } from '@cairn/openehr/rm'
import type { Database } from '../db/index.ts'
import { timestamp } from './envelope.ts'
import { rmTypeOf, type StoredVersion, versionUid } from './model.ts'
import { openVerifier, type ReadSigned } from './signature.ts'
import { findHollow, type Hollow, versionsAfter } from './store.ts'

export interface Fault {
  readonly ehrId: string
  /** Of a version; of an object or a contribution where it is about those. */
  readonly uid: string
  readonly what: string
}

export interface Verified {
  readonly versions: number
  readonly objects: number
  readonly faults: readonly Fault[]
}

/** A member deep inside, by its path. */
const at = (value: unknown, path: string): unknown =>
  path.split('/').reduce((within, name) => (isRmObject(within) ? within[name] : undefined), value)

const codeAt = (value: unknown, path: string): number =>
  Number(at(value, `${path}/defining_code/code_string`))

/** Columns that say again what the signed text says: reads by time and queries go by them. */
function* columnFaults(version: StoredVersion, signed: RmObject): Generator<string> {
  const [time, filed] = [at(signed, 'commit_audit/time_committed/value'), timestamp(version.committedAt)]
  if (time !== filed) yield `is filed under ${filed}, and was committed at ${time}`
  if (codeAt(signed, 'commit_audit/change_type') !== version.changeType)
    yield 'is filed under another change type'
  if (codeAt(signed, 'lifecycle_state') !== version.lifecycle) yield 'is filed under another lifecycle state'
  if (version.data === null) return
  const type = at(signed, 'data/_type')
  if (type !== rmTypeOf(version.kind)) yield `is filed as ${version.kind}, and is ${type}`
}

function* chainFaults(version: StoredVersion, before: StoredVersion | undefined): Generator<string> {
  const preceding =
    before?.ehrId === version.ehrId && before.objectId === version.objectId ? before : undefined
  const missing = version.version - 1 - (preceding?.version ?? 0)
  if (missing === 1) yield `version ${version.version - 1} before it is missing`
  if (missing > 1)
    yield `versions ${(preceding?.version ?? 0) + 1} to ${version.version - 1} before it are missing`
  if (preceding && preceding.committedAt >= version.committedAt)
    yield 'was committed no later than the version before it'
}

function* faultsOf(
  version: StoredVersion,
  before: StoredVersion | undefined,
  readSigned: ReadSigned,
): Generator<string> {
  const signed = readSigned(version)
  // Where the text is not the one that was signed, the columns have nothing to be held to.
  if (signed) yield* columnFaults(version, signed)
  else yield 'does not match its signature'
  yield* chainFaults(version, before)
}

const hollowFault = ({ ehrId, id, what }: Hollow): Fault => ({
  ehrId,
  uid: id,
  what: what === 'object' ? 'is an object without versions' : 'is a contribution without versions',
})

const PAGE = 500

/** Over one snapshot, so that what is written, merged or erased meanwhile is seen whole or not at all. */
export async function verifyRecords(db: Database): Promise<Verified> {
  const readSigned = await openVerifier(db)
  const snapshot = { isolation: 'repeatable read', readOnly: true } as const
  return db.transaction(async queries => {
    const faults: Fault[] = []
    let versions = 0
    let objects = 0
    let before: StoredVersion | undefined
    for (;;) {
      const page = await versionsAfter(queries, before, PAGE)
      if (page.length === 0) break
      for (const version of page) {
        const { ehrId } = version
        for (const what of faultsOf(version, before, readSigned))
          faults.push({ ehrId, uid: versionUid(version), what })
        versions++
        if (before?.objectId !== version.objectId || before.ehrId !== ehrId) objects++
        before = version
      }
    }
    for (const each of await findHollow(queries)) faults.push(hollowFault(each))
    return { versions, objects, faults }
  }, snapshot)
}
