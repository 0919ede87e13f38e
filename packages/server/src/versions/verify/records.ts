/** Checks that every stored version is the one that was signed, and that it follows its predecessor. */

import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import type { Database, LimitedQueries } from '../../db/index.ts'
import type { EhrId } from '../../ids/index.ts'
import { contributionReader } from '../contributions-of-ehr.ts'
import { rmTypeOf, type StoredVersion, versionUid } from '../model.ts'
import { findChangedPresets } from '../packing/preset-store.ts'
import { presetCache } from '../packing/unpack.ts'
import { timestamp } from '../printed/envelope.ts'
import { auditIn } from '../printed/short-envelope.ts'
import { contributionDigest, openVerifier, type SignedFacts, type Verifier } from '../signature.ts'
import {
  countVersions,
  type EmptyContainer,
  findEmptyContainers,
  type ReadVersion,
  versionsAfter,
} from '../store.ts'
import type { DocumentCheck, RecordChecks, SignedDocument } from './document-check.ts'
import type { Fault } from './fault.ts'
import { linkFaults, mergeFaults } from './links.ts'
import { trailFaults } from './trail.ts'

export interface Verified {
  readonly versions: number
  readonly objects: number
  /** Versions with an older signature, which does not cover the contribution and the template. */
  readonly olderSignatures: number
  /** Ids of presets whose text is not the one that documents were compressed against. */
  readonly changedPresets: readonly number[]
  readonly faults: readonly Fault[]
}

/** Returns the member at a path. */
const at = (value: unknown, path: string): unknown =>
  path.split('/').reduce((within, name) => (isRmObject(within) ? within[name] : undefined), value)

const codeAt = (value: unknown, path: string): number =>
  Number(at(value, `${path}/defining_code/code_string`))

/** Compares columns with the signed text that they repeat: reads by time and queries use them. */
export function* columnFaults(version: StoredVersion, signed: RmObject): Generator<string> {
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

const hollowFault = ({ ehrId, id, what }: EmptyContainer): Fault => ({
  ehrId,
  uid: id,
  what: what === 'object' ? 'is an object without versions' : 'is a contribution without versions',
})

/** The digest of its contribution in the signature of a version. */
interface Claim {
  readonly digest: SignedFacts['contribution']
  /** Of that version. */
  readonly envelope: string
}

/** Claims of an EHR's versions, by contribution. */
type Claims = Map<string, Claim>

const documentOf = (version: StoredVersion, signed: RmObject): SignedDocument => {
  const { data } = signed
  return { version, data: isRmObject(data) ? data : undefined }
}

/** Undefined if the document is not as it was signed. */
export function signedDocument(
  verifier: Verifier,
  { version, unreadable }: ReadVersion,
): SignedDocument | undefined {
  const signed = unreadable ? undefined : verifier.read(version)
  return signed && documentOf(version, signed.version)
}

const PAGE = 500

/** Told how many versions were checked, of how many. */
type TellChecked = (checked: number, total: number) => void

/** Checks all EHRs, or all parties. */
async function verifyIn<Allowed extends LimitedQueries>(
  queries: Allowed,
  verifier: Verifier,
  told: (checked: number) => void,
  check: DocumentCheck<Allowed> | undefined,
): Promise<Omit<Verified, 'changedPresets'>> {
  const faults: Fault[] = []
  const contributionsOf = await contributionReader(queries)
  let versions = 0
  let objects = 0
  let olderSignatures = 0
  let before: StoredVersion | undefined
  let claims: Claims = new Map()
  const presets = presetCache()

  const checkVersion = ({ version, unreadable }: ReadVersion): SignedDocument | undefined => {
    const report = (what: string) =>
      void faults.push({ ehrId: version.ehrId, uid: versionUid(version), what })
    const signed = unreadable ? undefined : verifier.read(version)
    // If the text is not the signed one, the columns cannot be checked.
    if (signed) for (const what of columnFaults(version, signed.version)) report(what)
    else report(unreadable?.message ?? 'does not match its signature')
    if (signed?.facts) {
      claims.set(version.contributionId, { digest: signed.facts.contribution, envelope: version.envelope })
      if ((signed.facts.template ?? null) !== version.templateKey) report('is filed under another template')
    } else if (signed) olderSignatures++
    for (const what of chainFaults(version, before)) report(what)
    return signed && documentOf(version, signed.version)
  }
  const checkContributions = async (ehrId: EhrId): Promise<void> => {
    for (const { contributionId, audit: own, committedAt, versions: count } of await contributionsOf(ehrId)) {
      const report = (what: string) => void faults.push({ ehrId, uid: contributionId, what })
      const claimed = claims.get(contributionId)
      if (claimed === undefined) continue
      const audit = own || auditIn(claimed.envelope)
      if (claimed.digest !== contributionDigest(audit, count))
        report('is a contribution whose audit was changed, or of whose versions one is missing')
      else if (timeOf(audit) !== timestamp(committedAt)) report('is a contribution filed under another time')
    }
  }
  for (;;) {
    const page = await versionsAfter(queries, before, PAGE, presets)
    const documents: SignedDocument[] = []
    for (const read of page) {
      const { version } = read
      if (before && before.ehrId !== version.ehrId) {
        await checkContributions(before.ehrId)
        claims = new Map()
      }
      const document = checkVersion(read)
      if (document) documents.push(document)
      versions++
      if (before?.objectId !== version.objectId || before.ehrId !== version.ehrId) objects++
      before = version
    }
    if (page.length === 0) break
    await check?.visit(queries, documents)
    told(versions)
  }
  if (before) await checkContributions(before.ehrId)
  await check?.end(queries)
  for (const each of await findEmptyContainers(queries)) faults.push(hollowFault(each))
  return { versions, objects, olderSignatures, faults }
}

const timeOf = (audit: string): unknown => at(JSON.parse(audit), 'time_committed/value')

const SNAPSHOT = { isolation: 'repeatable read', readOnly: true } as const

/**
 * EHRs are checked in one snapshot and parties in another, so that concurrent writes, merges and erasures are seen completely or not at all.
 */
export async function verifyRecords(
  db: Database,
  told: TellChecked = () => {},
  checks: RecordChecks = {},
): Promise<Verified> {
  const verifier = await openVerifier(db)
  const parties = db.ofParties()
  const total = (await countVersions(db)) + (await countVersions(parties))
  const { changedPresets, ...ofEhrs } = await db.transaction(async queries => {
    const found = await verifyIn(queries, verifier, checked => told(checked, total), checks.ofEhrs)
    const faults = [
      ...found.faults,
      ...(await linkFaults(queries)),
      ...(await mergeFaults(queries)),
      ...(await trailFaults(queries)),
    ]
    return { ...found, faults, changedPresets: await findChangedPresets(queries) }
  }, SNAPSHOT)
  const ofParties = await parties.transaction(
    queries =>
      verifyIn(queries, verifier, checked => told(ofEhrs.versions + checked, total), checks.ofParties),
    SNAPSHOT,
  )
  return {
    versions: ofEhrs.versions + ofParties.versions,
    objects: ofEhrs.objects + ofParties.objects,
    olderSignatures: ofEhrs.olderSignatures + ofParties.olderSignatures,
    changedPresets,
    faults: [...ofEhrs.faults, ...ofParties.faults],
  }
}
