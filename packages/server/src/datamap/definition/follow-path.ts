/** Follows a path through a template, step by step, and counts how often its end may occur. */
import { printStep, printSteps, type Step } from '@cairn-ehr/openehr/path'
import { isA, type RmAttribute } from '@cairn-ehr/openehr/rm'
import type { ObjectConstraint } from '@cairn-ehr/openehr/template'
import type { DatamapStep } from '../model.ts'
import { type Choice, chooseAmong, openPosition } from './choose-node.ts'
import {
  allowedChildren,
  attributeAt,
  dataNodeId,
  type PositionAttribute,
  type TemplatePosition,
} from './template-position.ts'
import { type WantedNode, wantedNode } from './wanted-node.ts'

/** The end of a path in a template. */
export interface PathEnd {
  readonly steps: readonly DatamapStep[]
  /** Alternatives, in the template's order. */
  readonly places: readonly TemplatePosition[]
  /** The last node of the path that has a name in the template. */
  readonly named?: ObjectConstraint
  /** Least and greatest number of occurrences in one record, or in one row of the group; undefined: any number. */
  readonly min: number
  readonly max: number | undefined
  /** True if the reference model requires the whole path, so that even an incomplete composition has it. */
  readonly always: boolean
}

/** The point where a path leaves the template, with the fault. */
export interface PathFault {
  readonly code: 'unknown' | 'ambiguous' | 'slot' | 'name' | 'predicate'
  readonly message: string
  /** The number of steps that were followed. */
  readonly good: number
  /** The positions after the last step that was followed. */
  readonly places: readonly TemplatePosition[]
}

export const isPathFault = (result: PathEnd | PathFault): result is PathFault => 'good' in result

const startAt = (places: readonly TemplatePosition[]): PathEnd => ({
  steps: [],
  places,
  min: 1,
  max: 1,
  always: true,
})

export function followPath(start: readonly TemplatePosition[], steps: readonly Step[]): PathEnd | PathFault {
  let at: PathEnd = startAt(start)
  for (const [good, step] of steps.entries()) {
    const next = followStep(at, step)
    if ('code' in next)
      return { ...next, message: sentence(next.message, steps, good), good, places: at.places }
    at = next
  }
  return at
}

const sentence = (why: string, steps: readonly Step[], good: number): string =>
  good === 0 ? `${why}.` : `after /${printSteps(steps.slice(0, good))}: ${why}.`

type Fault = Pick<PathFault, 'code' | 'message'>

function followStep(at: PathEnd, step: Step): PathEnd | Fault {
  const { attribute } = step
  const wanted = wantedNode(step)
  if (wanted === undefined)
    return {
      code: 'predicate',
      message: `${printStep(step)} cannot be used in a datamap: brackets may have a node id, a name, or both`,
    }
  const here = at.places.flatMap(place => {
    const found = attributeAt(place, attribute)
    return found === undefined ? [] : [{ place, ...found }]
  })
  const [first] = here
  if (first === undefined)
    return {
      code: 'unknown',
      message: `${[...new Set(at.places.map(place => place.rmType))].join(' and ')} has no ${attribute}`,
    }
  const named = here.flatMap(({ constraint }) => constraint?.children ?? [])
  const allowed = here.flatMap(({ constraint }) => allowedChildren(constraint))
  if (
    here.every(({ constraint }) => constraint?.existence.upper === 0) ||
    (named.length > 0 && allowed.length === 0)
  )
    return { code: 'unknown', message: `the template does not allow ${attribute}` }
  const choice = allowed.length > 0 ? chooseAmong(allowed, wanted, attribute) : chooseByModel(first, wanted)
  if ('code' in choice) return choice
  return extend(at, choice, first.rm, here)
}

