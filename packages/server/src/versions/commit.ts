/** The only writer of clinical data: commits a list of changes to one EHR as one contribution, all or none. */

import { setImmediate } from 'node:timers/promises'
import type { Facts } from '@cairn-ehr/openehr'
import { canonicalNames, printCanonical } from '@cairn-ehr/openehr/format'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { EventDetail } from '../audit/index.ts'
import { DatabaseError, type LimitedDatabase, type LimitedQueries } from '../db/index.ts'
import type { KeyedLane } from '../db/writing/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { PathDictionary } from '../roots/index.ts'
import { type NamesOf, type RootDraft, rootsOf, rowsFor } from '../roots/writing/index.ts'
import type { CommitRows, NewEhrRow, VersionRow } from './commit-rows.ts'
import { insertCommit, insertNewEhr, type NewEhrDoor, type WriteCommit } from './commit-store.ts'
import { findEhr } from './companions/ehr-store.ts'
import { ehrIsLinked } from './companions/person-link-store.ts'
import {
  type Change,
  type Commit,
  type Committed,
  isParty,
  type Kind,
  type StoredVersion,
  versionUid,
} from './model.ts'
import type { Packer } from './packing/pack.ts'
import { type PersonEntryRow, putEntry, removeEntry } from './parties/person-entry.ts'
import { referenceChecks } from './parties/reference-check.ts'
import { hasAudit, printAudit, printEnvelope, timestamp, withSignature } from './printed/envelope.ts'
import type { PrintedPart } from './printed/part.ts'
import { shortenEnvelope } from './printed/short-envelope.ts'
import type { Quota } from './quota.ts'
import { findReadTime } from './read-time.ts'
import { type ContributionDigest, contributionDigest, type Signer } from './signature.ts'
import { findHead } from './store.ts'
import { templateChanged } from './template-changed.ts'

export interface CommitNeeds {
  readonly db: LimitedDatabase
  /** Writes commits without companion writes, several in one statement. */
  readonly commitDoor: WriteCommit
  /** Bounds the other commits to one EHR. */
  readonly ehrLane: KeyedLane
  /** Writes new EHRs without companion writes, several in one statement. */
  readonly newEhrDoor: NewEhrDoor
  readonly signer: Signer
  readonly dictionary: PathDictionary
  readonly packer: Packer
  /** A part of the ids of new versions. */
  readonly systemId: string
  readonly now: () => number
  /** Makes what a PERSON is found by; absent for records of EHRs. */
  readonly entryOf?: ((change: Change) => PersonEntryRow) | undefined
  /** Absent: the database may have as many records as its disk holds. */
  readonly quota?: Quota | undefined
  /** Refuses what the caller may not commit; absent where the caller may commit everything. */
  readonly guard?: ((commit: Commit) => Promise<void>) | undefined
}

/** Later than all preceding versions, even if the clock was set back, and than a time as of which the EHR was read. */
export function commitTime(changes: readonly Change[], now: number, readTo: number): Date {
  const preceding = changes.map(change => change.preceding?.committedAt.getTime() ?? 0)
  return new Date(Math.max(now, ...[readTo, ...preceding].map(time => time + 1)))
}

/** Adds the version uid to the data, as the reference model recommends. */
const withUid = (data: RmObject, uid: string): RmObject => ({
  ...data,
  uid: { _type: 'OBJECT_VERSION_ID', value: uid },
})

/** A version with the root drafts of its data. */
interface PreparedVersion {
  readonly version: StoredVersion
  readonly roots: readonly RootDraft[]
}

/** Access settings are not queried, and episodes have their own endpoints. */
const NOT_QUERIED: readonly Kind[] = ['EHR_ACCESS', 'EPISODE']

/** `namesOf`: the order of members in the text that is stored; absent: that of the data, which were read from it. */
export const draftsOf = (
  kind: Kind,
  data: RmObject | undefined,
  { trees }: PathDictionary,
  namesOf?: NamesOf,
): readonly RootDraft[] =>
  data === undefined || NOT_QUERIED.includes(kind) ? [] : rootsOf(data, kind, trees, namesOf)

