/** Checks the changes of a contribution against the acceptance matrix; every fault is listed with its path. */

import type { Finding } from '@cairn-ehr/openehr'
import type { EhrId } from '../../ids/index.ts'
import { ACCEPTED, STEPS, type Step } from '../../records/index.ts'
import { latestFacts } from '../../records/request/index.ts'
import { isUidOf } from '../../records/uids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { type Head, type Kind, versionUid } from '../../versions/index.ts'
import { isParty, recordOfParty } from '../../versions/parties/index.ts'
import { rubric } from '../../versions/printed/index.ts'
import type { VersionInput } from './body.ts'

export const stepOf = ({ audit }: VersionInput): Step | undefined => STEPS.get(audit.changeType)

/** A version of the contribution, with the latest version of the object that it changes. */
export interface VersionChange {
  readonly version: VersionInput
  readonly head: Head | undefined
}

export const kindOf = ({ version, head }: VersionChange): string | undefined =>
  version.data?._type ?? head?.kind

type ChangeFault = readonly [where: string, message: string]

const named = (changeType: number) => `"${rubric('audit change type', changeType)}"`

/** A change needs a preceding version in this EHR; a creation must not have one. */
function* precedingFaults({ version, head }: VersionChange, step: Step): Generator<ChangeFault> {
  const { preceding, audit } = version
  const where = 'preceding_version_uid'
  if (step === 'first') {
    if (preceding) yield [where, 'must be left out: a creation has no preceding version']
  } else if (!preceding) yield [where, `is missing: ${named(audit.changeType)} needs the preceding version`]
  else if (!head || head.systemId !== preceding.systemId || head.version < preceding.version)
    yield [where, 'there is no such version here, or it cannot have a next version']
  else if (head.deleted && step !== 'next') yield [where, `the ${head.kind} is already deleted`]
}

/** Uids of a later version must be those of its object; the data of a deletion are not stored, so their uid is not checked. */
function* uidFaults({ version, head }: VersionChange, step: Step): Generator<ChangeFault> {
  if (!version.preceding || !head) return
  for (const { where, uid } of version.uids)
    if (!(step === 'deletion' && where === 'data/uid') && !isUidOf(uid, head))
      yield [where, 'is not the uid of the object that the preceding version belongs to']
}

function* dataFaults({ version, head }: VersionChange, step: Step): Generator<ChangeFault> {
  const { data } = version
  if (data === undefined) {
    if (step === 'first' || step === 'next') yield ['data', 'is missing']
    return
  }
  if (typeof data._type !== 'string') yield ['data/_type', 'is missing: it names the class of the data']
  else if (head && head.kind !== data._type)
    yield ['data/_type', `the preceding version is a ${head.kind}, not a ${data._type}`]
}

function* matrixFaults(change: VersionChange, step: Step, ofParties: boolean): Generator<ChangeFault> {
  const kind = kindOf(change)
  const { audit, lifecycle, attestations } = change.version
  if (kind === undefined) return
  const isPlace = Object.hasOwn(ACCEPTED, kind) && isParty(kind as Kind) === ofParties
  const steps = isPlace ? ACCEPTED[kind] : undefined
  const states = steps?.[step]
  if (!steps) yield ['data', `a contribution cannot change a ${kind}`]
  else if (!states)
    yield ['commit_audit/change_type', `${named(audit.changeType)} is not possible for ${kind}`]
  else if (!states.includes(lifecycle))
    yield [
      'lifecycle_state',
      `"${rubric('version lifecycle state', lifecycle)}" is not possible with ${named(audit.changeType)} of ${kind}`,
    ]
  if (step === 'attestation' && attestations.length === 0)
    yield ['attestations', 'is missing: an attestation needs at least one']
}

function faultsOf(change: VersionChange, ofParties: boolean): ChangeFault[] {
  const step = stepOf(change.version)
  if (step === undefined)
    return [
      [
        'commit_audit/change_type',
        `${named(change.version.audit.changeType)} cannot be committed: it names no change`,
      ],
    ]
  return [
    ...precedingFaults(change, step),
    ...uidFaults(change, step),
    ...dataFaults(change, step),
    ...matrixFaults(change, step, ofParties),
  ]
}

/** Returns the id of the object: that of the preceding version, or the one in the client's uid. */
const objectIn = ({ preceding, uids: [first] }: VersionInput): string | undefined =>
  preceding?.objectId ?? first?.uid.split('::')[0]?.toLowerCase()

/** One contribution can change an object only once, and likewise the directory of the EHR. */
function* repeatedChanges(all: readonly VersionChange[]): Generator<readonly [at: number, message: string]> {
  const first = new Map<string, number>()
  for (const [at, change] of all.entries()) {
    const object = kindOf(change) === 'FOLDER' ? 'the directory' : objectIn(change.version)
    const before = object === undefined ? undefined : first.get(object)
    if (before !== undefined) yield [at, `versions[${before}] changes the same object`]
    else if (object !== undefined) first.set(object, at)
  }
}

/** Without an EHR the changes are to parties. Throws all faults; without any, all versions whose preceding version is not the latest. */
export function refuseImpossibleChanges(ehrId: EhrId | undefined, all: readonly VersionChange[]): void {
  const finding = (path: string, message: string): Finding => ({ path, code: 'contribution.misfit', message })
  const findings = [
    ...all.flatMap((change, at) =>
      faultsOf(change, ehrId === undefined).map(([where, message]) =>
        finding(`versions[${at}]/${where}`, message),
      ),
    ),
    ...[...repeatedChanges(all)].map(([at, message]) => finding(`versions[${at}]`, message)),
  ]
  if (findings.length > 0)
    throw new Refusal(
      'contribution.invalid',
      'The contribution has changes that are not possible; each fault is listed with its path.',
      findings,
    )
  const stale = all.flatMap(({ version, head }, at) =>
    head && version.preceding && version.preceding.version < head.version
      ? [{ head, where: `versions[${at}]/preceding_version_uid` }]
      : [],
  )
  const [first] = stale
  if (first)
    throw new Refusal(
      'version.conflict',
      'A preceding version is not the latest one.',
      stale.map(({ head, where }) => finding(where, `the latest is ${versionUid(head)}`)),
      latestFacts(first.head, ehrId ?? recordOfParty(first.head.objectId)),
    )
}
