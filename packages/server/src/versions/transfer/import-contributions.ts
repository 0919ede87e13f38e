/** Writes contributions of another server as they were: checked against their signatures, in groups, each once. */
import { canonicalNames, printCanonical } from '@cairn-ehr/openehr/format'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { AuditEntry, TrailEvent } from '../../audit/index.ts'
import { groupBy } from '../../collections/index.ts'
import { DatabaseError, type LimitedDatabase, type LimitedQueries } from '../../db/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { PathDictionary } from '../../roots/index.ts'
import { type RootRow, rowsFor } from '../../roots/writing/index.ts'
import { draftsOf, storedAudit, storedRow } from '../commit.ts'
import type { CommitRows, VersionRow } from '../commit-rows.ts'
import { insertAllFindings } from '../companions/finding-store.ts'
import { isParty, type StoredVersion, versionUid } from '../model.ts'
import type { Packer } from '../packing/pack.ts'
import { signedMembers, withSignature } from '../printed/envelope.ts'
import { auditIn } from '../printed/short-envelope.ts'
import { contributionDigest, type Signer, type Verifier } from '../signature.ts'
import { findVersionsOf } from '../store.ts'
import { columnFaults } from '../verify/part.ts'
import type { ExportedContribution } from './export-store.ts'
import type { GivenVersion, ImportOutcome } from './given-version.ts'
import {
  findErasedObjects,
  findExistingEhrs,
  findHeads,
  findPresent,
  finishObjects,
  insertContributions,
  insertTags,
  type StoredHead,
} from './import-store.ts'
import type { ObjectState } from './imported-rows.ts'
import { finishParties, foundParties } from './party-transfer.ts'
import { startEach } from './start-each.ts'

export interface GivenContribution extends Omit<ExportedContribution, 'versions'> {
  readonly versions: readonly GivenVersion[]
}

/** A contribution that was checked, with the rows to write. */
export interface PreparedContribution {
  readonly given: GivenContribution
  readonly versions: readonly VersionRow[]
  /** As if every version were the latest of its object. */
  readonly roots: readonly RootRow[]
}

const rejected = (message: string) => new Refusal('import.rejected', message)

/** Checks a version against its signature; the parsed document is compared only where it is signed. */
async function checkSigned({ version }: GivenVersion, digest: string, verifier: Verifier): Promise<void> {
  const uid = versionUid(version)
  const facts = await verifier.check(version)
  if (!facts) throw rejected(`${uid} does not match its signature, or the key of the signature is unknown.`)
  if (facts.contribution === undefined) return
  if (facts.contribution !== digest)
    throw rejected(`${uid} was signed as a part of another contribution than it is given in.`)
  if ((facts.template ?? null) !== version.templateKey)
    throw rejected(`${uid} was signed with another template than it is given with.`)
}

/** Checks what the columns repeat of the document. */
function checkColumns({ version, data }: GivenVersion): void {
  const envelope = JSON.parse(version.envelope) as RmObject
  const shown: RmObject = data === undefined ? envelope : { ...envelope, data }
  for (const what of columnFaults(version, shown)) throw rejected(`${versionUid(version)} ${what}.`)
}

/** Checks a version, or signs one that has no signature. */
async function signedVersion(
  given: GivenVersion,
  digest: string,
  { signer, verifier }: PrepareNeeds,
): Promise<GivenVersion> {
  checkColumns(given)
  if (!given.isUnsigned) {
    await checkSigned(given, digest, verifier)
    return given
  }
  const { version } = given
  const signature = signer.sign(version, digest, signedMembers(version.envelope))
  const envelope = withSignature(version.envelope, signature)
  return { ...given, version: { ...version, envelope } }
}

interface PreparedVersion {
  readonly given: GivenVersion
  readonly row: VersionRow
  readonly roots: readonly RootRow[]
}

interface PrepareNeeds {
  readonly dictionary: PathDictionary
  readonly signer: Signer
  readonly packer: Packer
  readonly verifier: Verifier
}

