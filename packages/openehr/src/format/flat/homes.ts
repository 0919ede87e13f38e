/** Finds the home of a member of an attribute: a node of the template, or a level without a segment. */
import { attributesOf, isA, isRmObject, type Rm, typeOf, type Unvalidated } from '../../rm/index.ts'
import type { RmStep } from '../../template/index.ts'
import type { Frame, PlanNode } from './plan.ts'

/** The number of members that each node and level has taken so far. */
export type HomeCounts = Map<PlanNode | Frame, number>

/** The home of a member: a level, or the index-th occurrence of a node. */
export type Home =
  | { readonly rank: number; readonly level: Frame; readonly node?: undefined }
  | { readonly rank: number; readonly node: PlanNode; readonly index: number }

/** The home of one member, given those before it; nothing where the template has none. The caller counts it. */
export function homeOf(
  attribute: string,
  value: Readonly<Record<string, unknown>>,
  frame: Frame,
  counts: HomeCounts,
): Home | undefined {
  const levels = frame.frames.get(attribute) ?? []
  const nodes = frame.nodes.get(attribute) ?? []
  const level = matching(
    levels,
    value,
    one => one.step,
    one => !counts.has(one),
  )
  if (level !== undefined) return { rank: levels.indexOf(level), level }
  const node = matching(
    nodes,
    value,
    one => one.step,
    one => one.repeats || !counts.has(one),
  )
  if (node === undefined) return undefined
  return { rank: levels.length + nodes.indexOf(node), node, index: counts.get(node) ?? 0 }
}

/** The candidate for a member: by class and node id, then by name, then the first that still takes one. */
function matching<T>(
  candidates: readonly T[],
  value: Readonly<Record<string, unknown>>,
  stepOf: (candidate: T) => RmStep | undefined,
  takes: (candidate: T) => boolean,
): T | undefined {
  const name = attributesOf<Rm.DvText>(attributesOf<Rm.Locatable>(value).name).value
  let best: T | undefined
  let score = 0
  for (const candidate of candidates) {
    const step = stepOf(candidate)
    if (step === undefined || !takes(candidate)) continue
    const type = typeOf(value, step.rmType)
    if (type === undefined || !fitsStep(type, value, step)) continue
    const named = step.name?.text === name ? 3 : step.name?.constrained === true ? 1 : 2
    if (named > score) {
      best = candidate
      score = named
    }
  }
  return best
}

function fitsStep(type: string, value: Readonly<Record<string, unknown>>, step: RmStep): boolean {
  if (!isA(type, step.rmType)) return false
  if (isA(type, 'DATA_VALUE')) return sameParameter(value, step.rmType)
  return step.nodeId === '' || attributesOf<Rm.Locatable>(value).archetype_node_id === step.nodeId
}

/** `DV_INTERVAL<DV_DATE>` takes intervals of dates only. */
function sameParameter(value: Unvalidated<Rm.DvInterval>, declared: string): boolean {
  const [, parameter] = /<(.+)>$/.exec(declared) ?? []
  const end = value.lower ?? value.upper
  return parameter === undefined || !isRmObject(end) || end._type === parameter
}
