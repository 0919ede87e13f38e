/** Starts work for each item, with turns of the event loop between them, and returns all results in the order of the items. */
import { setImmediate } from 'node:timers/promises'

export async function startEach<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const started: Promise<Result>[] = []
  for (const item of items) {
    // The first part of the work may take as long as a request, so other requests run in between.
    if (started.length > 0) await setImmediate()
    const one = work(item)
    // Its error is thrown where all are waited for.
    one.catch(() => {})
    started.push(one)
  }
  return Promise.all(started)
}