/** `place`: the number of the version in its contribution, from 1. */
async function prepareVersion(
  needs: PrepareNeeds,
  given: GivenVersion,
  digest: string,
  place: number,
): Promise<PreparedVersion> {
  const { dictionary, packer } = needs
  const signed = await signedVersion(given, digest, needs)
  const { version, data } = signed
  const roots = draftsOf(version.kind, data, dictionary, canonicalNames)
  try {
    await dictionary.learn([{ roots, templateKey: version.templateKey }])
    const row = await storedRow(version, packer)
    return { given: signed, row, roots: rowsFor(dictionary, [{ place, roots }]) }
  } catch (error) {
    throw isAboutRecord(error) ? asRefusal(error) : error
  }
}

/** Checks a contribution, cuts its documents and packs them; throws `import.rejected`. */
export async function prepareContribution(
  needs: PrepareNeeds,
  given: GivenContribution,
): Promise<PreparedContribution> {
  if (given.versions.length === 0) throw rejected('The contribution has no versions.')
  const digest = contributionDigest(given.audit, given.versions.length + given.removed)
  const prepared = await startEach(given.versions.entries(), ([at, version]) =>
    prepareVersion(needs, version, digest, at + 1),
  )
  return {
    given: { ...given, versions: prepared.map(each => each.given) },
    versions: prepared.map(({ row }) => row),
    roots: prepared.flatMap(({ roots }) => roots),
  }
}

const keyOf = ({ ehrId, contributionId }: { readonly ehrId: string; readonly contributionId: string }) =>
  `${ehrId} ${contributionId}`

/** True for the same data; those of a version stored before decision 0095 may be in another order. */
const hasSameData = ({ data: stored }: StoredVersion, { data }: StoredVersion): boolean =>
  stored === data || (stored !== null && data !== null && printCanonical(JSON.parse(stored)) === data)

/** Signatures that this server makes differ by their key alone. */
const isSame = (known: StoredVersion, { version, isUnsigned }: GivenVersion): boolean =>
  (isUnsigned || (known.kind === version.kind && known.envelope === version.envelope)) &&
  hasSameData(known, version)

/** Compares a contribution with the one that is there; versions that were physically deleted here may be missing. */
function compare(
  { given }: PreparedContribution,
  audit: string,
  stored: readonly StoredVersion[],
  erased: ReadonlySet<string>,
): ImportOutcome {
  const first = stored[0]
  const knownAudit = audit || (first ? auditIn(first.envelope) : '')
  if (knownAudit !== given.audit) return rejected('There is another contribution with this id.')
  const there = new Map(stored.map(version => [versionUid(version), version]))
  for (const each of given.versions) {
    const { version } = each
    const uid = versionUid(version)
    const known = there.get(uid)
    if (!known && !erased.has(version.objectId))
      return rejected(`The contribution is there without the version ${uid}.`)
    if (known && !isSame(known, each)) return rejected(`There is another version with the uid ${uid}.`)
  }
  return 'present'
}

/** Versions of a group: the stored heads, and those that the group itself has added so far. */
class Chains {
  readonly #heads: Map<string, StoredHead>
  /** Objects by the EHR that has them. */
  readonly #owners = new Map<string, string>()

  constructor(heads: readonly StoredHead[]) {
    this.#heads = new Map(heads.map(head => [`${head.ehrId} ${head.objectId}`, head]))
    for (const { ehrId, objectId } of heads) this.#owners.set(objectId, ehrId)
  }

