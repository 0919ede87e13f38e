/** Checks that every stored version is the one that was signed, and that it follows its predecessor. */

import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import type { LimitedQueries } from '../../db/index.ts'
import type { EhrId } from '../../ids/index.ts'
import { type CountedContribution, contributionsOf, removedVersions } from '../contributions-of-ehr.ts'
import type { IdRange } from '../id-range.ts'
import { rmTypeOf, type StoredVersion, versionUid } from '../model.ts'
import { presetCache } from '../packing/unpack.ts'
import { timestamp } from '../printed/envelope.ts'
import { auditIn } from '../printed/short-envelope.ts'
import { contributionDigest, type SignedFacts, type Verifier } from '../signature.ts'
import { type EmptyContainer, findEmptyContainers, type ReadVersion, versionsAfter } from '../store.ts'
import type { DocumentCheck, SignedDocument } from './document-check.ts'
import type { Fault } from './fault.ts'
import { groupsIn } from './groups.ts'

export interface VerifiedPart {
  readonly versions: number
  readonly objects: number
  /** Versions with an older signature, which does not cover the contribution and the template. */
  readonly olderSignatures: number
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

/** For the parts of a verification, one after the other. */
export interface PartNeeds {
  readonly verifier: Verifier
  /** Numbers of erased versions, by contribution; read anew where a contribution lacks versions. */
  removed: ReadonlyMap<string, number>
  /** Told how many versions were checked since it was last told. */
  readonly told: (versions: number) => void
}

/** Checks the contributions of EHRs whose versions have all been read. */
function contributionCheck(queries: LimitedQueries, needs: PartNeeds) {
  let isReadAnew = false
  const isAsSigned = async (claimed: Claim, audit: string, each: CountedContribution): Promise<boolean> => {
    const fits = () => {
      const removed = needs.removed.get(each.contributionId) ?? 0
      return claimed.digest === contributionDigest(audit, each.versions + removed)
    }
    if (fits() || isReadAnew) return fits()
    needs.removed = await removedVersions(queries)
    isReadAnew = true
    return fits()
  }
  return async (claims: ReadonlyMap<EhrId, Claims>): Promise<readonly Fault[]> => {
    const faults: Fault[] = []
    for (const each of claims.size > 0 ? await contributionsOf(queries, [...claims.keys()]) : []) {
      const { ehrId, contributionId, committedAt } = each
      const claimed = claims.get(ehrId)?.get(contributionId)
      if (claimed === undefined) continue
      const audit = each.audit || auditIn(claimed.envelope)
      const report = (what: string) => void faults.push({ ehrId, uid: contributionId, what })
      if (!(await isAsSigned(claimed, audit, each)))
        report('is a contribution whose audit was changed, or of whose versions one is missing')
      else if (timeOf(audit) !== timestamp(committedAt)) report('is a contribution filed under another time')
    }
    return faults
  }
}

/** Checks versions one after the other, and keeps what their signatures say about contributions. */
function versionCheck(verifier: Verifier) {
  const found = { versions: 0, objects: 0, olderSignatures: 0, faults: [] as Fault[] }
  const claims = new Map<EhrId, Claims>()
  let before: StoredVersion | undefined

  const claim = ({ ehrId, contributionId, envelope }: StoredVersion, digest: Claim['digest']): void => {
    const ofEhr: Claims = claims.get(ehrId) ?? new Map()
    claims.set(ehrId, ofEhr.set(contributionId, { digest, envelope }))
  }
  const check = ({ version, unreadable }: ReadVersion): SignedDocument | undefined => {
    const report = (what: string) =>
      void found.faults.push({ ehrId: version.ehrId, uid: versionUid(version), what })
    const signed = unreadable ? undefined : verifier.read(version)
    // If the text is not the signed one, the columns cannot be checked.
    if (signed) for (const what of columnFaults(version, signed.version)) report(what)
    else report(unreadable?.message ?? 'does not match its signature')
    if (signed?.facts) {
      claim(version, signed.facts.contribution)
      if ((signed.facts.template ?? null) !== version.templateKey) report('is filed under another template')
    } else if (signed) found.olderSignatures++
    for (const what of chainFaults(version, before)) report(what)
    found.versions++
    if (before?.objectId !== version.objectId || before.ehrId !== version.ehrId) found.objects++
    before = version
    return signed && documentOf(version, signed.version)
  }
  return {
    found,
    check,
    /** Claims of EHRs whose versions have all been checked: not of the last one, unless it is the end. */
    takeClaims: (isEnd: boolean): ReadonlyMap<EhrId, Claims> => {
      const taken = new Map([...claims].filter(([ehrId]) => isEnd || ehrId !== before?.ehrId))
      for (const ehrId of taken.keys()) claims.delete(ehrId)
      return taken
    },
  }
}

/** Checks the EHRs, or the parties, of a range of ids. */
export async function verifyPart<Allowed extends LimitedQueries>(
  queries: Allowed,
  ids: IdRange,
  needs: PartNeeds,
  checks: DocumentCheck<Allowed> | undefined,
): Promise<VerifiedPart> {
  const { found, check, takeClaims } = versionCheck(needs.verifier)
  const faultsOfContributions = contributionCheck(queries, needs)
  const presets = presetCache()
  for (const group of await groupsIn(queries, ids))
    for (let isEnd = false, last: StoredVersion | undefined; !isEnd; ) {
      const page = await versionsAfter(queries, group, last, { limit: PAGE, presets })
      last = page.at(-1)?.version
      isEnd = page.length < PAGE
      const documents = page.flatMap(read => check(read) ?? [])
      found.faults.push(...(await faultsOfContributions(takeClaims(isEnd))))
      await checks?.visit(queries, documents)
      if (page.length > 0) needs.told(page.length)
    }
  await checks?.end(queries, ids)
  for (const each of await findEmptyContainers(queries, ids)) found.faults.push(hollowFault(each))
  return found
}

const timeOf = (audit: string): unknown => at(JSON.parse(audit), 'time_committed/value')
