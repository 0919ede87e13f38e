/** Which changes a contribution may hold, held against the acceptance matrix, each misfit with its place. */

import type { Finding } from '@cairn/openehr'
import type { EhrId } from '../../ids.ts'
import { ACCEPTED, isUidOf, latestFacts, STEPS, type Step } from '../../records/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { type Head, rubric, versionUid } from '../../versions/index.ts'
import type { GivenVersion } from './body.ts'

export const stepOf = ({ audit }: GivenVersion): Step | undefined => STEPS.get(audit.changeType)

/** A version as it was given, and the latest one of the object that it would follow. */
export interface Placed {
  readonly version: GivenVersion
  readonly head: Head | undefined
}

export const kindOf = ({ version, head }: Placed): string | undefined => version.data?._type ?? head?.kind

type Misfit = readonly [where: string, message: string]

const named = (changeType: number) => `"${rubric('audit change type', changeType)}"`

/** The version that is followed: there where it has to be, and one of this EHR, whoever else may have such a one. */
function* precedingMisfits({ version, head }: Placed, step: Step): Generator<Misfit> {
  const { preceding, audit } = version
  const where = 'preceding_version_uid'
  if (step === 'first') {
    if (preceding) yield [where, 'a creation follows no version']
  } else if (!preceding) yield [where, `${named(audit.changeType)} needs the version that it follows`]
  else if (!head || head.systemId !== preceding.systemId || head.version < preceding.version)
    yield [where, 'there is no such version to follow in this EHR']
  else if (head.deleted && step !== 'next') yield [where, `the ${head.kind} is deleted already`]
}

/** Uids of a version that follows another are its own; of data that a deletion brings along nothing is kept. */
function* uidMisfits({ version, head }: Placed, step: Step): Generator<Misfit> {
  if (!version.preceding || !head) return
  for (const { where, uid } of version.uids)
    if (!(step === 'deletion' && where === 'data/uid') && !isUidOf(uid, head))
      yield [where, 'is not that of the object that it follows']
}

function* dataMisfits({ version, head }: Placed, step: Step): Generator<Misfit> {
  const { data } = version
  if (data === undefined) {
    if (step === 'first' || step === 'next') yield ['data', 'must be there']
    return
  }
  if (data._type === undefined) yield ['data/_type', 'must say what the data are']
  else if (head && head.kind !== data._type)
    yield ['data/_type', `the version that it follows is a ${head.kind}, not a ${data._type}`]
}

function* matrixMisfits(placed: Placed, step: Step): Generator<Misfit> {
  const kind = kindOf(placed)
  const { audit, lifecycle, attestations } = placed.version
  if (kind === undefined) return
  const steps = Object.hasOwn(ACCEPTED, kind) ? ACCEPTED[kind] : undefined
  const states = steps?.[step]
  if (!steps) yield ['data', `a ${kind} is nothing that a contribution can change`]
  else if (!states) yield ['commit_audit/change_type', `${named(audit.changeType)} cannot be done to ${kind}`]
  else if (!states.includes(lifecycle))
    yield [
      'lifecycle_state',
      `"${rubric('version lifecycle state', lifecycle)}" does not fit ${named(audit.changeType)} of ${kind}`,
    ]
  if (step === 'attestation' && attestations.length === 0)
    yield ['attestations', 'must be there: an attestation attests something']
}

function misfitsOf(placed: Placed): Misfit[] {
  const step = stepOf(placed.version)
  if (step === undefined)
    return [['commit_audit/change_type', `${named(placed.version.audit.changeType)} does not say what to do`]]
  return [
    ...precedingMisfits(placed, step),
    ...uidMisfits(placed, step),
    ...dataMisfits(placed, step),
    ...matrixMisfits(placed, step),
  ]
}

/** What a version is of: the object that it follows, or the one that its uid names. */
const objectIn = ({ preceding, uids: [first] }: GivenVersion): string | undefined =>
  preceding?.objectId ?? first?.uid.split('::')[0]?.toLowerCase()

/** An object has one next version, and an EHR one directory, so each can be changed but once. */
function* repeated(all: readonly Placed[]): Generator<readonly [at: number, message: string]> {
  const first = new Map<string, number>()
  for (const [at, placed] of all.entries()) {
    const object = kindOf(placed) === 'FOLDER' ? 'the directory' : objectIn(placed.version)
    const before = object === undefined ? undefined : first.get(object)
    if (before !== undefined) yield [at, `versions[${before}] changes the same object`]
    else if (object !== undefined) first.set(object, at)
  }
}

/** Throws all that does not fit; then, all versions that are followed although there are newer ones. */
export function refuseMisfits(ehrId: EhrId, all: readonly Placed[]): void {
  const misfit = (path: string, message: string): Finding => ({ path, code: 'contribution.misfit', message })
  const findings = [
    ...all.flatMap((placed, at) =>
      misfitsOf(placed).map(([where, message]) => misfit(`versions[${at}]/${where}`, message)),
    ),
    ...[...repeated(all)].map(([at, message]) => misfit(`versions[${at}]`, message)),
  ]
  if (findings.length > 0)
    throw new Refusal(
      'contribution.invalid',
      'The changes do not fit each other or what is there; each is listed with its path.',
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
      'A version that is followed is not the latest.',
      stale.map(({ head, where }) => misfit(where, `the latest is ${versionUid(head)}`)),
      latestFacts(first.head, ehrId),
    )
}