  /** Returns the stored version that this one follows, 0 for one of the same group; a refusal if it does not fit. */
  add(version: StoredVersion): number | undefined | Refusal {
    const { ehrId, objectId, kind, committedAt } = version
    const uid = versionUid(version)
    const owner = this.#owners.get(objectId)
    if (owner !== undefined && owner !== ehrId) return rejected(`The object of ${uid} is in another EHR.`)
    const key = `${ehrId} ${objectId}`
    const head = this.#heads.get(key)
    if ((head?.version ?? 0) >= version.version)
      return rejected(`There is another version with the uid ${uid}.`)
    if ((head?.version ?? 0) !== version.version - 1)
      return rejected(`The version before ${uid} does not exist: it is missing or was rejected.`)
    if (head && head.kind !== kind) return rejected(`${uid} is a ${kind}, its object a ${head.kind}.`)
    if (head && head.committedAt >= committedAt)
      return rejected(`${uid} was committed no later than the version before it.`)
    this.#heads.set(key, { ehrId, objectId, kind, version: version.version, committedAt, commitNumber: 0 })
    this.#owners.set(objectId, ehrId)
    return head?.commitNumber
  }
}

interface Admitted {
  readonly prepared: PreparedContribution
  readonly index: number
  readonly superseded: readonly number[]
}

/** Decides which contributions of a group are new, and keeps the outcome of the others. */
async function admit(
  db: LimitedQueries,
  group: readonly PreparedContribution[],
  outcomes: ImportOutcome[],
): Promise<Admitted[]> {
  const givens = group.map(({ given }) => given)
  const all = givens.flatMap(({ versions }) => versions.map(({ version }) => version))
  const present = new Map((await findPresent(db, givens)).map(each => [keyOf(each), each]))
  const stored = groupBy(present.size > 0 ? await findVersionsOf(db, [...present.values()]) : [], keyOf)
  const ehrs = await findExistingEhrs(
    db,
    givens.map(({ ehrId }) => ehrId),
  )
  const erased = await findErasedObjects(db, all)
  const chains = new Chains(await findHeads(db, [...new Set(all.map(({ objectId }) => objectId))]))
  const admitted: Admitted[] = []
  group.forEach((prepared, index) => {
    const { given } = prepared
    const known = present.get(keyOf(given))
    if (known) {
      outcomes[index] = compare(prepared, known.audit, stored.get(keyOf(given)) ?? [], erased)
      return
    }
    if (!ehrs.has(given.ehrId)) {
      outcomes[index] = rejected(
        `There is no EHR or party ${given.ehrId}: it was rejected, erased or is missing.`,
      )
      return
    }
    const superseded: number[] = []
    for (const { version } of given.versions) {
      const before = erased.has(version.objectId)
        ? rejected(`The object of ${versionUid(version)} was physically deleted here.`)
        : chains.add(version)
      if (before instanceof Refusal) {
        outcomes[index] = before
        return
      }
      if (before !== undefined && before > 0) superseded.push(before)
    }
    admitted.push({ prepared, index, superseded })
  })
  return admitted
}

/** Returns the newest version of each object in a group. */
function newestIn(admitted: readonly Admitted[]): ReadonlyMap<string, number> {
  const newest = new Map<string, number>()
  for (const { prepared } of admitted)
    for (const { version } of prepared.given.versions)
      newest.set(version.objectId, Math.max(version.version, newest.get(version.objectId) ?? 0))
  return newest
}

/** Objects that came with a merged EHR and are not in force have no rows that queries see as latest. */
const isInForce = (each: GivenVersion): boolean => (each.object?.merged_from ?? null) === null

function rowsOf(
  { prepared: { given, versions, roots }, superseded }: Admitted,
  newest: ReadonlyMap<string, number>,
  event: TrailEvent,
): CommitRows {
  const { ehrId, contributionId, committedAt, audit } = given
  const latest = given.versions.map(
    each => newest.get(each.version.objectId) === each.version.version && isInForce(each),
  )
  const stored = given.versions.map(({ version }) => version)
  return {
    ehrId,
    contributionId,
    committedAt,
    audit: storedAudit(stored, audit),
    founds: false,
    entries: [],
    statusOnly: false,
    versions,
    roots: roots.map(root => (latest[root.of - 1] ? root : { ...root, latest: false })),
    superseded,
    event,
  }
}

