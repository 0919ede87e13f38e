/** The state of everything as clients know it: what was acknowledged, and what may have happened beside. */
import { ABSENT, DELETED, type Item, KINDS, type Kind, type Seen, type Verb } from './operations.ts'

export interface Known {
  readonly item: Item
  state: string
  etag: string
  /** States after writes without a clear answer: one of them, or `state`, is the real one. */
  pending: string[]
}

export interface Model {
  of(item: Item): Known
  all(): Iterable<Known>
  /** True if a client can tell what its next request will do. */
  canDo(verb: Verb, item: Item): boolean
  /** Notes an acknowledged write; whatever is in an EHR goes with it. */
  acknowledge(item: Item, state: string, etag: string): void
  /** Notes the state that was read, which has to be one of those that can be. */
  resolve(item: Item, seen: Seen): void
}

export const kindOf = ({ kind }: Item): Kind => KINDS[kind] as Kind

/** The value of the latest version. */
export const latestOf = (state: string): string => state.split(',').at(-1) ?? ''

export function openModel(): Model {
  const known = new Map<string, Known>()
  const of = (item: Item): Known => {
    const found = known.get(item.name) ?? { item, state: ABSENT, etag: '', pending: [] }
    known.set(item.name, found)
    return found
  }
  const isClear = (item: Item | undefined): boolean =>
    item === undefined || (of(item).pending.length === 0 && isClear(item.parent))
  const isThere = (item: Item): boolean => ![ABSENT, DELETED].includes(latestOf(of(item).state))
  const set = (item: Item, state: string, etag: string): void => {
    Object.assign(of(item), { state, etag, pending: [] })
    if (state !== ABSENT) return
    for (const each of known.values()) if (each.item.parent === item) set(each.item, ABSENT, '')
  }
  return {
    of,
    all: () => known.values(),
    canDo: (verb, item) => {
      if (!isClear(item) || (item.parent && !isThere(item.parent))) return false
      return verb === 'create' ? of(item).state === ABSENT : isThere(item)
    },
    acknowledge: set,
    resolve: (item, { state, etag = '' }) => {
      const { state: acknowledged, pending } = of(item)
      const isPossible = state === acknowledged || pending.includes(state)
      if (!isPossible)
        throw new Error(
          `${item.name} (${item.id}) is "${state}", and was acknowledged as "${acknowledged}"${pending.length > 0 ? `, or maybe "${pending.join('" or "')}"` : ''}`,
        )
      set(item, state, etag)
    },
  }
}
