/** The state of everything as clients know it: what was acknowledged, and what may have happened beside. */
import { ABSENT, DELETED, type Item, KINDS, type Kind, type Seen, type Verb } from './operations.ts'

interface Known {
  readonly item: Item
  state: string
  etag: string
  /** Writes that are under way or have no clear answer: the state is that after one of them, or `state`. */
  pending: Write[]
}

/** A write: the id of its request, and the state after it. */
interface Write {
  readonly id: string
  readonly after: string
}

export interface Model {
  of(item: Item): Known
  all(): Iterable<Known>
  /** True if a client can tell what its next request will do. */
  canDo(verb: Verb, item: Item): boolean
  /** Notes an acknowledged write; whatever is in an EHR goes with it. */
  acknowledge(item: Item, state: string, etag: string): void
  /** Writes whose outcome became known, and if they happened. */
  readonly outcomes: Map<string, boolean>
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
  const outcomes = new Map<string, boolean>()
  /** `isInside`: it went with its EHR, so nobody knows what happened to it before. */
  const set = (item: Item, state: string, etag: string, isInside = false): void => {
    if (!isInside) for (const { id, after } of of(item).pending) outcomes.set(id, after === state)
    Object.assign(of(item), { state, etag, pending: [] })
    if (state !== ABSENT) return
    for (const each of known.values()) if (each.item.parent === item) set(each.item, ABSENT, '', true)
  }
  return {
    of,
    all: () => known.values(),
    canDo: (verb, item) => {
      if (!isClear(item) || (item.parent && !isThere(item.parent))) return false
      return verb === 'create' ? of(item).state === ABSENT : isThere(item)
    },
    acknowledge: (item, state, etag) => set(item, state, etag),
    outcomes,
    resolve: (item, { state, etag = '' }) => {
      const { state: acknowledged, pending } = of(item)
      const possible = [acknowledged, ...pending.map(({ after }) => after)]
      if (!possible.includes(state))
        throw new Error(
          `${item.name} (${item.id}) is "${state}", and can only be "${possible.join('" or "')}", of which the first was acknowledged`,
        )
      set(item, state, etag)
    },
  }
}
