/** Puts members that were read into the attribute of their owner. */
import type { RmDraft } from '../../../rm/index.ts'
import { type Branch, take, takeAll } from '../keys/branch.ts'
import { Misfit } from '../tables/codec.ts'
import { rawOf } from '../tables/raw.ts'
import { isDraft } from '../tables/table.ts'
import type { KeyBranches } from './read-value.ts'
import { anyLeaf, fault, type Reading } from './reading.ts'

/** A member that was read, with the id of its node. */
export interface ReadMember {
  readonly id: string
  readonly value: unknown
  readonly branch: Branch
}

/** `_data|raw` of a single attribute, or the list or nothing of a multiple one. */
export function takeWhole(raw: ReadonlyMap<number, Branch>, multiple: boolean): unknown {
  const leaf = raw.get(0)?.leaves.get('raw')
  if (leaf === undefined) return undefined
  const value = rawOf(leaf.value)
  if (value instanceof Misfit || (multiple && isDraft(value))) return undefined
  leaf.used = true
  return value
}

/** An attribute with one value: of several alternatives only one can be meant. */
export function putOnly(
  object: RmDraft,
  attribute: string,
  members: readonly ReadMember[],
  reading: Reading,
): void {
  const [first, ...others] = members
  if (first === undefined) return
  object[attribute] = first.value
  for (const { branch } of others) {
    const leaf = anyLeaf(branch)
    fault(reading, leaf, {
      code: 'flat.choice',
      message: `stands beside ${anyLeaf(first.branch).key}`,
      expected: 'one alternative',
    })
    takeAll(branch)
  }
}

/** `_order: "b,a,b"`: the members as data had them where that is not the order of the template. */
export function inGivenOrder(members: readonly ReadMember[], branches: KeyBranches): unknown[] {
  const order = take(branches.under.children.get('_order')?.get(0), '')?.value
  if (typeof order !== 'string') return members.map(({ value }) => value)
  const ranks = new Map<string, number[]>()
  const ids = order.split(',')
  for (let rank = ids.length - 1; rank >= 0; rank--) {
    const id = ids[rank] ?? ''
    const known = ranks.get(id)
    if (known === undefined) ranks.set(id, [rank])
    else known.push(rank)
  }
  const ranked = members.map(({ id, value }) => ({
    value,
    rank: ranks.get(id)?.pop() ?? Number.MAX_SAFE_INTEGER,
  }))
  return ranked.sort((a, b) => a.rank - b.rank).map(({ value }) => value)
}

/** `_items:3|raw`: a member that the template has no node for, at its position in the list. */
export function withExtras(
  list: unknown[],
  raw: ReadonlyMap<number, Branch> | undefined,
  reading: Reading,
): unknown[] {
  for (const [index, branch] of [...(raw ?? [])].sort(([a], [b]) => a - b)) {
    const leaf = branch.leaves.get('raw')
    if (leaf === undefined || leaf.used) continue
    leaf.used = true
    const value = rawOf(leaf.value)
    if (isDraft(value) && typeof value._type === 'string') list.splice(index, 0, value)
    else
      fault(reading, leaf, {
        code: 'flat.raw',
        message: 'holds no object',
        expected: 'an object with _type',
      })
  }
  return list
}
