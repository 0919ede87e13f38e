/** Empty lists in data: the reference model has no list at all where there is nothing in it. */
import { rmClasses } from './classes.ts'
import { isRmObject } from './model.ts'

/** Names of attributes that are lists, in whichever class. */
const LIST_NAMES: ReadonlySet<string> = new Set(
  [...rmClasses()].flatMap(({ attributes }) =>
    [...attributes.values()]
      .filter(({ container, containerType }) => container && containerType !== 'Hash')
      .map(({ name }) => name),
  ),
)

const isEmptyList = (name: string, value: unknown): boolean =>
  Array.isArray(value) && value.length === 0 && LIST_NAMES.has(name)

/**
 * The same data without empty lists where the reference model has a list, at every depth: some serialisers write
 * `"mappings": []` for none. By the name of the attribute alone, since a list with nothing in it loses nothing, whatever
 * it stands in. What has no empty list is given back as it is.
 */
export function withoutEmptyLists<T>(value: T): T
export function withoutEmptyLists(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withoutEmptyLists)
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  if (!isRmObject(value)) return value
  let changed = false
  const members: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const kept = isEmptyList(name, member) ? undefined : withoutEmptyLists(member)
    if (kept !== member) changed = true
    if (kept !== undefined) members.push([name, kept])
  }
  // fromEntries defines own properties, so that a key called __proto__ stays data.
  return changed ? Object.fromEntries(members) : value
}
