/** Checks all sealed objects against their last seals, and the chain of seals against the audit trail. */
import type { Database, Queries } from '../db/index.ts'
import { KIND_NAMES } from './kinds.ts'
import { chainSeal, type SealKey } from './seal.ts'
import { isAsSealed, TAGS } from './sealed-writes.ts'
import {
  countSealed,
  type FoundObject,
  findCompleteKinds,
  findIdsAfter,
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

/** A place in the order of kinds and of the ids of each. */
export interface ObjectPlace {
  readonly kind: string
  readonly id: string
}

export interface StateCheck {
  /** The end of what an earlier run has checked: objects up to it are left out. */
  readonly after?: ObjectPlace | 'all' | undefined
  /** Told how many objects were checked, of how many. */
  readonly told?: ((checked: number, total: number) => void) | undefined
  /** Told of each page in its order: its end may be given as `after`. */
  readonly pageDone?: ((end: ObjectPlace, faults: readonly StateFault[]) => void) | undefined
}

interface CheckedPage {
  /** Undefined where there are no more objects. */
  readonly last: string | undefined
  readonly objects: number
  readonly faults: readonly StateFault[]
}

async function checkPage(
  queries: Queries,
  key: SealKey,
  { kind, id: after }: ObjectPlace,
): Promise<CheckedPage> {
  const faults: StateFault[] = []
  const ids = await findIdsAfter(queries, kind, after, PAGE)
  const found = ids.length === 0 ? [] : await findObjects(queries, key, kind, ids)
  for (const each of found)
    if (!isAsSealed(each)) faults.push({ kind, id: each.id, what: await describe(queries, kind, each) })
  return { last: ids.at(-1), objects: found.filter(({ content }) => content !== null).length, faults }
}

/** A snapshot is so short that PostgreSQL may remove old rows, and a change and its seal are seen together. */
const SNAPSHOT = { isolation: 'repeatable read', readOnly: true } as const

async function objectFaults(
  db: Database,
  key: SealKey,
  { after, told, pageDone }: StateCheck,
): Promise<{ readonly objects: number; readonly faults: StateFault[] }> {
  if (after === 'all') return { objects: 0, faults: [] }
  const total = await countSealed(db)
  const faults: StateFault[] = []
  let objects = 0
  const begun = after === undefined ? 0 : KIND_NAMES.indexOf(after.kind)
  for (const kind of KIND_NAMES.slice(begun))
    for (let id = kind === after?.kind ? after.id : ''; ; ) {
      const page = await db.transaction(queries => checkPage(queries, key, { kind, id }), SNAPSHOT)
      if (page.last === undefined) break
      id = page.last
      objects += page.objects
      faults.push(...page.faults)
      told?.(objects, Math.max(objects, total))
      pageDone?.({ kind, id }, page.faults)
    }
  return { objects, faults }
}

export async function verifyState(
  db: Database,
  key: SealKey,
  check: StateCheck = {},
): Promise<VerifiedState> {
  const chain = await db.transaction(queries => chainFaults(queries, key), SNAPSHOT)
  const complete = await findCompleteKinds(db)
  const { objects, faults } = await objectFaults(db, key, check)
  const unsealedKinds = [...KIND_NAMES, TAGS].filter(kind => !complete.has(kind))
  return { objects, seals: chain.seals, unsealedKinds, faults: [...chain.faults, ...faults] }
}
