/** The FLAT paths of a template. */
import { isA, rmClass } from '../../../rm/index.ts'
import { CONTEXT_KEYS } from '../read/context.ts'
import { isMapped, ownMapping } from '../tables/mapping.ts'
import type { Frame, Plan, PlanNode } from './plan.ts'

const known = new WeakMap<Plan, ReadonlySet<string>>()

/** Every path of the template without indices, values with their usual suffixes, and the keys of the context. */
export function knownPaths(plan: Plan): ReadonlySet<string> {
  const made = known.get(plan)
  if (made !== undefined) return made
  const paths = new Set(CONTEXT_KEYS.map(key => `ctx/${key}`))
  addNode(paths, plan.root, plan.root.id)
  known.set(plan, paths)
  return paths
}

function addNode(paths: Set<string>, node: PlanNode, path: string): void {
  if (node.value !== undefined) addValue(paths, node.value.type, path)
  if (isA(node.step.rmType, 'LOCATABLE')) addValue(paths, node.step.rmType, path)
  if (node.frame !== undefined) addFrame(paths, node.frame, path)
}

function addFrame(paths: Set<string>, frame: Frame, path: string): void {
  for (const { segments, expected } of frame.cells.values())
    addValue(paths, expected.type, `${path}/${segments[0]}`)
  for (const nodes of frame.nodes.values())
    for (const node of nodes) addNode(paths, node, `${path}/${node.id}`)
  for (const levels of frame.frames.values()) for (const level of levels) addFrame(paths, level, path)
}

/** The keys of one value: its own suffixes, and the first level of its parts. */
function addValue(paths: Set<string>, type: string, path: string, depth = 0): void {
  if (rmClass(type) === undefined && type !== 'STRING') return
  if (type === 'STRING') {
    paths.add(path)
    return
  }
  for (const name of rmClass(type)?.ancestors ?? []) {
    const row = ownMapping(name)
    for (const { keys } of row?.fields ?? []) paths.add(path + (keys[0] ?? ''))
    if (depth > 0) continue
    for (const { segments, type: below } of row?.parts ?? []) {
      const parameter = /<(.+)>$/.exec(type)?.[1] ?? type
      const resolved = below.replace(/\bT\b/, parameter)
      if (isMapped(resolved)) addValue(paths, resolved, `${path}/${segments[0]}`, depth + 1)
    }
  }
}
