/** A pause that Ctrl-C ends. */

/** Resolves to false where Ctrl-C came first. */
export const pauseFor = (seconds: number, stop: AbortSignal): Promise<boolean> =>
  new Promise(done => {
    const timer = setTimeout(() => done(true), seconds * 1000)
    stop.addEventListener('abort', () => {
      clearTimeout(timer)
      done(false)
    })
  })
