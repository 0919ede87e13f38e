/** Work on several things at once, whose results are told in the order of the things. */

/** Each worker takes the next thing when it has done one. */
export async function workInOrder<Thing, Result>(
  things: readonly Thing[],
  workers: readonly ((thing: Thing) => Promise<Result>)[],
  told: (result: Result, thing: Thing) => void,
): Promise<void> {
  const waiting = [...things.entries()]
  const done = new Map<number, Result>()
  let next = 0
  const tell = (): void => {
    for (; done.has(next); next++) {
      told(done.get(next) as Result, things[next] as Thing)
      done.delete(next)
    }
  }
  const run = async (work: (thing: Thing) => Promise<Result>): Promise<void> => {
    for (let taken = waiting.shift(); taken !== undefined; taken = waiting.shift()) {
      const [at, thing] = taken
      done.set(at, await work(thing))
      tell()
    }
  }
  await Promise.all(workers.map(run))
}
