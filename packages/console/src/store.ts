/** A value outside of React that components can watch. */
import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  set(value: T): void
  subscribe(changed: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  let current = initial
  const watchers = new Set<() => void>()
  return {
    get: () => current,
    set: value => {
      current = value
      for (const changed of watchers) changed()
    },
    subscribe: changed => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
  }
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)
