/** The sealed objects that one transaction writes: checked before the first write, and sealed at its end. */
import type { LimitedQueries } from '../db/index.ts'
import type { EhrId, ObjectId } from '../ids/index.ts'
import type { SealKey } from './seal.ts'
import {
  appendSeals,
  type Change,
  type FoundObject,
  findCompleteKinds,
  findObjects,
  lockSeals,
} from './state-store.ts'
import { findTagged, isTagSeal, lockTagged, sealTagsOf, type TaggedObject } from './tag-store.ts'

/** The kind of statements that write tags; their ids are made by `taggedId`. */
export const TAGS = 'tags'

export const taggedId = (ehrId: string, objectId: string): string => `${ehrId} ${objectId}`

/** True if an object is as it was sealed, or if its kind was never sealed. */
export function isAsSealed({ content, sealed, isComplete }: FoundObject): boolean {
  if (sealed === undefined) return content === null || !isComplete
  return isSame(content, sealed.content)
}

const isSame = (one: Buffer | null, other: Buffer | null): boolean =>
  one === null || other === null ? one === other : one.equals(other)

/** Objects by EHR, in one order for all transactions. */
function byEhr(ids: Iterable<string>): ReadonlyMap<EhrId, ObjectId[]> {
  const objects = new Map<EhrId, ObjectId[]>()
  for (const id of [...ids].sort()) {
    const [ehrId, objectId] = id.split(' ') as [EhrId, ObjectId]
    objects.set(ehrId, [...(objects.get(ehrId) ?? []), objectId])
  }
  return objects
}

async function areTagsAsSealed(
  queries: LimitedQueries,
  key: SealKey,
  tagged: TaggedObject,
): Promise<boolean> {
  if (tagged.revision !== undefined) return isTagSeal(key, tagged)
  return tagged.tags.length === 0 || !(await findCompleteKinds(queries)).has(TAGS)
}

/** An object before its first write in a transaction. */
interface NotedObject {
  /** False if it was changed behind the server's back. A write does not seal it then, or the change could not be found any more. */
  readonly isRight: boolean
  /** Of its tags. */
  readonly revision?: number | undefined
}

type Noted = ReadonlyMap<string, NotedObject>

async function lookAt(
  queries: LimitedQueries,
  key: SealKey,
  kind: string,
  ids: readonly string[],
): Promise<Noted> {
  const noted = new Map<string, NotedObject>()
  if (kind !== TAGS) {
    for (const found of await findObjects(queries, key, kind, ids))
      noted.set(found.id, { isRight: isAsSealed(found) })
    return noted
  }
  for (const [ehrId, objectIds] of byEhr(ids))
    for (const tagged of await findTagged(queries, ehrId, objectIds))
      noted.set(taggedId(ehrId, tagged.objectId), {
        isRight: await areTagsAsSealed(queries, key, tagged),
        revision: tagged.revision,
      })
  return noted
}

async function sealTags(queries: LimitedQueries, key: SealKey, noted: Noted): Promise<void> {
  for (const [ehrId, objectIds] of byEhr(noted.keys())) {
    const before = (objectId: ObjectId) => noted.get(taggedId(ehrId, objectId))
    const locked = await lockTagged(queries, ehrId, objectIds)
    // A statement that waited for the lock does not see the tags that another transaction wrote meanwhile. That one raised the revision.
    const isCurrent = locked.every(({ objectId, revision }) => revision === before(objectId)?.revision)
    const tagged = isCurrent ? locked : await findTagged(queries, ehrId, objectIds)
    await sealTagsOf(queries, key, ehrId, tagged, id => before(id)?.isRight === false)
  }
}

async function changesOf(
  queries: LimitedQueries,
  key: SealKey,
  kind: string,
  ids: readonly string[],
): Promise<Change[]> {
  const found = await findObjects(queries, key, kind, ids)
  return found.flatMap(({ id, content, sealed }) =>
    isSame(content, sealed?.content ?? null) ? [] : [{ kind, id, content }],
  )
}

/** Seals objects as they are. The lock of the chain is the last one that a transaction takes. */
async function sealObjects(
  queries: LimitedQueries,
  key: SealKey,
  noted: ReadonlyMap<string, Noted>,
): Promise<void> {
  const tagged = noted.get(TAGS)
  if (tagged) await sealTags(queries, key, tagged)
  const right = [...noted].flatMap(([kind, objects]) => {
    const ids = [...objects].flatMap(([id, { isRight }]) => (isRight ? [id] : []))
    return kind === TAGS || ids.length === 0 ? [] : [{ kind, ids }]
  })
  if (right.length === 0) return
  await lockSeals(queries)
  const changes: Change[] = []
  for (const { kind, ids } of right) changes.push(...(await changesOf(queries, key, kind, ids)))
  await appendSeals(queries, key, changes)
}

/** Seals an object as it is in the database, whatever its last seal says. Returns false if it does not exist and was never sealed. */
export async function sealAsItIs(
  queries: LimitedQueries,
  key: SealKey,
  kind: string,
  id: string,
): Promise<boolean> {
  await lockSeals(queries)
  const found = await findObjects(queries, key, kind, [id])
  await appendSeals(queries, key, await changesOf(queries, key, kind, [id]))
  return found.some(({ content, sealed }) => content !== null || sealed !== undefined)
}

export interface SealedWrites {
  /** Call it before objects are written. */
  note(kind: string, ids: readonly string[]): Promise<void>
  /** Seals what was written. */
  end(): Promise<void>
}

export function openSealedWrites(queries: LimitedQueries, keyOf: () => Promise<SealKey>): SealedWrites {
  const noted = new Map<string, Map<string, NotedObject>>()
  return {
    note: async (kind, ids) => {
      const known = noted.get(kind) ?? new Map<string, NotedObject>()
      noted.set(kind, known)
      const fresh = [...new Set(ids)].filter(id => !known.has(id))
      if (fresh.length === 0) return
      for (const [id, object] of await lookAt(queries, await keyOf(), kind, fresh)) known.set(id, object)
    },
    end: async () => {
      if (noted.size > 0) await sealObjects(queries, await keyOf(), noted)
    },
  }
}
