/**
 * A web template: the tree of names that FLAT and STRUCTURED data use. Levels that carry no information are left out, and each
 * node refers to its constraint and to its path in the RM.
 *
 * `webTemplateJson` makes the `application/openehr.wt+json` document of it.
 */

import type { ArchetypeScope, ComplexObject, ObjectConstraint } from '../model.ts'

export interface WebTemplate {
  readonly templateId: string
  readonly semVer?: string
  readonly version: '2.3'
  readonly defaultLanguage: string
  readonly languages: readonly string[]
  readonly tree: WebTemplateNode
}

/** Text by language code. */
export type Localized = Readonly<Record<string, string>>

export interface WebTemplateNode {
  /** Unique among its siblings: the segment of FLAT paths. */
  readonly id: string
  /** Other ids that clients write for it: `value`, `value2` for alternatives, `x_1` for a second `x`. */
  readonly aliases: readonly string[]
  readonly name: string
  readonly localizedName?: string
  readonly localizedNames?: Localized
  readonly localizedDescriptions?: Localized
  /** As constrained: may be abstract (EVENT) or generic (`DV_INTERVAL<DV_QUANTITY>`). */
  readonly rmType: string
  /** at-code or archetype id; empty on attributes of the RM. */
  readonly nodeId: string
  readonly min: number
  /** -1: any number. */
  readonly max: number
  readonly aqlPath: string
  readonly annotations?: Localized
  readonly cardinalities?: readonly WebTemplateCardinality[]
  readonly proportionTypes?: readonly string[]
  /** Filled from the context of the composition where data leave it out. */
  readonly inContext?: true
  readonly dependsOn?: readonly string[]
  readonly termBindings?: Readonly<Record<string, CodedValue>>
  readonly inputs: readonly WebTemplateInput[]
  readonly children: readonly WebTemplateNode[]

  /**
   * From the parent node's RM object down to this one, left-out levels included: an element `x` under an OBSERVATION is
   * `data` (HISTORY), `events` (EVENT), `data` (ITEM_TREE), `items` (ELEMENT), `value`. Empty on the root.
   */
  readonly steps: readonly RmStep[]
  /** The constraint of the template on the node; absent on attributes of the RM that the template leaves open. */
  readonly constraint?: ObjectConstraint
  /** The archetype that its at-codes belong to. */
  readonly scope: ArchetypeScope
  /** A DV_CODED_TEXT that may be free text instead (`|other`): the constraint on that DV_TEXT. */
  readonly other?: ObjectConstraint
  /** On `ism_transition`: the transitions the template allows, one of which the careflow step selects. */
  readonly transitions?: readonly ComplexObject[]
}

/** One RM attribute on the way to a node, and the object in it. */
export interface RmStep {
  readonly attribute: string
  /** The attribute is a list in the RM. */
  readonly multiple: boolean
  /** As constrained: may be abstract or generic. */
  readonly rmType: string
  /** The `archetype_node_id` of data: at-code or archetype id; empty where the type has none. */
  readonly nodeId: string
  /** The name that data carry: the template's where it constrains it, else the term of the node id. Absent on types without one. */
  readonly name?: StepName
  /** The index of a FLAT path (`:1`) counts here. At most one step of a node has it. */
  readonly repeats: boolean
  readonly constraint?: ObjectConstraint
  /** On archetype roots. */
  readonly archetype?: ArchetypeScope
}

export interface StepName {
  readonly text: string
  /** Present where the name is constrained to a coded text. */
  readonly code?: { readonly terminology: string; readonly code: string }
  /** The template constrains the name, so that it tells siblings apart. */
  readonly constrained: boolean
}

export interface WebTemplateCardinality {
  readonly min: number
  readonly max: number
  readonly ids: readonly string[]
}

export interface CodedValue {
  readonly value: string
  readonly terminologyId: string
}

export type InputType =
  | 'TEXT'
  | 'CODED_TEXT'
  | 'DATE'
  | 'TIME'
  | 'DATETIME'
  | 'BOOLEAN'
  | 'INTEGER'
  | 'DECIMAL'

export interface WebTemplateInput {
  readonly suffix?: string
  readonly type: InputType
  readonly list?: readonly WebTemplateInputValue[]
  /** Values outside the list are allowed too. */
  readonly listOpen?: boolean
  readonly validation?: WebTemplateValidation
  readonly defaultValue?: string | number | boolean
  /** Of the codes; the address of a value set where the template names a terminology server only. */
  readonly terminology?: string
  /** As the template has it, for forms that ask a terminology service: `terminology:SNOMED-CT?subset=…`. */
  readonly referenceSetUri?: string
}

export interface WebTemplateInputValue {
  readonly value: string
  readonly label?: string
  readonly localizedLabels?: Localized
  readonly localizedDescriptions?: Localized
  readonly termBindings?: Readonly<Record<string, CodedValue>>
  readonly validation?: WebTemplateValidation
  readonly ordinal?: number
  readonly scale?: number
  readonly currentStates?: readonly string[]
}

export interface WebTemplateValidation {
  readonly pattern?: string
  readonly range?: WebTemplateRange
  readonly precision?: WebTemplateRange
}

export interface WebTemplateRange {
  readonly minOp?: '>' | '>='
  readonly min?: number | string
  readonly maxOp?: '<' | '<='
  readonly max?: number | string
}
