/** Changes of episodes: each is a version, with the row that records are joined with written beside it. */

import { randomUUID } from 'node:crypto'
import type { RmObject } from '@cairn/openehr/rm'
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
  needEhr,
  type Precondition,
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
  holdEmptyEpisode,
  insertEpisode,
  markEpisodeDeleted,
  type StoredEpisode,
  type StoredVersion,
  timestamp,
  updateEpisode,
} from '../../versions/index.ts'
import { completed, type GivenEpisode } from './body.ts'
import { folderOf } from './episode.ts'

export interface FoundEpisode {
  readonly ehrId: EhrId
  readonly episode: StoredEpisode
  /** Its latest version; absent where it is the default episode of an old EHR and was never changed. */
  readonly latest: Pick<StoredVersion, 'objectId' | 'systemId' | 'version' | 'committedAt'> | undefined
}

export interface EpisodeTarget {
  readonly ehrId: EhrId
  readonly uid: ObjectId
  readonly headers: CommitHeaders
  /** Undefined: whatever is the latest. */
  readonly precondition: Precondition | undefined
}

export const noEpisode = () => new Refusal('episode.not_found', 'There is no such episode in this EHR.')

export const episodeInUse = () =>
  new Refusal('episode.in_use', 'Records belong to the episode, so it stays: move them to another first.')

export const episodeIsDefault = () =>
  new Refusal('episode.is_default', 'This is the default episode of the EHR, which it always has.')

export async function listEpisodes(needs: EhrNeeds, ehrId: EhrId): Promise<StoredEpisode[]> {
  const episodes = await findEpisodes(needs.db, ehrId)
  if (episodes.length === 0) await needEhr(needs, ehrId)
  return episodes
}

/** The version is read first: who follows it with what stood in the row later is told that it came too late. */
export async function needEpisode(needs: EhrNeeds, ehrId: EhrId, uid: ObjectId) {
  const latest = await findHead(needs.db, ehrId, uid)
  const episode = await findEpisode(needs.db, ehrId, uid)
  if (episode) return { ehrId, episode, latest }
  await needEhr(needs, ehrId)
  throw noEpisode()
}

function requireMatch(latest: Head | undefined, precondition: Precondition | undefined): void {
  if (!precondition) return
  if (latest) requireLatest(latest, precondition)
  else if (!precondition.has('*'))
    throw new Refusal('version.conflict', 'The episode has no version yet, so If-Match can name none but *.')
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
  { given, headers }: { readonly given: GivenEpisode; readonly headers: CommitHeaders },
): Promise<FoundEpisode> {
  const uid = newObjectId()
  const data = completed(given, { active: true, startsAt: timestamp(new Date(needs.now())) })
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

/** Who named no version follows the latest, and tries again when somebody else was faster. */
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

/** The change types that fit: to whoever changes an episode without versions its first one is a change all the same. */
const fitting = (latest: Head | undefined): readonly number[] =>
  latest ? changeTypesOf('next') : [CREATION, ...changeTypesOf('next')]

export const changeEpisode = (
  needs: EhrNeeds,
  caller: Caller,
  target: EpisodeTarget,
  change: (episode: StoredEpisode) => EpisodeData,
): Promise<FoundEpisode> =>
  followingLatest(target, async () => {
    const { ehrId, uid, headers, precondition } = target
    const { episode, latest } = await needEpisode(needs, ehrId, uid)
    requireMatch(latest, precondition)
    const lifecycle = lifecycleOf(headers, [COMPLETE])
    const audit = auditOf(headers, caller, fitting(latest))
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
    const { episode, latest } = await needEpisode(needs, ehrId, uid)
    requireMatch(latest, precondition)
    if (episode.isDefault) throw episodeIsDefault()
    const audit = auditOf(headers, caller, [DELETED])
    const { entry } = caller
    await commitEpisode(needs, { ehrId, uid, latest, lifecycle: DELETED, audit, entry }, async queries => {
      if (!(await holdEmptyEpisode(queries, ehrId, uid))) throw episodeInUse()
      await markEpisodeDeleted(queries, ehrId, uid)
    })
  })