/** For an attribute without constraints in the template: follows the reference model, or an archetype id. */
function chooseByModel(
  { place, rm }: PositionAttribute & { readonly place: TemplatePosition },
  wanted: WantedNode,
): Choice {
  const { id, name, nameCode } = wanted
  const { name: attribute, type } = rm
  if (!isA(type, 'LOCATABLE')) {
    if (id === undefined && name === undefined) return { places: [{ rmType: type, open: place.open }] }
    return {
      code: 'unknown',
      message: `${attribute} is a ${type}, which has no node id: leave out its brackets`,
    }
  }
  if (nameCode !== undefined)
    return { code: 'name', message: `the template has no node in ${attribute} that a code could name` }
  const filled = id === undefined ? undefined : openPosition(id)
  if (filled !== undefined && isA(filled.rmType, type))
    return {
      places: [filled],
      ...(id === undefined ? {} : { nodeId: id }),
      ...(name === undefined ? {} : { name }),
    }
  if (filled !== undefined)
    return { code: 'unknown', message: `${attribute} holds a ${type}, which ${id} is not` }
  if (place.open)
    return {
      places: [{ rmType: type, open: true }],
      ...(id === undefined ? {} : { nodeId: id }),
      ...(name === undefined ? {} : { name }),
    }
  return { code: 'unknown', message: `the template has nothing in ${attribute}` }
}

function extend(
  at: PathEnd,
  choice: Exclude<Choice, Fault>,
  rm: RmAttribute,
  here: readonly (PositionAttribute & { readonly place: TemplatePosition })[],
): PathEnd {
  const { places, nodeId, name } = choice
  const bounds = boundsOf(places, here, here.length < at.places.length)
  const step: DatamapStep = {
    attribute: rm.name,
    multiple: rm.container,
    ...(nodeId === undefined ? {} : { nodeId }),
    ...(name === undefined ? {} : { name }),
  }
  const node = places.find(
    ({ constraint }) => constraint !== undefined && dataNodeId(constraint) !== undefined,
  )
  const named = node?.constraint ?? at.named
  return {
    steps: [...at.steps, step],
    places,
    ...(named === undefined ? {} : { named }),
    min: at.min * bounds.min,
    max: times(at.max, bounds.max),
    always:
      at.always &&
      here.every(each => each.rm.mandatory) &&
      here.length === at.places.length &&
      nodeId === undefined,
  }
}

const times = (a: number | undefined, b: number | undefined): number | undefined =>
  a === 0 || b === 0 ? 0 : a === undefined || b === undefined ? undefined : a * b

interface Bounds {
  readonly min: number
  readonly max: number | undefined
}

/** Bounds of a single attribute come from its existence; those of a list from the occurrences of its nodes and its cardinality. */
function boundsOf(
  places: readonly TemplatePosition[],
  here: readonly PositionAttribute[],
  partly: boolean,
): Bounds {
  const all = here.map(attribute =>
    attribute.rm.container ? listBounds(places, attribute) : singleBounds(attribute),
  )
  const most = all.map(({ max }) => max)
  return {
    min: partly ? 0 : Math.min(...all.map(({ min }) => min)),
    max: most.includes(undefined) ? undefined : Math.max(...most.map(max => max ?? 0)),
  }
}

const singleBounds = ({ rm, constraint }: PositionAttribute): Bounds => ({
  min: rm.mandatory || (constraint?.existence.lower ?? 0) > 0 ? 1 : 0,
  max: 1,
})

function listBounds(places: readonly TemplatePosition[], { rm, constraint }: PositionAttribute): Bounds {
  const nodes = allowedChildren(constraint).filter(child => places.some(place => place.constraint === child))
  // An archetype in a slot, or an attribute that only the reference model defines.
  if (nodes.length === 0) return { min: 0, max: rm.upper }
  const room = constraint?.cardinality?.interval.upper
  const sum = nodes.reduce<number | undefined>(
    (total, { occurrences: { upper } }) =>
      total === undefined || upper === undefined ? undefined : total + upper,
    0,
  )
  return {
    min: nodes.reduce((total, { occurrences: { lower = 0 } }) => total + lower, 0),
    max: sum === undefined ? room : Math.min(sum, room ?? sum),
  }
}
