/** Prints the leaves of a root as the JSON text that is stored. */

import type { Entries, PathEntry } from './entries.ts'
import { pathOf } from './entry-of.ts'
import { CLOSE, COMMA, JsonText, OPEN } from './json-text.ts'
import type { Leaf, LeafValue, Vector } from './root-draft.ts'

/** One buffer is enough, since nothing waits while a text is built. */
const json = new JsonText()

/** `{"12":"x","47":{"0.0":120,"1.0":125}}`. */
export function leavesJson(dictionary: Entries, leaves: readonly Leaf[]): string {
  const repeating = new Map<PathEntry, Leaf[]>()
  json.begin()
  let lead = OPEN
  for (const leaf of leaves) {
    const entry = pathOf(dictionary, leaf.path)
    if (entry.repeats === 0) {
      json.member(lead, String(entry.key))
      lead = COMMA
      writeValue(leaf.value)
    } else {
      const others = repeating.get(entry)
      if (others === undefined) repeating.set(entry, [leaf])
      else others.push(leaf)
    }
  }
  for (const [entry, values] of repeating) {
    json.member(lead, String(entry.key))
    lead = COMMA
    writeValues(entry, values)
  }
  if (lead === OPEN) json.character(OPEN)
  json.character(CLOSE)
  return json.text()
}

function writeValues(entry: PathEntry, leaves: readonly Leaf[]): void {
  const last = leaves[leaves.length - 1]
  // Vectors are in order, so the last one is empty only if there is a single value.
  if (last?.at === '') writeValue(last.value)
  else {
    let lead = OPEN
    for (const { at, value } of leaves) {
      json.member(lead, at === '' ? zeros(entry) : at)
      lead = COMMA
      writeValue(value)
    }
    json.character(CLOSE)
  }
}

/** The complete form of an empty vector. */
const zeros = ({ repeats }: PathEntry): Vector => '0'.padEnd(2 * repeats - 1, '.0')

function writeValue(value: LeafValue): void {
  if (typeof value === 'string') json.string(value)
  else json.plain(typeof value === 'object' && value !== null ? value.decimal : String(value))
}
