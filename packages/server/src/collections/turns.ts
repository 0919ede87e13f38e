/** Lets other requests have their turn during long work on the event loop. */
import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work before others have theirs. */
const TURN_MS = 8

/** Call it between two parts of the work. */
export function openTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since <= TURN_MS) return
    await setImmediate()
    since = performance.now()
  }
}

/** Makes something of each item, one after the other. */
export async function inTurns<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Made | Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = []
  const turn = openTurns()
  for (const item of items) {
    made.push(await make(item))
    await turn()
  }
  return made
}
