/** Commits the versions of a contribution, all of them or none. */

import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Finding } from '@cairn-ehr/openehr'
import { equal, type RmObject } from '@cairn-ehr/openehr/rm'
import type { Caller } from '../../http/index.ts'
import { type EhrId, newObjectId, type ObjectId } from '../../ids/index.ts'
import {
  type CheckedData,
  type CheckRules,
  checkData,
  commitTo,
  type EhrNeeds,
  refuseManyVersions,
  requireEhr,
  requireSameTemplate,
  withTemplatesInForce,
} from '../../records/index.ts'
import {
  checkedCommitter,
  type Handling,
  inEpisode,
  locateLatest,
  withFindings,
} from '../../records/request/index.ts'
import { noVersion } from '../../records/uids/index.ts'
import { cutFindings, Refusal } from '../../refusal/index.ts'
import { LARGE } from '../../threads/index.ts'
import { applyStatus, ownedByOneEhr, type StoredEhr } from '../../versions/companions/index.ts'
import {
  type AuditDraft,
  type Change,
  type Committed,
  type Companion,
  DELETED,
  findHead,
  findVersion,
  type Head,
  type Kind,
} from '../../versions/index.ts'
import { commitToParties, recordOfParty } from '../../versions/parties/index.ts'
import { rubric } from '../../versions/printed/index.ts'
import { closeDirectory, openDirectory, refuseSecondDirectory } from '../directory/directory.ts'
import { flagsOf } from '../status/status.ts'
import { kindOf, refuseImpossibleChanges, stepOf, type VersionChange } from './allowed-changes.ts'
import { type AuditInput, type ContributionInput, within } from './body.ts'
import { type ChangedObject, objectsOf, refuseChosenUids } from './objects.ts'

/** Adds the committer where it is absent, and a description, which every audit has (docs/interface.md, section 2.3). */
const auditOf = (given: AuditInput, committer: RmObject): AuditDraft => ({
  changeType: given.changeType,
  committer,
  description: given.description ?? {
    _type: 'DV_TEXT',
    value: rubric('audit change type', given.changeType),
  },
})

/** Only the EHR_STATUS and the directory in force can have a next version; a deleted or merged directory cannot. */
const inForce = ({ kind, objectId }: Head, { statusId, directoryId }: StoredEhr): boolean =>
  kind === 'COMPOSITION' || objectId === statusId || objectId === directoryId

async function findPreceding(
  { db }: EhrNeeds,
  ehr: StoredEhr | undefined,
  { versions }: ContributionInput,
): Promise<VersionChange[]> {
  const versionChanges: VersionChange[] = []
  for (const version of versions) {
    const { preceding } = version
    const head =
      preceding && (await findHead(db, recordOf(ehr?.ehrId, preceding.objectId), preceding.objectId))
    versionChanges.push({ version, head: head && (!ehr || inForce(head, ehr)) ? head : undefined })
  }
  return versionChanges
}

/** The EHR, or the party itself. */
const recordOf = (ehrId: EhrId | undefined, objectId: ObjectId): EhrId => ehrId ?? recordOfParty(objectId)

const withoutUid = ({ uid: _uid, ...data }: RmObject): RmObject => data

/**
 * An attestation adds a version with the data of the preceding one, since a signed version never changes. The data may be
 * left out; if they are sent, they must be the same.
 */
async function attestedData(
  { db }: EhrNeeds,
  ehrId: EhrId | undefined,
  given: RmObject | undefined,
  head: Head,
): Promise<CheckedData> {
  const stored = await findVersion(db, recordOf(ehrId, head.objectId), head.objectId, head.version)
  const data = JSON.parse(stored?.data ?? 'null') as RmObject
  if (given && !equal(withoutUid(given), withoutUid(data)))
    throw new Refusal('contribution.invalid', 'An attestation cannot change the data.', [
      { path: '/', code: 'contribution.misfit', message: 'differs from the data of the preceding version' },
    ])
  return { data, templateKey: head.templateKey ?? undefined }
}

