/** Runs a refresh at an interval. A failure is reported, and the next interval tries again. Returns a function that stops it. */
export function repeatAtInterval(
  milliseconds: number,
  refresh: () => Promise<unknown>,
  failed: (error: unknown) => void,
) {
  let timer: NodeJS.Timeout
  let isStopped = false
  const again = () => {
    // It may have been stopped while the refresh was running.
    if (isStopped) return
    timer = setTimeout(() => void refresh().catch(failed).then(again), milliseconds).unref()
  }
  again()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
