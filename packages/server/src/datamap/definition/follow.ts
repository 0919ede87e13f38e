/** Follows a path through a template, step by step: what it leads to, and how often that can be there. */
import { printStep, printSteps, type Step } from '@cairn/openehr/path'
import { isA, type RmAttribute } from '@cairn/openehr/rm'
import type { ObjectConstraint } from '@cairn/openehr/template'
import type { DatamapStep } from '../model.ts'
import { type Choice, chooseAmong, openPlace } from './choose.ts'
import { allowedChildren, attributeAt, dataNodeId, type Place, type PlaceAttribute } from './place.ts'
import { type WantedNode, wantedNode } from './wanted-node.ts'

/** What a path leads to. */
export interface Reached {
  readonly steps: readonly DatamapStep[]
  /** Alternatives, in the template's order. */
  readonly places: readonly Place[]
  /** The last node on the way that the template gives a name. */
  readonly named?: ObjectConstraint
  /** How many there are at least and at most in one record, or in one row of the group; undefined: any number. */
  readonly min: number
  readonly max: number | undefined
  /** Whether the reference model itself wants everything on the way, so that even a draft has it. */
  readonly always: boolean
}

/** Where a path leaves the template, and why. */
export interface Strayed {
  readonly code: 'unknown' | 'ambiguous' | 'slot' | 'name' | 'predicate'
  readonly message: string
  /** How many steps were good. */
  readonly good: number
  /** What the last good step led to. */
  readonly places: readonly Place[]
}

export const isStrayed = (result: Reached | Strayed): result is Strayed => 'good' in result

const startAt = (places: readonly Place[]): Reached => ({
  steps: [],
  places,
  min: 1,
  max: 1,
  always: true,
})

export function follow(start: readonly Place[], steps: readonly Step[]): Reached | Strayed {
  let at: Reached = startAt(start)
  for (const [good, step] of steps.entries()) {
    const next = take(at, step)
    if ('code' in next)
      return { ...next, message: sentence(next.message, steps, good), good, places: at.places }
    at = next
  }
  return at
}

const sentence = (why: string, steps: readonly Step[], good: number): string =>
  good === 0 ? `${why}.` : `after /${printSteps(steps.slice(0, good))}: ${why}.`

type Fault = Pick<Strayed, 'code' | 'message'>

function take(at: Reached, step: Step): Reached | Fault {
  const { attribute } = step
  const wanted = wantedNode(step)
  if (wanted === undefined)
    return {
      code: 'predicate',
      message: `${printStep(step)} says more than a datamap can: brackets hold a node id, a name, or both`,
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

/** Where the template leaves an attribute alone: what the reference model has there, or an archetype named by its id. */
function chooseByModel(
  { place, rm }: PlaceAttribute & { readonly place: Place },
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
  const filled = id === undefined ? undefined : openPlace(id)
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
  at: Reached,
  choice: Exclude<Choice, Fault>,
  rm: RmAttribute,
  here: readonly (PlaceAttribute & { readonly place: Place })[],
): Reached {
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

/** A single attribute is there or not; of a list, each node says how often it is there, and the list how many it holds. */
function boundsOf(places: readonly Place[], here: readonly PlaceAttribute[], partly: boolean): Bounds {
  const all = here.map(attribute =>
    attribute.rm.container ? listBounds(places, attribute) : singleBounds(attribute),
  )
  const most = all.map(({ max }) => max)
  return {
    min: partly ? 0 : Math.min(...all.map(({ min }) => min)),
    max: most.includes(undefined) ? undefined : Math.max(...most.map(max => max ?? 0)),
  }
}

const singleBounds = ({ rm, constraint }: PlaceAttribute): Bounds => ({
  min: rm.mandatory || (constraint?.existence.lower ?? 0) > 0 ? 1 : 0,
  max: 1,
})

function listBounds(places: readonly Place[], { rm, constraint }: PlaceAttribute): Bounds {
  const nodes = allowedChildren(constraint).filter(child => places.some(place => place.constraint === child))
  // An archetype in a slot, or what the reference model alone knows.
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
