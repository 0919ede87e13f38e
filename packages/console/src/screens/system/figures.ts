/** Sizes and times as people read them. */

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

export function sizeText(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024
    unit++
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`
}

export const millisecondsText = (milliseconds: number): string =>
  milliseconds >= 1000 ? `${(milliseconds / 1000).toFixed(1)} s` : `${Number(milliseconds.toPrecision(2))} ms`

/** Lines of one licence file: a heading for each package, and its text below. */
export interface Licence {
  readonly name: string
  readonly text: string
}

/** The file that the build writes: `## name - version (licence)` before each text. */
export function licencesIn(markdown: string): Licence[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map(part => {
      const end = part.indexOf('\n')
      return { name: part.slice(0, end).trim(), text: part.slice(end).trim() }
    })
}
