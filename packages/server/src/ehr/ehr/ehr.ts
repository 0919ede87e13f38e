/** Creates an EHR, with its first status in one commit and its default episode, and makes the EHR resource. */

import { randomUUID } from 'node:crypto'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { onLivingNode } from '../../db/index.ts'
import type { Caller } from '../../http/index.ts'
import { type EhrId, newEhrId, newObjectId, type ObjectId } from '../../ids/index.ts'
import {
  checkDraft,
  type EhrNeeds,
  type RecordDraft,
  withTags,
  withTemplatesInForce,
} from '../../records/index.ts'
import type { TagInput } from '../../records/request/index.ts'
import {
  auditOf,
  type CommitHeaders,
  type Handling,
  hasTags,
  withFindings,
} from '../../records/request/index.ts'
import { chooseObjectId, keepingUid } from '../../records/uids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { findErased, type StoredEhr } from '../../versions/companions/index.ts'
import {
  type Change,
  COMPLETE,
  type Committed,
  type Companion,
  CREATION,
  commitNewEhr,
  findHead,
  findLatest,
  type Kind,
  versionUid,
} from '../../versions/index.ts'
import { timestamp } from '../../versions/printed/index.ts'
import { defaultEpisode } from '../episodes/episode.ts'
import { withPerson } from '../person-link.ts'
import { DEFAULT_STATUS, flagsOf } from '../status/status.ts'

export interface NewEhr {
  readonly ehrId: EhrId | undefined
  readonly status: RecordDraft | undefined
  /** The PERSON to link the EHR to. */
  readonly person: ObjectId | undefined
  readonly headers: CommitHeaders
  /** Tags of its EHR_STATUS: an EHR itself has none. */
  readonly tags: TagInput
  readonly handling: Handling
  /** A uid of another system is kept in the feeder audit of the status. */
  readonly keepsForeign: boolean
}

/** An EHR with its first commit. */
export interface CreatedEhr {
  readonly ehr: StoredEhr
  readonly committed: Committed
  /** Number of rules of its template that the status breaks. */
  readonly findings: number
  /** A uid of another system that came with the status. */
  readonly original: string | undefined
}

/** The id of an erased EHR is never used again, so that it can never name another patient's EHR. */
const refuseErased =
  (ehrId: EhrId): Companion =>
  async queries => {
    if (await findErased(queries, ehrId))
      throw new Refusal(
        'ehr.erased',
        'This ehr_id belonged to an EHR that was deleted, and cannot be used again.',
      )
  }

/** `beforeWrite` is called with the EHR as it will be; if it throws, none is created. */
export const createEhr = (
  needs: EhrNeeds,
  caller: Caller,
  wanted: NewEhr,
  beforeWrite: (created: CreatedEhr) => void,
): Promise<StoredEhr> => {
  const create = (ehrId: EhrId): Promise<StoredEhr> =>
    withTemplatesInForce(needs, () => createOnce(needs, caller, { wanted, ehrId }, beforeWrite))
  return wanted.ehrId === undefined ? onLivingNode(needs.db, newEhrId, create) : create(wanted.ehrId)
}

async function createOnce(
  needs: EhrNeeds,
  caller: Caller,
  { wanted, ehrId }: { readonly wanted: NewEhr; readonly ehrId: EhrId },
  beforeWrite: (created: CreatedEhr) => void,
): Promise<StoredEhr> {
  const { systemId } = needs
  const rules = { lifecycle: COMPLETE, handling: wanted.handling }
  const checked = wanted.status && (await checkDraft(wanted.status, 'EHR_STATUS', rules, needs))
  const given = checked ?? { data: DEFAULT_STATUS, templateKey: undefined }
  const uid = await chooseObjectId(needs, ehrId, given.data, wanted.keepsForeign)
  const { objectId: statusId, data: status, original } = uid
  const { isModifiable, isQueryable, subject, person } = flagsOf(status)
  const audit = auditOf(wanted.headers, caller, [CREATION])
  const accessId = newObjectId()
  const findings = checked?.findings?.length ?? 0
  // The same time for all, so that the default episode begins with its EHR.
  const now = needs.now()
  const episode = defaultEpisode(timestamp(new Date(now)))
  const ehr = { ehrId, systemId, statusId, accessId, directoryId: null, isModifiable, isQueryable }
  const change: Change = {
    kind: 'EHR_STATUS',
    objectId: statusId,
    lifecycle: COMPLETE,
    audit,
    data: status,
    templateKey: given.templateKey,
  }
  const { committedAt } = await commitNewEhr(
    { ...needs, now: () => now },
    {
      ehrId,
      contributionId: randomUUID(),
      audit,
      changes: [change],
      tagged: hasTags(wanted.tags) || findings > 0 ? [statusId] : [],
      entry: caller.entry,
      beforeWrite: committed =>
        beforeWrite({ ehr: { ...ehr, createdAt: committed.committedAt }, committed, findings, original }),
    },
    {
      systemId,
      statusId,
      accessId,
      defaultEpisodeId: newObjectId(),
      episodeName: episode.name,
      startsText: episode.startsAt,
      isModifiable,
      isQueryable,
      subjectId: subject?.id ?? null,
      subjectNamespace: subject?.namespace ?? null,
    },
    companionsOf(caller, wanted, { ehrId, statusId, person, given: given.data, findings: checked?.findings }),
  )
  return { ...ehr, createdAt: committedAt }
}

