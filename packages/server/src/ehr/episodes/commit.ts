/** Changes episodes: each change is a version, and also updates the row that records are joined with. */

import { randomUUID } from 'node:crypto'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Caller } from '../../http/index.ts'
import { type EhrId, newObjectId, type ObjectId } from '../../ids.ts'
import type { AuditEntry } from '../../observe/index.ts'
import {
  auditOf,
  type CommitHeaders,
  changeTypesOf,
  commitTo,
  type EhrNeeds,
  lifecycleOf,
  type Precondition,
  requireEhr,
  requireLatest,
} from '../../records/index.ts'
import { Refusal } from '../../refusal/index.ts'
import {
  type AuditDraft,
  COMPLETE,
  type Companion,
  CREATION,
  DELETED,
  type EpisodeData,
  findEpisode,
  findEpisodes,
  findHead,
  type Head,
  insertEpisode,
  lockEmptyEpisode,
  markEpisodeDeleted,
  type StoredEpisode,
  type StoredVersion,
  timestamp,
  updateEpisode,
} from '../../versions/index.ts'
import { completeEpisode, type EpisodeInput } from './body.ts'
import { folderOf } from './episode.ts'

export interface FoundEpisode {
  readonly ehrId: EhrId
  readonly episode: StoredEpisode
  /** Its latest version; absent for the default episode of an EHR from before episodes existed, until it is changed. */
  readonly latest: Pick<StoredVersion, 'objectId' | 'systemId' | 'version' | 'committedAt'> | undefined
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

/** Reads the version before the row: a change that is made in between then leads to a conflict and not to a lost update. */
export async function requireEpisode(needs: EhrNeeds, ehrId: EhrId, uid: ObjectId) {
  const latest = await findHead(needs.db, ehrId, uid)
  const episode = await findEpisode(needs.db, ehrId, uid)
  if (episode) return { ehrId, episode, latest }
  await requireEhr(needs, ehrId)
  throw noEpisode()
}

function requireMatch(latest: Head | undefined, precondition: Precondition | undefined): void {
  if (!precondition) return
  if (latest) requireLatest(latest, precondition)
  else if (!precondition.has('*'))
    throw new Refusal(
      'version.conflict',
      'The episode has no version yet: send If-Match: *, or leave it out.',
    )
}

interface EpisodeChange {
  readonly ehrId: EhrId
  readonly uid: ObjectId
  readonly latest: Head | undefined
  readonly lifecycle: number
  readonly audit: AuditDraft
  readonly data?: RmObject
  readonly entry: AuditEntry
}

async function commitEpisode(needs: EhrNeeds, change: EpisodeChange, companion: Companion) {
  const { ehrId, uid, latest, audit, lifecycle, data, entry } = change
  const { versions } = await commitTo(
    needs,
    {
      ehrId,
      contributionId: randomUUID(),
      audit,
      changes: [{ kind: 'EPISODE', objectId: uid, preceding: latest, lifecycle, audit, data }],
      entry,
    },
    [companion],
  )
  return versions[0]
}

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
    latest: undefined,
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

/** Change types that are allowed. The first version of an episode without versions may be called a creation or a change. */
const allowedChangeTypes = (latest: Head | undefined): readonly number[] =>
  latest ? changeTypesOf('next') : [CREATION, ...changeTypesOf('next')]

export const changeEpisode = (
  needs: EhrNeeds,
  caller: Caller,
  target: EpisodeTarget,
  change: (episode: StoredEpisode) => EpisodeData,
): Promise<FoundEpisode> =>
  followingLatest(target, async () => {
    const { ehrId, uid, headers, precondition } = target
    const { episode, latest } = await requireEpisode(needs, ehrId, uid)
    requireMatch(latest, precondition)
    const lifecycle = lifecycleOf(headers, [COMPLETE])
    const audit = auditOf(headers, caller, allowedChangeTypes(latest))
    const data = change(episode)
    const { entry } = caller
    const next = await commitEpisode(
      needs,
      { ehrId, uid, latest, lifecycle, audit, data: folderOf(data), entry },
      queries => updateEpisode(queries, ehrId, uid, data),
    )
    return { ehrId, latest: next, episode: { ...episode, ...data } }
  })

export const deleteEpisode = (needs: EhrNeeds, caller: Caller, target: EpisodeTarget): Promise<void> =>
  followingLatest(target, async () => {
    const { ehrId, uid, headers, precondition } = target
    const { episode, latest } = await requireEpisode(needs, ehrId, uid)
    requireMatch(latest, precondition)
    if (episode.isDefault) throw episodeIsDefault()
    const audit = auditOf(headers, caller, [DELETED])
    const { entry } = caller
    await commitEpisode(needs, { ehrId, uid, latest, lifecycle: DELETED, audit, entry }, async queries => {
      if (!(await lockEmptyEpisode(queries, ehrId, uid))) throw episodeInUse()
      await markEpisodeDeleted(queries, ehrId, uid)
    })
  })
