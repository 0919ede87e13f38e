/** Changes episodes: each change is a version, and also updates the row that records are joined with. */

import { randomUUID } from 'node:crypto'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { AuditEntry } from '../../audit/index.ts'
import type { Caller } from '../../http/index.ts'
import { type EhrId, newObjectId, type ObjectId } from '../../ids/index.ts'
import { changeTypesOf, commitOne, type EhrNeeds, requireEhr } from '../../records/index.ts'
import {
  auditOf,
  type CommitHeaders,
  lifecycleOf,
  type Precondition,
  requireLatest,
} from '../../records/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import {
  type EpisodeData,
  findEpisode,
  findEpisodes,
  insertEpisode,
  lockEmptyEpisode,
  markEpisodeDeleted,
  type StoredEpisode,
  updateEpisode,
} from '../../versions/companions/index.ts'
import {
  type AuditDraft,
  COMPLETE,
  type Commit,
  type Companion,
  CREATION,
  DELETED,
  findHead,
  type Head,
  type StoredVersion,
  versionUid,
} from '../../versions/index.ts'
import { timestamp } from '../../versions/printed/index.ts'
import { completeEpisode, type EpisodeInput } from './body.ts'
import { folderOf } from './episode.ts'

export interface FoundEpisode {
  readonly ehrId: EhrId
  readonly episode: StoredEpisode
  readonly latest: Pick<Head, 'objectId' | 'systemId' | 'version' | 'committedAt'>
}

export interface EpisodeTarget {
  readonly ehrId: EhrId
  readonly uid: ObjectId
  readonly headers: CommitHeaders
  /** Undefined: the change follows the latest version, whichever it is. */
  readonly precondition: Precondition | undefined
}

export const noEpisode = () => new Refusal('episode.not_found', 'There is no such episode in this EHR.')

export const episodeInUse = () =>
  new Refusal(
    'episode.in_use',
    'The episode cannot be deleted: records belong to it. Move them to another episode first.',
  )

export const episodeIsDefault = () =>
  new Refusal('episode.is_default', 'The default episode of an EHR cannot be deleted.')

export async function listEpisodes(needs: EhrNeeds, ehrId: EhrId): Promise<StoredEpisode[]> {
  const episodes = await findEpisodes(needs.db, ehrId)
  if (episodes.length === 0) await requireEhr(needs, ehrId)
  return episodes
}

/** Version 1 of a default episode that nobody has changed: it says what the row says, and is stored before the first change (decision 0074). */
const impliedVersion = ({ systemId }: EhrNeeds, { uid, startsAt }: StoredEpisode): Head => ({
  kind: 'EPISODE',
  objectId: uid,
  systemId,
  version: 1,
  committedAt: new Date(startsAt),
  commitNumber: 0,
  lifecycle: COMPLETE,
  templateKey: null,
  deleted: false,
})

interface EpisodeToChange extends FoundEpisode {
  readonly latest: Head
  /** False for a default episode that nobody has changed. */
  readonly isStored: boolean
}

/** Reads the version before the row: a change that is made in between then leads to a conflict and not to a lost update. */
export async function requireEpisode(needs: EhrNeeds, ehrId: EhrId, uid: ObjectId): Promise<EpisodeToChange> {
  const head = await findHead(needs.db, ehrId, uid)
  const episode = await findEpisode(needs.db, ehrId, uid)
  if (episode)
    return { ehrId, episode, latest: head ?? impliedVersion(needs, episode), isStored: head !== undefined }
  await requireEhr(needs, ehrId)
  throw noEpisode()
}

interface EpisodeChange {
  readonly ehrId: EhrId
  readonly uid: ObjectId
  readonly preceding: Head | undefined
  readonly lifecycle: number
  readonly audit: AuditDraft
  readonly data?: RmObject
  readonly entry: AuditEntry
}

const commitOf = ({ ehrId, uid, preceding, audit, lifecycle, data, entry }: EpisodeChange): Commit => ({
  ehrId,
  contributionId: randomUUID(),
  audit,
  changes: [{ kind: 'EPISODE', objectId: uid, preceding, lifecycle, audit, data }],
  entry,
})

const commitEpisode = (
  needs: EhrNeeds,
  change: EpisodeChange,
  ...companions: readonly Companion[]
): Promise<StoredVersion> => commitOne(needs, commitOf(change), companions)

