/** Calls that come at the same moment, done together: a group costs the database and the driver little more than one of them. */
import { DatabaseError } from './database-error.ts'

export interface Gathering<Item, Answer> {
  /** Does a group, and answers in its order; an answer that takes longer than the group may be a promise itself. */
  readonly run: (items: readonly Item[]) => Promise<readonly (Answer | Promise<Answer>)[]>
  /** A group that is full goes at once: while it is on its way there is something left to do here. */
  readonly most: number
}

interface Waiting<Item, Answer> {
  readonly item: Item
  readonly resolve: (answer: Answer | Promise<Answer>) => void
  readonly reject: (error: unknown) => void
}

/**
 * A function that does items in groups: those that come in the same turn of the event loop, so that one that comes alone
 * waits for nobody. Where the database refuses a group for the values in it, each item is done again by itself, and
 * nobody is refused for what another gave.
 */
export function gather<Item, Answer>({
  run,
  most,
}: Gathering<Item, Answer>): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = []

  const answer = async (group: readonly Waiting<Item, Answer>[]): Promise<void> => {
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
    const group = waiting
    waiting = []
    if (group.length > 0) void answer(group)
  }
  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (waiting.length === 1) setImmediate(go)
      else if (waiting.length === most) go()
    })
}
