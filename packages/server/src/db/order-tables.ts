/** Orders tables so that each comes after those that its rows refer to. */

export interface TableReference {
  readonly from: string
  readonly to: string
}

/** Throws if tables refer to each other in a circle. */
export function orderTables(
  names: readonly string[],
  references: readonly TableReference[],
): readonly string[] {
  const ordered: string[] = []
  const waiting = new Set(names)
  while (waiting.size > 0) {
    const ready = [...waiting].filter(
      name => !references.some(({ from, to }) => from === name && to !== name && waiting.has(to)),
    )
    if (ready.length === 0) throw new Error(`These tables refer to each other: ${[...waiting].join(', ')}.`)
    for (const name of ready) waiting.delete(name)
    ordered.push(...ready)
  }
  return ordered
}
