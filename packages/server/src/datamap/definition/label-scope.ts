/** Labels made from the names of nodes: lower case, words joined by `_`, each once in its group. */

const LONGEST = 60

/** `Systolic (mean)` → `systolic_mean`; letters of any script stay. */
export function labelFrom(name: string): string {
  const words =
    name
      // The order of accents takes a time with the square of their number.
      .slice(0, 20 * LONGEST)
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return [...words.join('_')].slice(0, LONGEST).join('').replace(/_+$/, '')
}

export interface LabelScope {
  /** Returns an unused label: the node's name, then with its parent's name before it, then with a number. */
  take(name: string, parent: string): string
}

export function openScope(taken: Iterable<string>): LabelScope {
  const known = new Set(taken)
  return {
    take: (name, parent) => {
      const own = labelFrom(name) || 'value'
      const long = labelFrom(`${parent} ${name}`) || own
      let label = known.has(own) ? long : own
      for (let number = 2; known.has(label); number += 1) label = `${long}_${number}`
      known.add(label)
      return label
    },
  }
}
