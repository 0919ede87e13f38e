/** The shapes that the demo's templates are put together from: coded lists, measured values, a composition's head. */
import {
  type Attribute,
  codes,
  type Node,
  object,
  quantity,
  single,
} from '../../packages/openehr/fixtures/opt-builder/index.ts'

export const text: Node = object('DV_TEXT')

/** A text whose code is one of the archetype's own. */
export const coded = (list: readonly string[]): Node =>
  object('DV_CODED_TEXT', [single('defining_code', codes('local', list))])

const fixed = (attribute: string, code: string): Attribute =>
  single(attribute, object('DV_CODED_TEXT', [single('defining_code', codes('openehr', [code]))]))

/** A number with its unit and the range that it can have at all; `digits` after the point. */
export const measured = (units: string, magnitude: string, digits: string): Node =>
  quantity([{ units, magnitude, precision: `${digits}..${digits}` }])

/** The events at one time, with their context. */
export const EVENT_HEAD: readonly Attribute[] = [
  fixed('category', '433'),
  single('context', object('EVENT_CONTEXT')),
]

/** A list that is kept up to date: it has versions, and no one time. */
export const PERSISTENT_HEAD: readonly Attribute[] = [fixed('category', '431')]
