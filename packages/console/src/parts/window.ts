/** The rows of a long list that are in view. A browser cannot make an element of any height: lists beyond that are scrolled in larger steps. */

export interface ListWindow {
  /** Height of the element that is scrolled. */
  readonly height: number
  /** Index of the first row to render, and how many. */
  readonly first: number
  readonly count: number
  /** Distance of the first row from the top. */
  readonly top: number
}

/** Chrome stops at 33 million pixels, Firefox at 17. */
const HIGHEST = 12_000_000

export function windowOf(total: number, rowHeight: number, viewport: number, scrollTop: number): ListWindow {
  const height = Math.min(total * rowHeight, HIGHEST)
  const inView = Math.ceil(viewport / rowHeight) + 1
  const farthest = Math.max(0, height - viewport)
  const at = Math.min(Math.max(0, scrollTop), farthest)
  // Without a limit this is the row at the top; with one, the same share of the list as of the way.
  const lastFirst = Math.max(0, total - viewport / rowHeight)
  const position = farthest === 0 ? 0 : (at / farthest) * lastFirst
  const first = Math.min(Math.floor(position), Math.max(0, total - 1))
  return {
    height,
    first,
    count: Math.min(inView, total - first),
    top: at - (position - first) * rowHeight,
  }
}
