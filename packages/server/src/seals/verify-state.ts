/** Checks all sealed objects against their last seals, and the chain of seals against the audit trail. */
import type { Database, Queries } from '../db/index.ts'
import { KIND_NAMES } from './kinds.ts'
import { chainSeal, type SealKey } from './seal.ts'
import { isAsSealed, TAGS } from './sealed-writes.ts'
import {
  type FoundObject,
  findCompleteKinds,
  findIds,
  findObjects,
  findUnknownHeads,
  sealsAfter,
  wasSealedAs,
} from './state-store.ts'

/** Names an object, and nothing of its content. */
export interface StateFault {
  readonly kind: string
  readonly id: string
  readonly what: string
}

export interface VerifiedState {
  readonly objects: number
  readonly seals: number
  /** Kinds that no server has sealed yet. */
  readonly unsealedKinds: readonly string[]
  readonly faults: readonly StateFault[]
}

const PAGE = 500

async function chainFaults(
  queries: Queries,
  key: SealKey,
): Promise<{ readonly seals: number; readonly faults: StateFault[] }> {
  const faults: StateFault[] = []
  let seals = 0
  let before: { readonly number: number; readonly chain: Buffer | undefined } = {
    number: 0,
    chain: undefined,
  }
  for (;;) {
    const page = await sealsAfter(queries, before.number, PAGE)
    if (page.length === 0) break
    for (const seal of page) {
      const report = (what: string) => void faults.push({ kind: 'seal', id: String(seal.number), what })
      if (seal.number !== before.number + 1) report('does not follow the seal before it: seals are missing')
      else if (!chainSeal(key, seal, before.chain).equals(seal.chain)) report('was changed in the database')
      before = seal
      seals++
    }
  }
  for (const { seal_number, state_number } of await findUnknownHeads(queries))
    faults.push({
      kind: 'seal',
      id: String(state_number),
      what: `is not the one that seal ${seal_number} of the audit trail names: the end was cut off, or made anew`,
    })
  return { seals, faults }
}

async function describe(queries: Queries, kind: string, found: FoundObject): Promise<string> {
  const { content, sealed } = found
  if (sealed === undefined) return 'was added in the database'
  if (content === null) return 'was removed in the database'
  if (sealed.content === null) return 'was removed, and put back in the database'
  return (await wasSealedAs(queries, kind, found))
    ? 'was set back to an earlier state in the database'
    : 'was changed in the database'
}

async function objectFaults(
  queries: Queries,
  key: SealKey,
  kind: string,
): Promise<{ readonly objects: number; readonly faults: StateFault[] }> {
  const faults: StateFault[] = []
  const ids = await findIds(queries, kind)
  let objects = 0
  for (let at = 0; at < ids.length; at += PAGE)
    for (const found of await findObjects(queries, key, kind, ids.slice(at, at + PAGE))) {
      if (found.content !== null) objects++
      if (!isAsSealed(found)) faults.push({ kind, id: found.id, what: await describe(queries, kind, found) })
    }
  return { objects, faults }
}

async function verifyIn(queries: Queries, key: SealKey): Promise<VerifiedState> {
  const { seals, faults } = await chainFaults(queries, key)
  const complete = await findCompleteKinds(queries)
  let objects = 0
  for (const kind of KIND_NAMES) {
    const found = await objectFaults(queries, key, kind)
    objects += found.objects
    faults.push(...found.faults)
  }
  const unsealedKinds = [...KIND_NAMES, TAGS].filter(kind => !complete.has(kind))
  return { objects, seals, unsealedKinds, faults }
}

/** Uses one snapshot, so that a change and its seal are seen together. */
export const verifyState = (db: Database, key: SealKey): Promise<VerifiedState> =>
  db.transaction(queries => verifyIn(queries, key), { isolation: 'repeatable read', readOnly: true })