async function writeCompanions(db: LimitedQueries, admitted: readonly Admitted[]): Promise<void> {
  const versions = admitted.flatMap(({ prepared }) => prepared.given.versions)
  const keys = new Map<string, ObjectState>()
  for (const { version, object } of versions) {
    const { ehrId, objectId } = version
    // The commit statement has written everything of an object with one version and no state of its own.
    if (version.version > 1 || object) keys.set(objectId, { ehrId, objectId, state: object })
  }
  if (keys.size > 0) await finishObjects(db, [...keys.values()])
  await insertTags(
    db,
    versions.flatMap(({ version: { ehrId, objectId }, tags }) =>
      tags.map(tag => ({ ...tag, ehrId, objectId })),
    ),
  )
  await insertAllFindings(
    db,
    versions.flatMap(({ version: { ehrId, objectId, version }, findings }) =>
      findings ? [{ ...findings, ehrId, objectId, version }] : [],
    ),
  )
}

/** Those of parties; a group has contributions to parties, or to EHRs. */
const versionsOfParties = (group: readonly PreparedContribution[]): readonly StoredVersion[] =>
  group
    .flatMap(({ given }) => given.versions.map(({ version }) => version))
    .filter(({ kind }) => isParty(kind))

interface Written {
  readonly outcomes: readonly ImportOutcome[]
  readonly events: readonly { readonly id: number; readonly event: TrailEvent }[]
}

async function writeIn(
  db: LimitedQueries,
  group: readonly PreparedContribution[],
  entry: AuditEntry,
): Promise<Written> {
  const outcomes: ImportOutcome[] = group.map(() => 'added')
  const ofParties = versionsOfParties(group)
  await foundParties(db, ofParties)
  const admitted = await admit(db, group, outcomes)
  if (admitted.length === 0) return { outcomes, events: [] }
  const newest = newestIn(admitted)
  const events = admitted.map(({ prepared: { given } }) =>
    entry.eventOf({
      ehrId: given.ehrId,
      contributionId: given.contributionId,
      ...(given.removed > 0 ? { detail: { removed: { [given.contributionId]: given.removed } } } : {}),
    }),
  )
  const rows = admitted.map((each, at) => rowsOf(each, newest, events[at] as TrailEvent))
  const ids = await insertContributions(db, rows)
  if (ids.size < rows.length) throw rejected('The EHR was physically deleted while this was imported.')
  await writeCompanions(db, admitted)
  if (ofParties.length > 0)
    await finishParties(
      db,
      admitted.flatMap(({ prepared }) => prepared.given.versions),
    )
  return {
    outcomes,
    events: events.map((event, at) => ({ id: ids.get(at + 1) ?? 0, event })),
  }
}

/** Errors of one record, which the others of its group need not suffer from. */
export const isAboutRecord = (error: unknown): error is Error =>
  error instanceof Refusal || (error instanceof DatabaseError && error.isAboutValues && !error.isLocked)

const asRefusal = (error: Error): Refusal =>
  error instanceof Refusal
    ? error
    : rejected(`The database refuses the record (${(error as DatabaseError).constraint ?? 'its values'}).`)

/** Writes a group in one transaction; where one of them cannot be written, each by itself. The outcomes are in order. */
export async function writeContributions(
  db: LimitedDatabase,
  group: readonly PreparedContribution[],
  entry: AuditEntry,
): Promise<readonly ImportOutcome[]> {
  try {
    const { outcomes, events } = await db.transaction(queries => writeIn(queries, group, entry), {
      retries: 2,
    })
    for (const { id, event } of events) entry.stored(id, event)
    return outcomes
  } catch (error) {
    if (!isAboutRecord(error)) throw error
    if (group.length === 1) return [asRefusal(error)]
    const outcomes: ImportOutcome[] = []
    for (const one of group) outcomes.push(...(await writeContributions(db, [one], entry)))
    return outcomes
  }
}
