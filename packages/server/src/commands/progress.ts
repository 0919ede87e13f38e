/** Tells how far long work has come: a line to standard error now and then, with a rate and an estimate. */

/** Told how many are done, of how many, and what else belongs in the line. */
export type TellProgress = (done: number, total: number, note?: string) => void

const TELL_MS = 2000

const grouped = (count: number): string => Math.round(count).toLocaleString('en')

function timeLeft(seconds: number): string {
  if (!Number.isFinite(seconds)) return ''
  return seconds < 90 ? `, ${Math.ceil(seconds)} s left` : `, ${Math.ceil(seconds / 60)} min left`
}

/** `1,160 of 5,804 rows, 310 a second, 15 s left`. */
export function progressLine(done: number, total: number, seconds: number, what: string): string {
  const rate = seconds > 0 ? done / seconds : 0
  const left = done < total ? timeLeft((total - done) / rate) : ''
  return `${grouped(done)} of ${grouped(total)} ${what}, ${grouped(rate)} a second${left}`
}

/** Short work tells nothing. */
export function tellProgress(what: string, now: () => number = Date.now): TellProgress {
  const began = now()
  let last = began
  return (done, total, note = '') => {
    if (now() - last < TELL_MS) return
    last = now()
    process.stderr.write(`${progressLine(done, total, (last - began) / 1000, what)}${note}\n`)
  }
}
