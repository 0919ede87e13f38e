/** A cache with a limit on the total weight of its entries, such as bytes; entries not used recently are evicted first. */

export interface WeightedCache<Key, Value> {
  get(key: Key): Value | undefined
  /** Replaces the value of the key. A value heavier than the limit is not kept. */
  set(key: Key, value: Value): void
  delete(key: Key): void
  clear(): void
  readonly size: number
  readonly weight: number
}

export interface WeightedCacheOptions<Key, Value> {
  /** Most that all entries may weigh together. */
  readonly most: number
  readonly weigh: (value: Value, key: Key) => number
  /** Called for a value that is kept no longer: evicted, deleted or replaced. */
  readonly dropped?: (value: Value) => void
}

interface Entry<Value> {
  readonly value: Value
  readonly weight: number
  /** True if the entry was used since the last eviction. */
  isUsed: boolean
}

/**
 * An entry that was used since the last eviction gets a second chance. Moving it to the end at every use would cost as much as
 * finding it, and most of these caches are used in every request.
 */
export function weightedCache<Key, Value>({
  most,
  weigh,
  dropped,
}: WeightedCacheOptions<Key, Value>): WeightedCache<Key, Value> {
  const entries = new Map<Key, Entry<Value>>()
  let weight = 0

  const remove = (key: Key): void => {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    weight -= entry.weight
    dropped?.(entry.value)
  }
  const makeRoom = (): void => {
    for (const [key, entry] of entries) {
      if (weight <= most) return
      if (entry.isUsed) {
        entry.isUsed = false
        entries.delete(key)
        entries.set(key, entry)
      } else remove(key)
    }
  }
  return {
    get: key => {
      const entry = entries.get(key)
      if (entry) entry.isUsed = true
      return entry?.value
    },
    set: (key, value) => {
      remove(key)
      const own = weigh(value, key)
      if (own > most) return
      weight += own
      makeRoom()
      entries.set(key, { value, weight: own, isUsed: false })
    },
    delete: remove,
    clear: () => {
      for (const key of entries.keys()) remove(key)
    },
    get size() {
      return entries.size
    },
    get weight() {
      return weight
    },
  }
}
