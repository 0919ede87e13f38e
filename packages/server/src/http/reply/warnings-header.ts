/** `cairn-warnings`: sentences about a request, for answers whose body has no place for them. */

const MOST_WARNINGS = 50
const MOST_CHARACTERS = 4000

/** A list in JSON, in ASCII. A header is short: the last sentence counts those that do not fit. */
export function warningsHeader(warnings: readonly string[]): Readonly<Record<string, string>> {
  if (warnings.length === 0) return {}
  let count = Math.min(warnings.length, MOST_WARNINGS)
  while (count > 0 && printed(warnings, count).length > MOST_CHARACTERS) count -= 1
  return { 'cairn-warnings': printed(warnings, count) }
}

function printed(warnings: readonly string[], count: number): string {
  const more = warnings.length - count
  const rest = more === 1 ? 'There is one more warning.' : `There are ${more} more warnings.`
  const shown = [...warnings.slice(0, count), ...(more === 0 ? [] : [rest])]
  return JSON.stringify(shown).replace(
    /[^ -~]/g,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
