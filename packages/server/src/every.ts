/** Keeps something up to date while the server runs. */

/** Refreshes until told to stop; a read that fails is reported and tried again in its turn. */
export function every(
  milliseconds: number,
  refresh: () => Promise<unknown>,
  failed: (error: unknown) => void,
) {
  let timer: NodeJS.Timeout
  const again = () => {
    timer = setTimeout(() => void refresh().catch(failed).then(again), milliseconds).unref()
  }
  again()
  return () => clearTimeout(timer)
}