/** The part of a commit that all its versions share. */
interface Occasion {
  readonly committedAt: Date
  /** The same, as it is printed. */
  readonly time: string
  /** The audit of the contribution. */
  readonly audit: PrintedPart
  /** Of the contribution that the versions belong to. */
  readonly digest: ContributionDigest
}

function makeVersion(
  { systemId, signer, dictionary }: CommitNeeds,
  commit: Commit,
  change: Change,
  { committedAt, time, audit, digest }: Occasion,
): PreparedVersion {
  const { objectId, preceding } = change
  const ids = {
    objectId,
    systemId: preceding?.systemId ?? change.systemId ?? systemId,
    version: (preceding?.version ?? 0) + 1,
  }
  const uid = versionUid(ids)
  const data = change.data && withUid(change.data, uid)
  const ownAudit = change.audit === commit.audit ? audit : printAudit(change.audit, time, systemId)
  const envelope = printEnvelope(change, ownAudit, time, systemId)
  // Every member is named: after a spread, V8 would add them one by one, which costs a new EHR some 5 % of its time.
  const unsigned: StoredVersion = {
    objectId,
    systemId: ids.systemId,
    version: ids.version,
    ehrId: commit.ehrId,
    kind: change.kind,
    contributionId: commit.contributionId,
    committedAt,
    changeType: change.audit.changeType,
    lifecycle: change.lifecycle,
    templateKey: change.templateKey ?? null,
    otherInputs: change.otherInputs ?? [],
    envelope: envelope.stored,
    data: data === undefined ? null : printCanonical(data),
  }
  const signature = signer.sign(unsigned, digest, envelope.members)
  return {
    version: { ...unsigned, envelope: withSignature(envelope.stored, signature) },
    roots: draftsOf(change.kind, data, dictionary, canonicalNames),
  }
}

/** Versions of one commit that are made in one turn of the event loop. */
export const BETWEEN_TURNS = 8

export async function prepare(
  commit: Commit,
  needs: CommitNeeds,
  readTo = 0,
): Promise<{ committed: Committed; rows: CommitRows }> {
  const committedAt = commitTime(commit.changes, needs.now(), readTo)
  const { ehrId, contributionId } = commit
  const time = timestamp(committedAt)
  const printedAudit = printAudit(commit.audit, time, needs.systemId)
  const audit = printedAudit.stored
  const digest = contributionDigest(audit, commit.changes.length)
  const occasion = { committedAt, time, audit: printedAudit, digest }
  const all: PreparedVersion[] = []
  for (const change of commit.changes) {
    // Signing several documents takes as long as a request, so other requests run in between.
    if (all.length > 0 && all.length % BETWEEN_TURNS === 0) await setImmediate()
    all.push(makeVersion(needs, commit, change, occasion))
  }
  await needs.dictionary.learn(all.map(({ roots, version }) => ({ roots, templateKey: version.templateKey })))
  const versions = all.map(each => each.version)
  const roots = rowsFor(
    needs.dictionary,
    all.map(({ roots }, at) => ({ place: at + 1, roots })),
  )
  const committed = { ehrId, contributionId, committedAt, audit, versions }
  commit.beforeWrite?.(committed)
  return {
    committed,
    rows: {
      ehrId,
      contributionId,
      committedAt,
      audit: storedAudit(versions, audit),
      founds: commit.changes.some(foundsRecord),
      entries: firstEntries(needs, commit),
      statusOnly: commit.changes.every(change => change.kind === 'EHR_STATUS'),
      versions: await storedRows(versions, needs.packer),
      roots,
      superseded: commit.changes.flatMap(({ preceding }) => preceding?.commitNumber ?? []),
      event: commit.entry.eventOf({ ehrId, contributionId, ...tagDetail(commit) }),
    },
  }
}

const foundsRecord = ({ kind, preceding }: Change): boolean => preceding === undefined && isParty(kind)

