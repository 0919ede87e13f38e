/**
 * Gives numbers to words that many events have. Words that have no number yet are stored in the row of their event, so no event
 * waits for a number.
 */
import type { Database } from '../../db/index.ts'
import { type Act, type Actor, monthOf, type WordNumbers } from './row.ts'
import { addActors, addActs, findActors, findActs, type Numbered } from './words-store.ts'

export interface EventWords extends WordNumbers {
  close(): Promise<void>
}

interface EventWordsNeeds {
  readonly db: Database
  readonly now: () => number
  readonly failed: (error: unknown) => void
}

/** Words that are seen a second time get their number about this long after. */
const STORE_MS = 200
const RETRY_MS = 10_000
/** Most words of each kind in memory. */
const MOST_WORDS = 20_000

type Key<Words> = (words: Words) => string

// No text of an event has a zero byte.
const actKey: Key<Act> = ({ method, route, path, action, status, outcome, commits }) =>
  `${method}\0${route}\0${path}\0${action}\0${status}\0${outcome}\0${commits}`
const actorKey: Key<Actor> = ({ client_id, person, address }) =>
  `${client_id}\0${person === null ? '' : `+${person}`}\0${address}`

interface WordKind<Words> {
  readonly keyOf: Key<Words>
  readonly add: (month: string, words: readonly Words[]) => Promise<readonly Numbered<Words>[]>
  /** Called when words wait for a number. */
  readonly waiting: () => void
}

/** Numbers of one kind of words, of one month. */
function openNumbers<Words>({ keyOf, add, waiting }: WordKind<Words>) {
  let month = ''
  /** Null: seen once. */
  let known = new Map<string, number | null>()
  let wanted = new Map<string, Words>()

  const learn = (found: readonly Numbered<Words>[]) => {
    for (const { number, words } of found) known.set(keyOf(words), number)
  }
  const begin = (next: string) => {
    month = next
    known = new Map()
    wanted = new Map()
  }
  const see = (key: string) => {
    if (known.size >= MOST_WORDS) known = new Map([...known].filter(([, number]) => number !== null))
    if (known.size < MOST_WORDS) known.set(key, null)
  }
  return {
    load: (current: string, found: readonly Numbered<Words>[]) => {
      begin(current)
      learn(found)
    },
    numberOf: (at: string, words: Words, mayRepeat: () => boolean): number | null => {
      if (at > month) begin(at)
      if (at < month) return null
      const key = keyOf(words)
      const number = known.get(key)
      if (typeof number === 'number' || !mayRepeat()) return number ?? null
      if (number === undefined) see(key)
      else if (!wanted.has(key)) {
        wanted.set(key, words)
        waiting()
      }
      return null
    },
    isWaiting: () => wanted.size > 0,
    store: async (): Promise<void> => {
      const [words, at] = [[...wanted.values()], month]
      if (words.length === 0) return
      const added = await add(at, words)
      if (at !== month) return
      learn(added)
      wanted = new Map([...wanted].filter(([key]) => known.get(key) === null))
    },
  }
}

export async function openEventWords({ db, now, failed }: EventWordsNeeds): Promise<EventWords> {
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let closed = false

  const waiting = () => schedule(STORE_MS)
  const acts = openNumbers<Act>({ keyOf: actKey, add: (month, words) => addActs(db, month, words), waiting })
  const actors = openNumbers<Actor>({
    keyOf: actorKey,
    add: (month, words) => addActors(db, month, words),
    waiting,
  })
  const schedule = (delay: number) => {
    if (timer === undefined && !closed) timer = setTimeout(store, delay).unref()
  }
  const store = (): void => {
    working = Promise.all([acts.store(), actors.store()]).then(
      () => {
        timer = undefined
        if (acts.isWaiting() || actors.isWaiting()) schedule(STORE_MS)
      },
      (error: unknown) => {
        timer = undefined
        failed(error)
        schedule(RETRY_MS)
      },
    )
  }

  const month = monthOf(new Date(now()).toISOString())
  acts.load(month, await findActs(db, month))
  actors.load(month, await findActors(db, month))

  return {
    act: acts.numberOf,
    actor: actors.numberOf,
    close: async () => {
      closed = true
      clearTimeout(timer)
      await working
    },
  }
}
