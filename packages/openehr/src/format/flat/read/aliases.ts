/** Other spellings of whole keys that clients in the field write, put where the reader looks for them. */
import { type Branch, emptyBranch } from '../keys/branch.ts'
import type { PlanNode } from '../plan/plan.ts'
import { mappingOf } from '../tables/mapping.ts'

/** The segments of an EVENT_CONTEXT that nothing else in a composition is called. */
function contextSegments(): ReadonlySet<string> {
  const { fields, parts } = mappingOf('EVENT_CONTEXT')
  const own = [
    ...parts.flatMap(({ segments }) => segments),
    ...fields.flatMap(({ keys }) => keys.flatMap(key => (key.startsWith('/') ? key.slice(1) : []))),
  ]
  const above = new Set(mappingOf('COMPOSITION').parts.flatMap(({ segments }) => segments))
  return new Set(own.filter(segment => !above.has(segment)))
}

let segments: ReadonlySet<string> | undefined

/** `minimal/start_time` and `minimal/setting|code`: attributes of the context without its segment, as some clients write them. */
export function adoptContextKeys(root: Branch, node: PlanNode): void {
  const [context] = node.frame?.nodes.get('context') ?? []
  if (context === undefined) return
  segments ??= contextSegments()
  for (const [id, occurrences] of [...root.children]) {
    if (!segments.has(id) || node.frame?.shadow.has(id) === true) continue
    const branch = contextBranch(root, context)
    if (branch.children.has(id)) continue
    root.children.delete(id)
    branch.children.set(id, occurrences)
  }
}

function contextBranch(root: Branch, { id, aliases }: PlanNode): Branch {
  for (const name of [id, ...aliases]) {
    const known = root.children.get(name)?.get(0)
    if (known !== undefined) return known
  }
  const made = emptyBranch(`${root.path}/${id}`)
  root.children.set(id, new Map([[0, made]]))
  return made
}

/** Names below `ctx/` that mean another. */
const CONTEXT_NAMES: Readonly<Record<string, string>> = {
  healthcare_facility: 'health_care_facility',
  id_schema: 'id_scheme',
  workflow_id: 'work_flow_id',
}

/** `ctx/id_schema` for `ctx/id_scheme`, `ctx/_end_time` for `ctx/end_time`, and the like. */
export function respellContext(ctx: Branch): void {
  for (const [id, occurrences] of [...ctx.children]) {
    const plain = id.startsWith('_') ? id.slice(1) : id
    const name = CONTEXT_NAMES[plain] ?? plain
    if (name === id || ctx.children.has(name)) continue
    ctx.children.delete(id)
    ctx.children.set(name, occurrences)
  }
}