export async function createEpisode(
  needs: EhrNeeds,
  caller: Caller,
  ehrId: EhrId,
  { given, headers }: { readonly given: EpisodeInput; readonly headers: CommitHeaders },
): Promise<FoundEpisode> {
  const uid = newObjectId()
  const data = completeEpisode(given, { active: true, startsAt: timestamp(new Date(needs.now())) })
  const change = {
    ehrId,
    uid,
    preceding: undefined,
    lifecycle: lifecycleOf(headers, [COMPLETE]),
    audit: auditOf(headers, caller, [CREATION]),
    data: folderOf(data),
    entry: caller.entry,
  }
  let episodeId = ''
  const latest = await commitEpisode(needs, change, async queries => {
    episodeId = await insertEpisode(queries, ehrId, uid, data)
  })
  return { ehrId, latest, episode: { ...data, uid, episodeId, isDefault: false } }
}

/** Attempts of a change without If-Match, which is repeated when another change was faster. */
const TRIES = 5

const isLate = (error: unknown) =>
  error instanceof Refusal && (error.code === 'version.conflict' || error.code === 'version.exists')

async function followingLatest<T>(target: EpisodeTarget, attempt: () => Promise<T>): Promise<T> {
  for (let left = target.precondition ? 1 : TRIES; ; left--) {
    try {
      return await attempt()
    } catch (error) {
      if (!isLate(error) || left === 1) throw error
    }
  }
}

const FIRST_VERSION: Pick<AuditDraft, 'changeType' | 'description'> = {
  changeType: CREATION,
  description: { _type: 'DV_TEXT', value: 'The default episode, as it was made with its EHR.' },
}

/** A change of an episode that is there. */
interface NextChange extends EpisodeChange {
  readonly preceding: Head
}

/** Stores the first version of a default episode that nobody has changed, by whoever is about to, and returns it. */
async function storeFirst(needs: EhrNeeds, episode: StoredEpisode, change: NextChange): Promise<Head> {
  // Whoever may change an episode may store what it was, also without the right to create one.
  await needs.guard?.(commitOf(change))
  const { ehrId, uid, entry } = change
  const audit = { ...change.audit, ...FIRST_VERSION }
  const first = {
    ehrId,
    uid,
    preceding: undefined,
    lifecycle: COMPLETE,
    audit,
    data: folderOf(episode),
    entry,
  }
  try {
    await commitEpisode({ ...needs, guard: undefined }, first)
  } catch (error) {
    // Somebody else has stored the same version.
    if (!isLate(error)) throw error
  }
  const stored = await findHead(needs.db, ehrId, uid)
  if (!stored) throw noEpisode()
  requireLatest(stored, new Set([versionUid(change.preceding)]))
  return stored
}

/** Commits the next version of an episode. */
async function commitNext(
  needs: EhrNeeds,
  { ehrId, episode, latest, isStored }: EpisodeToChange,
  next: Pick<EpisodeChange, 'lifecycle' | 'audit' | 'data' | 'entry'>,
  companion: Companion,
): Promise<StoredVersion> {
  const change = { ...next, ehrId, uid: episode.uid, preceding: latest }
  const preceding = isStored ? latest : await storeFirst(needs, episode, change)
  return commitEpisode(needs, { ...change, preceding }, companion)
}

export const changeEpisode = (
  needs: EhrNeeds,
  caller: Caller,
  target: EpisodeTarget,
  change: (episode: StoredEpisode) => EpisodeData,
): Promise<FoundEpisode> =>
  followingLatest(target, async () => {
    const { ehrId, uid, headers, precondition } = target
    const found = await requireEpisode(needs, ehrId, uid)
    const { episode } = found
    if (precondition) requireLatest(found.latest, precondition)
    const lifecycle = lifecycleOf(headers, [COMPLETE])
    const audit = auditOf(headers, caller, changeTypesOf('next'))
    const data = change(episode)
    const { entry } = caller
    const next = { lifecycle, audit, data: folderOf(data), entry }
    const latest = await commitNext(needs, found, next, queries => updateEpisode(queries, ehrId, uid, data))
    return { ehrId, latest, episode: { ...episode, ...data } }
  })

export const deleteEpisode = (needs: EhrNeeds, caller: Caller, target: EpisodeTarget): Promise<void> =>
  followingLatest(target, async () => {
    const { ehrId, uid, headers, precondition } = target
    const found = await requireEpisode(needs, ehrId, uid)
    if (precondition) requireLatest(found.latest, precondition)
    if (found.episode.isDefault) throw episodeIsDefault()
    const audit = auditOf(headers, caller, [DELETED])
    const next = { lifecycle: DELETED, audit, entry: caller.entry }
    await commitNext(needs, found, next, async queries => {
      if (!(await lockEmptyEpisode(queries, ehrId, uid))) throw episodeInUse()
      await markEpisodeDeleted(queries, ehrId, uid)
    })
  })
