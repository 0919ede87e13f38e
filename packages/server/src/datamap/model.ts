/** A datamap: a template as a table, with labels of its own for the paths that it shows. */

import type { Interval } from '@cairn/openehr/template'

/** As it is given, in XML or JSON: `<paths add="label" path="…" comment="DV_TEXT"/>`. */
export interface Definition {
  readonly template: string
  /** For people: what it is for. */
  readonly comment?: string
  readonly paths: readonly LabelledPath[]
}

export interface LabelledPath {
  /** `label`, `group._root`, or `group.label` with a path that starts at the group's node; groups nest. */
  readonly add: string
  readonly path: string
  /** For people: the RM type, mostly. */
  readonly comment?: string
}

/** A definition that its template bears out. */
export interface Datamap {
  readonly templateId: string
  /** What the template calls itself. */
  readonly title: string
  /** In the order of the definition. */
  readonly columns: readonly Column[]
}

export type Column = ValueColumn | GroupColumn

interface Labelled {
  /** The member's name in a record: inside a group without the group's own label. */
  readonly label: string
  /** As errors, `order_by` and filters name it: `group.label`. */
  readonly fullLabel: string
  /** From the node of the group, or from the composition, down to what it shows. */
  readonly steps: readonly DatamapStep[]
  /** The openEHR path as the definition has it. */
  readonly path: string
  readonly title: string
  readonly description?: string
}

/** One RM attribute on the way, and what stands in it. */
export interface DatamapStep {
  readonly attribute: string
  /** Whether the attribute is a list in the RM. */
  readonly multiple: boolean
  /** What `archetype_node_id` is in data: at-code or archetype id; absent on types without one, and on attributes of the RM alone. */
  readonly nodeId?: string
  /** The name that data must have, where the template has several nodes of this id side by side or the definition asks for it. */
  readonly name?: string
}

/** One value a record: the first, where data have several. */
export interface ValueColumn extends Labelled {
  readonly kind: 'value'
  /** What the template allows at the end of the steps, most wanted first: one class, or its alternatives. Primitive names for a path into a value. */
  readonly types: readonly ValueType[]
  /** Whether a composition of the template cannot be without it. */
  readonly required: boolean
  /** Whether not even a draft, or a null flavour, can leave it out: the reference model wants all that is on the way. */
  readonly always: boolean
  /** Whether a node on the way may occur several times, so that others than the first are not shown. */
  readonly first: boolean
}

export interface ValueType {
  /** DV_QUANTITY, DV_INTERVAL<DV_QUANTITY>, PARTY_IDENTIFIED, or a primitive: String, Integer, Real, Boolean. */
  readonly type: string
  /** Units that the template allows; a quantity with exactly one is shown as a number. */
  readonly units?: readonly string[]
  /** Codes that the template lists. */
  readonly codes?: readonly AllowedCode[]
  /** Of the codes; absent where the template leaves it open, so that a cell must say it. */
  readonly terminology?: string
  /** What a text may be, where the template lists it. */
  readonly texts?: readonly string[]
  /** Of a number, or of the magnitude of a quantity that has one unit. */
  readonly range?: Interval
}

export interface AllowedCode {
  readonly code: string
  readonly value: string
  /** Of an ordinal or a scale. */
  readonly ordinal?: number
}

/** `label._root`: an array of objects, one for each node that the steps lead to. */
export interface GroupColumn extends Labelled {
  readonly kind: 'group'
  /** How many the template wants at least, and allows; undefined: any number. */
  readonly min: number
  readonly max: number | undefined
  readonly columns: readonly Column[]
}

/** The fields that every record begins with (interface spec, section 2.5). */
export const FIXED_FIELDS = [
  'vuid',
  'episode_uid',
  'episode_id',
  'episode_status',
  'episode_start',
  'episode_end',
  'uid',
  'version_object_id',
  'version_tree_id',
  'artefact_id',
  'trunk_lifecycle_state',
] as const

/** How many rules of its template a record breaks: only there on records that break any. No label has a dot, so none is like it. */
export const FINDINGS_FIELD = 'cairn.findings'

/** What a column shows of a record: a primitive, a coded value, the canonical JSON of something rarer, or rows of a group. */
export type Cell = null | boolean | number | string | CellObject | readonly CellObject[]

export interface CellObject {
  readonly [name: string]: Cell
}
