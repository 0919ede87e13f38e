/** A datamap shows the records of a template as a table, with labels for the paths that it shows. */

import type { Interval } from '@cairn-ehr/openehr/template'

/** A definition as it is sent in XML or JSON: `<paths add="label" path="…" comment="DV_TEXT"/>`. */
export interface Definition {
  readonly template: string
  /** For human readers: the purpose. */
  readonly comment?: string
  readonly paths: readonly LabelledPath[]
}

export interface LabelledPath {
  /** `label`, `group._root`, or `group.label` with a path that starts at the group's node; groups nest. */
  readonly add: string
  readonly path: string
  /** For human readers: usually the RM type. */
  readonly comment?: string
}

/** A definition that was checked against its template. */
export interface Datamap {
  readonly templateId: string
  /** The name of the template. */
  readonly title: string
  /** The class of the parties that it shows, such as PERSON; absent for compositions. */
  readonly party?: string
  /** In the order of the definition. */
  readonly columns: readonly Column[]
}

export type Column = ValueColumn | GroupColumn

interface Labelled {
  /** The name of the member in a record; inside a group, without the label of the group. */
  readonly label: string
  /** The name in errors, `order_by` and filters: `group.label`. */
  readonly fullLabel: string
  /** From the node of the group, or from the composition, down to the value. */
  readonly steps: readonly DatamapStep[]
  /** The openEHR path in the definition. */
  readonly path: string
  readonly title: string
  readonly description?: string
}

/** One RM attribute of a path, and the node in it. */
export interface DatamapStep {
  readonly attribute: string
  /** True if the attribute is a list in the RM. */
  readonly multiple: boolean
  /** The `archetype_node_id` in data: at-code or archetype id; absent for types without one and for attributes that only the RM defines. */
  readonly nodeId?: string
  /** The name that the node must have in data, if the template has siblings with the same id or the definition names it. */
  readonly name?: string
}

/** One value per record: the first, if the data have several. */
export interface ValueColumn extends Labelled {
  readonly kind: 'value'
  /** The classes that the template allows at the end of the steps, preferred ones first; a primitive for a path into a value. */
  readonly types: readonly ValueType[]
  /** True if every composition of the template must have it. */
  readonly required: boolean
  /** True if even an incomplete composition must have it, and no null flavour can replace it: the reference model requires the whole path. */
  readonly always: boolean
  /** True if a node of the path may repeat, so that only the first value is shown. */
  readonly first: boolean
}

export interface ValueType {
  /** DV_QUANTITY, DV_INTERVAL<DV_QUANTITY>, PARTY_IDENTIFIED, or a primitive: String, Integer, Real, Boolean. */
  readonly type: string
  /** Units that the template allows; a quantity with exactly one is shown as a number. */
  readonly units?: readonly string[]
  /** Codes that the template lists. */
  readonly codes?: readonly AllowedCode[]
  /** The terminology of the codes; absent if the template leaves it open, so that a cell must name it. */
  readonly terminology?: string
  /** The texts that the template allows, if it lists them. */
  readonly texts?: readonly string[]
  /** The range of a number, or of the magnitude of a quantity with a single unit. */
  readonly range?: Interval
}

export interface AllowedCode {
  readonly code: string
  readonly value: string
  /** The number of an ordinal or a scale. */
  readonly ordinal?: number
}

/** `label._root`: an array of objects, one for each node that the steps lead to. */
export interface GroupColumn extends Labelled {
  readonly kind: 'group'
  /** Least and greatest number of rows by the template; undefined: any number. */
  readonly min: number
  readonly max: number | undefined
  readonly columns: readonly Column[]
}

/** The fields that every record begins with (docs/interface.md, section 2.5). */
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

export type FixedName = (typeof FIXED_FIELDS)[number]

/** Those of a party, which is in no EHR and in no episode. */
const PARTY_FIELDS: readonly FixedName[] = ['vuid', 'uid', 'version_object_id', 'version_tree_id']

export const fixedNames = ({ party }: Pick<Datamap, 'party'>): readonly FixedName[] =>
  party === undefined ? FIXED_FIELDS : PARTY_FIELDS

/** Number of template rules that a record breaks; only in records that break any. The dot keeps the name apart from the labels of columns. */
export const FINDINGS_FIELD = 'cairn.findings'

/** The value of a column in a record: a primitive, a coded value, the canonical JSON of a rarer class, or rows of a group. */
export type Cell = null | boolean | number | string | CellObject | readonly CellObject[]

export interface CellObject {
  readonly [name: string]: Cell
}
