/**
 * Turns of runs of live queries. A run costs about as much as a commit, so while commits come fast, runs are paced: a share of the commits, but some
 * in each second. At rest, many can be run at once.
 */

export interface Turns {
  /** Does some work in its turn; `runs`: the runs that it costs, asked when its turn has come. */
  take<T>(runs: () => number, work: () => Promise<T>): Promise<T>
  /** Called when changes were found, with the seconds since the last ones. */
  changed(count: number, seconds: number): void
  /** Work that waits for its turn. */
  waiting(): number
  close(): void
}

/** Runs at a time. */
const MOST_RUNNING = 4

/** Runs that can begin at once after a rest. */
const BURST = 60

/** Runs a second, however few commits there are: a look at the feed brings one for each list, and one for a hundred charts of the same text. */
const LEAST_RATE = 40

/** Runs for each commit, if that is more. */
const SHARE = 0.03

export function openTurns(now: () => number = () => performance.now()): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  let rate = LEAST_RATE
  let balance = BURST
  let countedAt = now()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const count = (): void => {
    const at = now()
    balance = Math.min(BURST, balance + (rate * (at - countedAt)) / 1000)
    countedAt = at
  }
  const begin = (): void => {
    count()
    while (waiting.length > 0 && running < MOST_RUNNING && (balance > 0 || isClosed)) {
      running += 1
      // Taken from the balance when it is known; until then it counts as one.
      balance -= 1
      waiting.shift()?.()
    }
    if (waiting.length > 0 && running < MOST_RUNNING)
      timer ??= setTimeout(
        () => {
          timer = undefined
          begin()
        },
        (1000 * (1 - balance)) / rate,
      ).unref()
  }
  return {
    take: async (runs, work) => {
      await new Promise<void>(done => {
        waiting.push(done)
        begin()
      })
      balance -= Math.max(0, runs() - 1)
      try {
        return await work()
      } finally {
        running -= 1
        begin()
      }
    },
    changed: (changes, seconds) => {
      count()
      rate = Math.max(LEAST_RATE, (SHARE * changes) / Math.max(seconds, 0.001))
    },
    waiting: () => waiting.length,
    close: () => {
      isClosed = true
      clearTimeout(timer)
      begin()
    },
  }
}
