/** Finds the home of a member of an attribute: a node of the template, or a level without a segment. */
import {
  attributesOf,
  concreteTypes,
  isA,
  isRmObject,
  type Rm,
  typeOf,
  type Unvalidated,
} from '../../../rm/index.ts'
import { type RmStep, withoutNumber } from '../../../template/index.ts'
import type { Frame, PlanNode } from './plan.ts'

interface AnyHome {
  /** Its position among the homes of the attribute. */
  readonly rank: number
  readonly step: RmStep
  readonly takesMany: boolean
  /** Classes that fit, whatever else a member has; for other names the table of classes is asked. */
  readonly classes: ReadonlySet<string>
}

/** The home of members: a level, or a node. */
export type Home =
  | (AnyHome & { readonly level: Frame; readonly node?: undefined })
  | (AnyHome & { readonly node: PlanNode; readonly level?: undefined })

/** The homes of one attribute, levels before nodes. */
export interface Homes {
  readonly all: readonly Home[]
  /** Homes of members of any node id. */
  readonly open: readonly Home[]
  /** Homes of members of that node id, the open ones included. */
  readonly byNodeId: ReadonlyMap<string, readonly Home[]>
  /** The counts before the first member: a copy of them is what a list begins with. */
  readonly noCounts: HomeCounts
}

/** The number of members that each home has taken so far, by rank. */
export type HomeCounts = readonly number[]

type Fields = Readonly<Record<string, unknown>>

export function homesOf(frame: Frame, attribute: string): Homes {
  const all: Home[] = []
  for (const level of frame.frames.get(attribute) ?? [])
    if (level.step !== undefined) all.push({ ...homeAt(all.length, level.step, false), level })
  for (const node of frame.nodes.get(attribute) ?? [])
    all.push({ ...homeAt(all.length, node.step, node.repeats), node })
  const byNodeId = new Map<string, readonly Home[]>()
  for (const { step } of all)
    if (!byNodeId.has(step.nodeId))
      byNodeId.set(
        step.nodeId,
        all.filter(home => isOpen(home.step) || home.step.nodeId === step.nodeId),
      )
  return { all, open: all.filter(({ step }) => isOpen(step)), byNodeId, noCounts: all.map(() => 0) }
}

const homeAt = (rank: number, step: RmStep, takesMany: boolean): AnyHome => ({
  rank,
  step,
  takesMany,
  classes: new Set(mayBeValue(step.rmType) ? [] : concreteTypes(step.rmType)),
})

/** Data values have no node id, and a generic one has to be of the right parameter. */
const mayBeValue = (type: string): boolean => isA(type, 'DATA_VALUE') || isA('DATA_VALUE', type)

const isOpen = ({ nodeId, rmType }: RmStep): boolean => nodeId === '' || mayBeValue(rmType)

/** The home of one member, given those before it; nothing where the template has none. The caller counts it. */
export function homeOf(value: Fields, homes: Homes, counts: HomeCounts): Home | undefined {
  const { archetype_node_id: nodeId }: Unvalidated<Rm.Locatable> = value
  const candidates = (typeof nodeId === 'string' ? homes.byNodeId.get(nodeId) : undefined) ?? homes.open
  const [first] = candidates
  if (first === undefined || candidates.length > 1) return bestOf(candidates, value, counts)
  return takes(first, counts) && fits(value, first) ? first : undefined
}

/** The candidate for a member: a level before a node, then by name, then the first that still takes one. */
function bestOf(candidates: readonly Home[], value: Fields, counts: HomeCounts): Home | undefined {
  const name = attributesOf<Rm.DvText>(attributesOf<Rm.Locatable>(value).name).value
  let best: Home | undefined
  let score = 0
  for (const home of candidates) {
    if (best?.level !== undefined && home.level === undefined) return best
    if (!takes(home, counts) || !fits(value, home)) continue
    const { name: stepName } = home.step
    const named = nameScore(stepName, name)
    if (named > score) {
      best = home
      score = named
    }
  }
  return best
}

/** The name itself first, then `Pulse #2` for `Pulse`: a template may have a node of either name. */
function nameScore(stepName: RmStep['name'], name: unknown): number {
  if (stepName?.text === name) return 4
  if (typeof name === 'string' && stepName?.text === withoutNumber(name)) return 3
  return stepName?.constrained === true ? 1 : 2
}

const takes = (home: Home, counts: HomeCounts): boolean => home.takesMany || counts[home.rank] === 0

/** True where class and node id of a member fit. Candidates for it have the node id, or take any. */
function fits(value: Fields, { classes, step }: Home): boolean {
  const { _type: stated } = value
  if (typeof stated === 'string' && classes.has(stated)) return true
  const type = typeOf(value, step.rmType)
  return type !== undefined && fitsStep(type, value, step)
}

function fitsStep(type: string, value: Fields, step: RmStep): boolean {
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
