/** Ids of web template nodes, made from their names as Better and EHRbase make them. */

/**
 * The segment for a name (simplified formats, Basic Concepts): letters of any script, digits, `_`, `.` and `-` stay, all
 * else becomes `_`; runs of `_` are one, none stands at the ends; lower case; never empty, never a digit first.
 */
export function idOf(name: string): string {
  const id = name
    .replace(/[^\p{Alphabetic}0-9_.-]/gu, '_')
    .toLowerCase()
    .replace(/_{2,}/g, '_')
    .replace(/^_|_$/g, '')
  if (id === '') return 'id'
  return /^\d/.test(id) ? `a${id}` : id
}

/**
 * Makes siblings distinct: a second `comment` is `comment2`, a third `comment3`. The text of the specification has
 * `comment_1`, which no implementation writes; `alias` gives that form, to be understood on input.
 */
export function uniqueIds(
  bases: readonly string[],
): readonly { readonly id: string; readonly alias?: string }[] {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return bases.map(base => {
    const count = (counts.get(base) ?? 0) + 1
    counts.set(base, count)
    let number = count
    let id = count === 1 ? base : `${base}${number}`
    while (taken.has(id)) {
      number += 1
      id = `${base}${number}`
    }
    taken.add(id)
    return count === 1 ? { id } : { id, alias: `${base}_${count - 1}` }
  })
}
