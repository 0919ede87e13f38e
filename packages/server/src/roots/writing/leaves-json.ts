/**
 * Prints the leaves of a root as the JSON text that is stored. The value of a path is
 *
 *     "x"                          one value, at the vector of zeros
 *     [120,125,null]               values at 0, 1, 2 … of the first repeating step and 0 of all others; null: the same as the first
 *     {"0.0":120,"0.1":125}        values by vector, where neither of these is possible
 */

import type { Entries, PathEntry } from '../entries.ts'
import { pathOf } from '../entry-of.ts'
import { CLOSE, COMMA, END_OF_LIST, JsonText, LIST, OPEN } from './json-text.ts'
import type { Leaf, LeafValue, RootDraft, Vector } from './root-draft.ts'

/** One buffer is enough, since nothing waits while a text is built. */
const json = new JsonText()

/** The leaves of a root that are printed: those that `shared-leaves.ts` shares, the others, or all. */
type LeafSelection = 'all' | 'own' | 'shared'

const isShared = ({ path, at, value }: Leaf): boolean => at === '' && path.isListed?.(value) === true

/** `{"12":"x","47":[120,125]}`. */
export function leavesJson(
  dictionary: Entries,
  leaves: readonly Leaf[],
  selection: LeafSelection = 'all',
): string {
  const repeating = new Map<PathEntry, Leaf[]>()
  json.begin()
  let lead = OPEN
  for (const leaf of leaves) {
    if (selection !== 'all' && isShared(leaf) !== (selection === 'shared')) continue
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

/** The leaves of a root that are shared. Printed once: a commit looks them up before it makes its rows. */
export function sharedLeaves(dictionary: Entries, root: RootDraft): string {
  root.shared ??= leavesJson(dictionary, root.leaves, 'shared')
  return root.shared
}

function writeValues(entry: PathEntry, leaves: readonly Leaf[]): void {
  const last = leaves[leaves.length - 1]
  // Vectors are in order, so the last one is empty only if there is a single value.
  if (last?.at === '') writeValue(last.value)
  else if (isList(entry, leaves)) writeList(leaves)
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

/** True if the vectors are 0, 1, 2 … at the first place and 0 at all others. Null stands for something else in a list. */
function isList({ repeats }: PathEntry, leaves: readonly Leaf[]): boolean {
  const rest = '.0'.repeat(repeats - 1)
  return leaves.every(({ at, value }, index) => value !== null && at === (index === 0 ? '' : index + rest))
}

function writeList(leaves: readonly Leaf[]): void {
  const first = leaves[0]?.value
  let lead = LIST
  for (const { value } of leaves) {
    json.character(lead)
    if (lead === COMMA && value === first) json.plain('null')
    else writeValue(value)
    lead = COMMA
  }
  json.character(END_OF_LIST)
}

/** The complete form of an empty vector. */
const zeros = ({ repeats }: PathEntry): Vector => '0'.padEnd(2 * repeats - 1, '.0')

function writeValue(value: LeafValue): void {
  if (typeof value === 'string') json.string(value)
  else json.plain(typeof value === 'object' && value !== null ? value.decimal : String(value))
}