/** The audit trail counts the changes of tags, so that tags that were set back are found. */
const tagDetail = ({ tagged = [] }: Commit): { readonly detail?: EventDetail } =>
  tagged.length > 0 ? { detail: { tags: [...new Set(tagged)] } } : {}

/** Compressing several documents takes as long as a request too. */
async function storedRows(versions: readonly StoredVersion[], packer: Packer): Promise<VersionRow[]> {
  const rows: VersionRow[] = []
  for (const version of versions) {
    if (rows.length > 0 && rows.length % BETWEEN_TURNS === 0) await setImmediate()
    rows.push(await storedRow(version, packer))
  }
  return rows
}

/** A version as it is stored: without what its columns say, and packed. */
export async function storedRow(version: StoredVersion, packer: Packer): Promise<VersionRow> {
  const envelope = shortenEnvelope(version)
  const { data, packed, presetId } = await packer.pack(version)
  const { objectId, kind, systemId, changeType, lifecycle, templateKey, otherInputs } = version
  return {
    objectId,
    kind,
    version: version.version,
    systemId,
    changeType,
    lifecycle,
    templateKey,
    otherInputs,
    envelope,
    data,
    packed,
    presetId,
  }
}

/** The audit of a contribution is stored with the versions only, if they all have the same. */
export const storedAudit = (versions: readonly StoredVersion[], audit: string): string =>
  hasAuditOf(versions, audit) ? '' : audit

const hasAuditOf = (versions: readonly StoredVersion[], audit: string): boolean =>
  versions.length > 0 && versions.every(({ envelope }) => hasAudit(envelope, audit))

const objectExists = (facts: Facts = {}) =>
  new Refusal('version.exists', 'There is already an object with this uid.', [], facts)

const versionConflict = (facts: Facts = {}) =>
  new Refusal('version.conflict', 'A newer version has been committed meanwhile.', [], facts)

function ehrExists(): Refusal {
  return new Refusal('ehr.exists', 'There is already an EHR with this id.')
}

/** Maps constraints that a commit may violate to refusals. */
const CONSTRAINTS: Record<string, () => Refusal> = {
  ehr_pkey: ehrExists,
  ehr_subject_pkey: () => new Refusal('ehr.subject_exists', 'There is already an EHR for this subject.'),
  person_link_pkey: () => new Refusal('person.linked', 'The person has another EHR already.'),
  person_link_ehr: ehrIsLinked,
  contribution_pkey: () =>
    new Refusal('contribution.exists', 'There is already a contribution with this id.'),
  versioned_object_pkey: () => objectExists(),
  version_pkey: () => versionConflict(),
  version_ehr_id_object_id_fkey: () =>
    new Refusal('version.not_found', 'The object was physically deleted while this was committed.'),
  version_template_key_fkey: templateChanged,
}

/** Codes of refusals that name the latest version, so that the client can go on from it. */
const NAMING_LATEST: ReadonlySet<string> = new Set(['version.conflict', 'version.exists'])

/** Finds the first change that is too late: a repeated creation violates two keys, and the database may name either. */
export async function explainRefusal(db: LimitedQueries, commit: Commit, error: unknown): Promise<unknown> {
  const constraint = error instanceof DatabaseError ? (error.constraint ?? '') : ''
  const isRecord = constraint === 'ehr_pkey' && commit.changes.some(foundsRecord)
  const known = Object.hasOwn(CONSTRAINTS, constraint) ? CONSTRAINTS[constraint]?.() : undefined
  const refusal = isRecord ? objectExists() : known
  if (!refusal || !NAMING_LATEST.has(refusal.code)) return refusal ?? error
  for (const { objectId, preceding } of commit.changes) {
    const head = await findHead(db, commit.ehrId, objectId)
    if (!head || head.version === preceding?.version) continue
    const facts = { latestVersion: versionUid(head) }
    return preceding ? versionConflict(facts) : objectExists(facts)
  }
  return refusal
}

