/**
 * Ids of resources: the UUID of the composition, and 16 digits of a hash of the context and the entry. So an id finds its
 * composition without a second store, and stays the same in all versions (decision 0114).
 */
import { createHash } from 'node:crypto'
import { type ObjectId, readObjectId } from '../../ids/index.ts'

const ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{16})$/

/** `engineId`: the hash of composition and path that the engine makes. */
export function resourceId(objectId: ObjectId, context: string, engineId: string): string {
  const hash = createHash('sha256').update(`${context}|${engineId}`).digest('hex').slice(0, 16)
  return `${objectId}.${hash}`
}

/** The composition of a resource; undefined for an id that this server does not make. */
export function compositionOfId(id: string): ObjectId | undefined {
  const [, uuid] = ID.exec(id) ?? []
  return uuid === undefined ? undefined : readObjectId(uuid)
}