interface FirstStatus {
  readonly ehrId: EhrId
  readonly statusId: ObjectId
  /** The person that its subject names. */
  readonly person: ReturnType<typeof flagsOf>['person']
  readonly given: RmObject
  readonly findings: Parameters<typeof withFindings>[0]
}

/** Everything that is written in the transaction of a new EHR besides its first commit. */
const companionsOf = (
  caller: Caller,
  wanted: NewEhr,
  { ehrId, statusId, person, given, findings }: FirstStatus,
): readonly Companion[] => [
  ...(wanted.ehrId === undefined ? [] : [refuseErased(ehrId)]),
  ...withPerson(caller, wanted.person, { ehrId, subject: person }),
  ...withTags(wanted.tags, { ehrId, objectId: statusId, version: 1 }),
  ...withFindings(findings, { ehrId, objectId: statusId, version: 1 }),
  ...keepingUid(ehrId, statusId, given),
]

const reference = (type: string, idType: string, value: string): RmObject => ({
  _type: 'OBJECT_REF',
  id: { _type: idType, value },
  namespace: 'local',
  type,
})

/**
 * Every EHR refers to access settings, as the reference model has it. Nothing reads or changes them, since scopes and rights decide access, so
 * their only version is not stored (decision 0074).
 */
const accessReference = ({ accessId, systemId }: StoredEhr): RmObject =>
  reference('EHR_ACCESS', 'OBJECT_VERSION_ID', versionUid({ objectId: accessId, systemId, version: 1 }))

async function latestReference(
  { db }: EhrNeeds,
  ehrId: EhrId,
  objectId: ObjectId,
  type: string,
): Promise<RmObject> {
  const head = await findHead(db, ehrId, objectId)
  return reference(type, 'OBJECT_VERSION_ID', head ? versionUid(head) : objectId)
}

/** Returns the object to send in place of a reference to it (`Prefer: resolve_refs`). */
async function resolveReference(
  { db }: EhrNeeds,
  ehrId: EhrId,
  objectId: ObjectId,
): Promise<RmObject | undefined> {
  const latest = await findLatest(db, ehrId, objectId)
  return latest?.data == null ? undefined : (JSON.parse(latest.data) as RmObject)
}

/** The objects of an EHR, each complete or as a reference. */
interface EhrParts {
  readonly ehr_status: RmObject
  readonly ehr_access: RmObject
  readonly directory?: RmObject
}

const resourceOf = ({ systemId, ehrId, createdAt }: StoredEhr, parts: EhrParts): RmObject => ({
  _type: 'EHR',
  system_id: { _type: 'HIER_OBJECT_ID', value: systemId },
  ehr_id: { _type: 'HIER_OBJECT_ID', value: ehrId },
  ...parts,
  time_created: { _type: 'DV_DATE_TIME', value: timestamp(createdAt) },
})

/** Makes the EHR resource of openEHR REST. */
export async function ehrResource(needs: EhrNeeds, ehr: StoredEhr, resolveRefs: boolean): Promise<RmObject> {
  const { ehrId, statusId, directoryId } = ehr
  const show = async (objectId: ObjectId, type: string) =>
    (resolveRefs ? await resolveReference(needs, ehrId, objectId) : undefined) ??
    latestReference(needs, ehrId, objectId, type)
  return resourceOf(ehr, {
    ehr_status: await show(statusId, 'EHR_STATUS'),
    ehr_access: accessReference(ehr),
    ...(directoryId === null ? {} : { directory: await show(directoryId, 'FOLDER') }),
  })
}

/** Makes the resource of an EHR that is about to be created. */
export function newEhrResource({ ehr, committed }: CreatedEhr, resolveRefs: boolean): RmObject {
  const versionOf = (kind: Kind) => committed.versions.find(each => each.kind === kind)
  const referenceTo = (kind: Kind) => {
    const version = versionOf(kind)
    return reference(kind, 'OBJECT_VERSION_ID', version ? versionUid(version) : '')
  }
  const status = resolveRefs ? versionOf('EHR_STATUS')?.data : undefined
  return resourceOf(ehr, {
    ehr_status: status ? (JSON.parse(status) as RmObject) : referenceTo('EHR_STATUS'),
    ehr_access: accessReference(ehr),
  })
}