/** An EHR that is created again violates the key of its subject too, and the database may name that one. */
async function explainRefusedEhr(db: LimitedQueries, commit: Commit, error: unknown): Promise<unknown> {
  const refusal = await explainRefusal(db, commit, error)
  const isOfSubject = refusal instanceof Refusal && refusal.code === 'ehr.subject_exists'
  return isOfSubject && (await findEhr(db, commit.ehrId)) ? ehrExists() : refusal
}

/** A companion write in the transaction of a commit: tags, the episode of a record, the directory of an EHR. */
export type Companion = (queries: LimitedQueries) => Promise<void>

const personChanges = ({ changes }: Commit): readonly Change[] =>
  changes.filter(({ kind }) => kind === 'PERSON')

/** The statement that founds a record has the entry of its person too. In a cluster it does not. */
const isEntered = ({ db }: CommitNeeds, commit: Commit): boolean =>
  commit.changes.some(foundsRecord) && !db.isDistributed

function firstEntries(needs: CommitNeeds, commit: Commit): readonly PersonEntryRow[] {
  const { entryOf } = needs
  return entryOf && isEntered(needs, commit) ? personChanges(commit).map(entryOf) : []
}

/** The companion writes of people who were entered before, and of all in a cluster. */
export function laterEntries(needs: CommitNeeds, commit: Commit): readonly Companion[] {
  const { entryOf } = needs
  if (!entryOf || isEntered(needs, commit)) return []
  return personChanges(commit).map(
    (change): Companion =>
      queries =>
        change.data === undefined
          ? removeEntry(queries, change.objectId)
          : putEntry(queries, entryOf(change)),
  )
}

export async function writeAll(queries: LimitedQueries, companions: readonly Companion[]): Promise<void> {
  for (const write of companions) await write(queries)
}

/** Returns undefined if there is no such EHR or it is not modifiable. */
export async function commit(
  needs: CommitNeeds,
  wanted: Commit,
  companions: readonly Companion[] = [],
): Promise<Committed | undefined> {
  await needs.guard?.(wanted)
  needs.quota?.requireRoomFor(wanted.changes)
  const ofParties = [...laterEntries(needs, wanted), ...referenceChecks(wanted.changes)]
  return commitAfter(needs, wanted, [...companions, ...ofParties], 0)
}

/** `readTo`: the time as of which the EHR was read, in milliseconds since 1970. */
async function commitAfter(
  needs: CommitNeeds,
  wanted: Commit,
  companions: readonly Companion[],
  readTo: number,
): Promise<Committed | undefined> {
  const { committed, rows } = await prepare(wanted, needs, readTo)
  try {
    const eventId =
      companions.length === 0
        ? await needs.commitDoor(rows)
        : await needs.ehrLane.run(rows.ehrId, 'version.commit', () =>
            needs.db.transaction(async queries => {
              const written = await insertCommit(queries, rows)
              if (written !== undefined) await writeAll(queries, companions)
              return written
            }),
          )
    if (eventId === undefined) {
      const read = await findReadTime(needs.db, wanted.ehrId, committed.committedAt)
      return read === undefined ? undefined : await commitAfter(needs, wanted, companions, read)
    }
    wanted.entry.stored(eventId, rows.event)
    return committed
  } catch (error) {
    throw await explainRefusal(needs.db, wanted, error)
  }
}

/** Commits a new EHR with its first status in one statement, so that there is never one without the other. */
export async function commitNewEhr(
  needs: CommitNeeds,
  wanted: Commit,
  ehr: NewEhrRow,
  companions: readonly Companion[] = [],
): Promise<Committed> {
  await needs.guard?.(wanted)
  needs.quota?.requireEhrRoom()
  const { committed, rows } = await prepare(wanted, needs)
  try {
    const eventId =
      companions.length === 0
        ? await needs.newEhrDoor({ rows, ehr })
        : await needs.db.transaction(async queries => {
            const written = await insertNewEhr(queries, { rows, ehr })
            await writeAll(queries, companions)
            return written
          })
    if (eventId !== undefined) wanted.entry.stored(eventId, rows.event)
    return committed
  } catch (error) {
    throw await explainRefusedEhr(needs.db, wanted, error)
  }
}
