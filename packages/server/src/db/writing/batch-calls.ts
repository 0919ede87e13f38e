/** Batches concurrent calls: a group costs the database and the driver little more than a single call. */
import { DatabaseError } from '../database-error.ts'

export interface BatchOptions<Item, Answer> {
  /** Runs a group and returns the answers in order; an answer may be a promise if it takes longer than the group. */
  readonly run: (items: readonly Item[]) => Promise<readonly (Answer | Promise<Answer>)[]>
  /** Most items of a group; a full group is sent at once, so that database and server work in parallel. */
  readonly most: number
}

interface WaitingItem<Item, Answer> {
  readonly item: Item
  readonly resolve: (answer: Answer | Promise<Answer>) => void
  readonly reject: (error: unknown) => void
}

/**
 * Makes a function that runs items in groups. A group goes when a turn of the event loop brings nothing more to it; an item that is alone at the
 * end of its turn does not wait. If the database refuses a group because of its values, each item is run again by itself, so that no item fails because
 * of another.
 */
export function batchCalls<Item, Answer>({
  run,
  most,
}: BatchOptions<Item, Answer>): (item: Item) => Promise<Answer> {
  let waiting: WaitingItem<Item, Answer>[] = []
  /** Items that were there at the end of the turn before. */
  let seen = 0
  let look: NodeJS.Immediate | undefined

  const answer = async (group: readonly WaitingItem<Item, Answer>[]): Promise<void> => {
    try {
      const answers = await run(group.map(({ item }) => item))
      group.forEach(({ resolve }, at) => {
        resolve(answers[at] as Answer)
      })
    } catch (error) {
      if (group.length > 1 && error instanceof DatabaseError && error.isAboutValues)
        for (const one of group) void answer([one])
      else for (const { reject } of group) reject(error)
    }
  }
  const go = (): void => {
    clearImmediate(look)
    const group = waiting
    waiting = []
    seen = 0
    void answer(group)
  }
  const goUnlessMoreCame = (): void => {
    if (waiting.length > Math.max(seen, 1)) {
      seen = waiting.length
      look = setImmediate(goUnlessMoreCame)
    } else go()
  }
  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (waiting.length === 1) look = setImmediate(goUnlessMoreCame)
      else if (waiting.length === most) go()
    })
}