/** Returns the data of the new version; a deletion has none, even if data were sent with it. */
async function contentOf(
  needs: EhrNeeds,
  ehrId: EhrId | undefined,
  { version, head }: VersionChange,
  rules: Pick<CheckRules, 'handling' | 'size'>,
): Promise<Partial<CheckedData>> {
  const step = stepOf(version)
  if (step === 'deletion') return {}
  if (step === 'attestation' && head) return attestedData(needs, ehrId, version.data, head)
  const { data, lifecycle } = version
  if (!data) return {}
  const checked = await checkData(data, data._type as Kind, { lifecycle, ...rules }, needs)
  await requireSameTemplate(head, checked, needs)
  return checked
}

const ABOUT_DATA = new Set<string>([
  'data.invalid',
  'data.template_unknown',
  'ehr_status.invalid',
  'folder.invalid',
  'contribution.invalid',
])

/** The path that is reported for an unknown template. */
const TEMPLATE = '/archetype_details/template_id/value'

function findingsOf({ code, message, findings }: Refusal, at: number): Finding[] {
  const listed = findings.length > 0 ? findings : [{ path: TEMPLATE, code, message }]
  return listed.map(finding => ({ ...finding, path: within(`versions[${at}]/data`, finding.path) }))
}

/** Returns the content of every version, or throws the findings of all of them. */
async function allContents(
  needs: EhrNeeds,
  ehrId: EhrId | undefined,
  versionChanges: readonly VersionChange[],
  { handling, size }: Pick<ContributionCommit, 'handling' | 'size'>,
): Promise<Partial<CheckedData>[]> {
  const contents: Partial<CheckedData>[] = []
  const refused: { readonly refusal: Refusal; readonly findings: Finding[] }[] = []
  for (const [at, each] of versionChanges.entries())
    try {
      // Lets other requests run between the versions.
      if (size > LARGE) await setImmediate()
      contents.push(await contentOf(needs, ehrId, each, { handling, size: size / versionChanges.length }))
    } catch (error) {
      if (!(error instanceof Refusal) || !ABOUT_DATA.has(error.code)) throw error
      refused.push({ refusal: error, findings: findingsOf(error, at) })
    }
  const [first] = refused
  if (!first) return contents
  const findings = cutFindings(
    refused.flatMap(each => each.findings),
    needs.limits.findings,
  )
  throw new Refusal('contribution.invalid', refused.length === 1 ? first.refusal.message : SEVERAL, findings)
}

const SEVERAL = 'Several versions of the contribution break rules; each is listed with its path.'

/** Updates the flags of the EHR and the id of its directory with a change. */
function companionsOf(ehrId: EhrId, { kind, objectId, data, preceding }: Change): Companion[] {
  if (kind === 'EHR_STATUS' && data) return [queries => applyStatus(queries, ehrId, flagsOf(data))]
  if (kind !== 'FOLDER') return []
  if (!preceding) return [openDirectory(ehrId, objectId)]
  return data ? [] : [closeDirectory(ehrId, objectId)]
}

/** A version without a committer has that of its contribution. */
const versionAudit = (given: AuditInput, { committer }: AuditDraft, caller: Caller): AuditDraft =>
  auditOf(given, given.committer ? checkedCommitter(given.committer, caller) : committer)

const compositionsOf = (changes: readonly Change[]): ObjectId[] =>
  changes.filter(({ kind }) => kind === 'COMPOSITION').map(({ objectId }) => objectId)

export interface ContributionCommit {
  /** Absent: the changes are to parties. */
  readonly ehrId?: EhrId | undefined
  readonly given: ContributionInput
  /** Uid of the episode that its compositions belong to. */
  readonly episode: ObjectId | undefined
  readonly handling: Handling
  /** Bytes of its body. */
  readonly size: number
  /** Like `beforeWrite` of `Commit`, with the number of findings as well. */
  readonly beforeWrite: (committed: Committed, findings: number) => void
}

export const commitContribution = (
  needs: EhrNeeds,
  caller: Caller,
  wanted: ContributionCommit,
): Promise<Committed> => withTemplatesInForce(needs, () => commitOnce(needs, caller, wanted))

