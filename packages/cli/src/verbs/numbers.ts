/** Numbers and pairs that are typed as options. */
import { UsageError } from '../command/usage-error.ts'

/** A whole number; undefined where it was left out. */
export function wholeNumber(
  text: string | undefined,
  name: string,
  words: string,
  least = 0,
): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text) || Number(text) < least)
    throw new UsageError(
      `--${name} takes a whole number${least > 0 ? ` from ${least} on` : ''}, not "${text}".`,
      words,
    )
  return Number(text)
}

/** JSON where it can be read as such, else text. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** `name=value` pairs of `--param`. */
export function parametersOf(pairs: readonly string[], words: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    pairs.map(pair => {
      const equals = pair.indexOf('=')
      if (equals < 1) throw new UsageError(`--param takes name=value, not "${pair}".`, words)
      return [pair.slice(0, equals).replace(/^\$/, ''), readValue(pair.slice(equals + 1))]
    }),
  )
}
