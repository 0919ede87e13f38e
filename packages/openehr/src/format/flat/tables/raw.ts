/** `|raw`: canonical JSON inside FLAT, as an object or, from older clients, as a text of JSON with `@class`. */
import { parseJson } from '../../json/index.ts'
import { Misfit } from './codec.ts'

/** The canonical value that a `|raw` key holds. */
export function rawOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return withTypes(parseJson(value))
  } catch {
    return new Misfit('canonical JSON')
  }
}

/** The value of a `|raw` key: a text is quoted, since a text is read as JSON. */
export const asRaw = (value: unknown): unknown => (typeof value === 'string' ? JSON.stringify(value) : value)

/** Older serialisers call `_type` `@class` or `@type`. */
function withTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTypes)
  if (typeof value !== 'object' || value === null) return value
  // fromEntries defines own properties, so that a key called __proto__ stays data.
  return Object.fromEntries(
    Object.entries(value).map(([key, below]) => [
      key === '@class' || key === '@type' ? '_type' : key,
      withTypes(below),
    ]),
  )
}
