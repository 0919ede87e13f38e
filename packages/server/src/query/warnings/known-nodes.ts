/** The archetypes and nodes that the records or the templates of this server have. */
import type { Queries } from '../../db/index.ts'
import { mentionedInTemplates } from '../../definitions/index.ts'
import type { PathDictionary } from '../../roots/index.ts'
import { type AskedNode, keyOf } from './asked-nodes.ts'

/** More are not remembered: they are found again. */
const MOST_REMEMBERED = 10_000

export interface KnownNodes {
  /** True if an earlier search for this list found all of it. */
  areKnown(nodes: readonly AskedNode[]): boolean
  /** Those of the nodes that nobody has. */
  unknownAmong(nodes: readonly AskedNode[]): Promise<readonly AskedNode[]>
}

/** A node that is known stays known, since the dictionary only grows; only for the rest is the dictionary read again, and then the templates. */
export function openKnownNodes(db: Queries, dictionary: PathDictionary): KnownNodes {
  /** Lists of which all was found, by the list itself: a form has one for all its calls. */
  const whole = new WeakSet<readonly AskedNode[]>()
  const known = new Set<string>()
  const remember = (node: AskedNode): void => {
    if (known.size >= MOST_REMEMBERED) known.clear()
    known.add(keyOf(node))
  }
  const notInRecords = (nodes: readonly AskedNode[]): readonly AskedNode[] =>
    nodes.filter(node => {
      if (known.has(keyOf(node))) return false
      if (!isInRecords(node, dictionary)) return true
      remember(node)
      return false
    })
  const unknownAmong = async (nodes: readonly AskedNode[]): Promise<readonly AskedNode[]> => {
    if (notInRecords(nodes).length === 0) return []
    await dictionary.refresh()
    const missing = notInRecords(nodes)
    if (missing.length === 0) return []
    const mentioned = await mentionedInTemplates(db, missing)
    const unknown = missing.filter((_, at) => !mentioned.has(at))
    for (const node of missing) if (!unknown.includes(node)) remember(node)
    return unknown
  }
  return {
    areKnown: nodes => whole.has(nodes),
    unknownAmong: async nodes => {
      const unknown = await unknownAmong(nodes)
      if (unknown.length === 0) whole.add(nodes)
      return unknown
    },
  }
}

function isInRecords({ archetype, code }: AskedNode, dictionary: PathDictionary): boolean {
  for (const { id, paths } of dictionary.archetypes()) {
    if (archetype !== undefined && id !== archetype) continue
    if (code === undefined || id === code) return true
    for (const { steps } of paths.keys()) if (steps.some(({ nodeId }) => nodeId === code)) return true
  }
  return false
}
