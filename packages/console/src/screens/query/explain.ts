/** The plan of a query, as the server explains it, in parts. */

export interface PlanPart {
  readonly title: string
  readonly text: string
}

/** A step, and those whose rows it takes. */
export interface PlanNode {
  readonly verb: string
  readonly detail: string
  readonly below: readonly PlanNode[]
}

/** Each part begins with a line `-- title`. */
export function planParts(text: string): PlanPart[] {
  return text
    .split(/^-- /m)
    .filter(part => part.trim() !== '')
    .map(part => {
      const end = part.indexOf('\n')
      return {
        title: part.slice(0, end < 0 ? undefined : end).trim(),
        text: end < 0 ? '' : part.slice(end + 1).trim(),
      }
    })
}

interface GrowingNode extends PlanNode {
  readonly below: GrowingNode[]
}

/** `order: x desc` is a verb and its detail. */
function nodeOf(line: string): GrowingNode {
  const [, verb = line, detail = ''] = /^([^:]{1,40}): (.*)$/.exec(line) ?? []
  return { verb, detail, below: [] }
}

/** Lines of the part `nodes` as a tree: two spaces for each step down. */
export function planTree(text: string): readonly PlanNode[] {
  const top: GrowingNode[] = []
  const path: GrowingNode[] = []
  for (const line of text.split('\n').filter(each => each.trim() !== '')) {
    const depth = (/^ */.exec(line)?.[0].length ?? 0) / 2
    const node = nodeOf(line.trim())
    path.length = Math.min(path.length, depth)
    const above = path.at(-1)
    ;(above ? above.below : top).push(node)
    path.push(node)
  }
  return top
}