async function commitOnce(needs: EhrNeeds, caller: Caller, wanted: ContributionCommit): Promise<Committed> {
  const { ehrId, given, handling, size } = wanted
  refuseManyVersions(given.versions.length, needs.limits)
  const audit = auditOf(given.audit, checkedCommitter(given.audit.committer, caller))
  const audits = given.versions.map(version => versionAudit(version.audit, audit, caller))
  const ehr = ehrId && (await requireEhr(needs, ehrId))
  const versionChanges = await findPreceding(needs, ehr, given)
  refuseImpossibleChanges(ehrId, versionChanges)
  if (ehr && versionChanges.some(each => kindOf(each) === 'FOLDER' && !each.head))
    await refuseSecondDirectory(needs.db, ehr)
  const contents = await allContents(needs, ehrId, versionChanges, { handling, size })
  if (needs.chosenUids === 'refused') refuseChosenUids(given.uid, versionChanges)
  const objects = await objectsOf(needs, ehrId, versionChanges)
  const changes = versionChanges.map(({ version, head }, at): Change => {
    const own = audits[at] ?? audit
    return {
      kind: kindOf({ version, head }) as Kind,
      objectId: objects[at]?.objectId ?? newObjectId(),
      systemId: objects[at]?.systemId,
      preceding: head,
      lifecycle: stepOf(version) === 'deletion' ? DELETED : version.lifecycle,
      audit: own,
      attestations: version.attestations.map(each => ({ committer: own.committer, ...each })),
      otherInputs: version.otherInputs,
      ...contents[at],
    }
  })
  const checked = { audit, changes, contents, objects }
  return ehrId
    ? commitToEhr(needs, caller, ehrId, wanted, checked)
    : toParties(needs, caller, wanted, checked)
}

interface CheckedContribution {
  readonly audit: AuditDraft
  readonly changes: readonly Change[]
  /** Those of the changes, in their order, as the objects are. */
  readonly contents: readonly Partial<CheckedData>[]
  readonly objects: readonly ChangedObject[]
}

const countFindings = (contents: CheckedContribution['contents']): number =>
  contents.reduce((sum, content) => sum + (content.findings?.length ?? 0), 0)

/** Stores the findings of lenient changes. */
const keepingFindings = (ehrId: EhrId | undefined, { changes, contents }: CheckedContribution): Companion[] =>
  changes.flatMap(({ objectId, preceding }, at) =>
    withFindings(contents[at]?.findings, {
      ehrId: recordOf(ehrId, objectId),
      objectId,
      version: (preceding?.version ?? 0) + 1,
    }),
  )

const taggedOf = ({ changes, contents }: CheckedContribution): ObjectId[] =>
  changes.flatMap(({ objectId }, at) => (contents[at]?.findings?.length ? [objectId] : []))

function commitToEhr(
  needs: EhrNeeds,
  { entry }: Caller,
  ehrId: EhrId,
  { given, episode, beforeWrite }: ContributionCommit,
  checked: CheckedContribution,
): Promise<Committed> {
  const { audit, changes, contents, objects } = checked
  const chosen = objects.flatMap(({ objectId, isChosen }) => (isChosen ? [objectId] : []))
  return commitTo(
    needs,
    {
      ehrId,
      contributionId: given.uid ?? randomUUID(),
      audit,
      changes,
      tagged: taggedOf(checked),
      entry,
      beforeWrite: committed => beforeWrite(committed, countFindings(contents)),
    },
    [
      ...changes.flatMap(change => companionsOf(ehrId, change)),
      ...keepingFindings(ehrId, checked),
      ...inEpisode(ehrId, episode, compositionsOf(changes)),
      ...(chosen.length === 0 ? [] : [ownedByOneEhr(ehrId, chosen)]),
    ],
  ).catch(locateLatest(ehrId, changes))
}

/** Each party has its own part of the contribution, so that one of them can be erased without the others. */
async function toParties(
  needs: EhrNeeds,
  { entry }: Caller,
  { given, beforeWrite }: ContributionCommit,
  checked: CheckedContribution,
): Promise<Committed> {
  const { audit, changes, contents } = checked
  const contributionId = given.uid ?? randomUUID()
  const tagged = new Set(taggedOf(checked))
  const committed = await commitToParties(needs, {
    parts: changes.map(change => ({
      ehrId: recordOfParty(change.objectId),
      contributionId,
      audit,
      changes: [change],
      tagged: tagged.has(change.objectId) ? [change.objectId] : [],
      entry,
    })),
    companions: keepingFindings(undefined, checked),
    isIdChosen: given.uid !== undefined,
    beforeWrite: all => beforeWrite(all, countFindings(contents)),
  }).catch(locateLatest(undefined, changes))
  if (!committed) throw noVersion()
  return committed
}
