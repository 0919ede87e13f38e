/** Shows progress: one line that is rewritten on a terminal, a line now and then elsewhere. */

export interface Output {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  write(text: string | Uint8Array): unknown
}

export interface Progress {
  add(count: number): void
  /** Leaves the last state on the screen. */
  end(): void
}

const BAR = 24
/** No terminal needs it more often. */
const REWRITE_MS = 100
/** Elsewhere, lines by these shares. */
const SHARE = 0.1

const grouped = (count: number): string => count.toLocaleString('en')

function timeLeft(seconds: number): string {
  if (!Number.isFinite(seconds)) return ''
  return seconds < 90 ? `, ${Math.ceil(seconds)} s left` : `, ${Math.ceil(seconds / 60)} min left`
}

/** `1,160 of 5,804 records, 310 a second, 15 s left`. */
function described(done: number, total: number, seconds: number, what: string): string {
  const rate = seconds > 0 ? done / seconds : 0
  const left = done < total ? timeLeft((total - done) / rate) : ''
  return `${grouped(done)} of ${grouped(total)} ${what}, ${grouped(Math.round(rate))} a second${left}`
}

function bar(done: number, total: number): string {
  const full = total === 0 ? BAR : Math.floor((BAR * done) / total)
  return `[${'#'.repeat(full)}${' '.repeat(BAR - full)}]`
}

/** `what` is counted. */
export function showProgress(out: Output, total: number, now: () => number, what = 'records'): Progress {
  const began = now()
  let [done, shown, announced] = [0, Number.NEGATIVE_INFINITY, 0]
  const rewrite = () => {
    shown = now()
    const line = `${bar(done, total)} ${described(done, total, (shown - began) / 1000, what)}`
    // A terminal that does not know its width says 0.
    out.write(`\r${line.slice(0, (out.columns || 80) - 1)}\x1b[K`)
  }
  const announce = () => {
    announced = done
    out.write(`${described(done, total, (now() - began) / 1000, what)}\n`)
  }
  return {
    add: count => {
      done += count
      if (out.isTTY) {
        if (now() - shown >= REWRITE_MS) rewrite()
      } else if (done < total && done - announced >= total * SHARE) announce()
    },
    end: () => {
      if (out.isTTY) {
        rewrite()
        out.write('\n')
      } else if (announced !== done || done === 0) announce()
    },
  }
}
