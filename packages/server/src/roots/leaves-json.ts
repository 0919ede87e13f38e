/** The leaves of a root as the JSON text that is stored. */
import type { Leaf, LeafValue, Vector } from './draft.ts'
import type { Entries, PathEntry } from './entries.ts'
import { CLOSE, COMMA, JsonText, OPEN } from './json-text.ts'
import { pathOf } from './known.ts'

/** One for all: nothing waits while a text is put together. */
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
  if (lead === OPEN) json.sign(OPEN)
  json.sign(CLOSE)
  return json.text()
}

function writeValues(entry: PathEntry, leaves: readonly Leaf[]): void {
  const last = leaves[leaves.length - 1]
  // Vectors come in their order, so that the last is empty only where none is needed.
  if (last?.at === '') writeValue(last.value)
  else {
    let lead = OPEN
    for (const { at, value } of leaves) {
      json.member(lead, at === '' ? zeros(entry) : at)
      lead = COMMA
      writeValue(value)
    }
    json.sign(CLOSE)
  }
}

/** An empty vector in full. */
const zeros = ({ repeats }: PathEntry): Vector => '0'.padEnd(2 * repeats - 1, '.0')

function writeValue(value: LeafValue): void {
  if (typeof value === 'string') json.string(value)
  else json.plain(typeof value === 'object' && value !== null ? value.decimal : String(value))
}
