/** Waits for the operator or the parent process to end a command that runs until then. */

/** One Ctrl-C arrives twice, from the terminal and from npm: only a signal after this time is a second Ctrl-C. */
const IMPATIENT_MS = 1000

/** Resolves at the first of the signals; a later one ends the process at once. */
export function untilSignal(signals: readonly NodeJS.Signals[]): Promise<string> {
  return new Promise(resolve => {
    let since: number | undefined
    for (const signal of signals)
      process.on(signal, () => {
        if (since !== undefined && Date.now() - since > IMPATIENT_MS) process.exit(1)
        since ??= Date.now()
        resolve(signal)
      })
  })
}

const LOOK_FOR_PARENT_MS = 500

/** npm passes on only SIGINT and SIGTERM, and a shell in between passes on nothing, so the end of the parent must be noticed here. */
export function untilParentEnds(): Promise<string> {
  const parent = process.ppid
  return new Promise(resolve => {
    const looking = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(looking)
      resolve('npm ended')
    }, LOOK_FOR_PARENT_MS)
    looking.unref()
  })
}

/** Returns false if the work takes longer; it is then not waited for. */
export async function endsWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  let late: NodeJS.Timeout | undefined
  const tooLong = new Promise<boolean>(done => {
    late = setTimeout(() => done(false), milliseconds)
  })
  try {
    return await Promise.race([work.then(() => true), tooLong])
  } finally {
    clearTimeout(late)
  }
}
