/**
 * A compiled template: an OPT 1.4 read once into plain data that validation, web templates, examples and
 * simplified formats share. Names follow AOM 1.4; defaults of the schema are already filled in, and an
 * ARCHETYPE_INTERNAL_REF is already replaced by what it refers to.
 */

import type { Finding } from '../problem.ts'

/** Bounds of a count or a value; an absent end is unbounded. */
export interface Interval<T = number> {
  readonly lower?: T
  readonly upper?: T
  readonly lowerIncluded: boolean
  readonly upperIncluded: boolean
}

export interface Cardinality {
  readonly isOrdered: boolean
  readonly isUnique: boolean
  readonly interval: Interval
}

export interface CodePhrase {
  readonly terminology: string
  readonly code: string
}

/** `text`, `description` and whatever else the ontology gives for one code, in one language. */
export type Term = Readonly<Record<string, string>> & {
  readonly text?: string
  readonly description?: string
}

/** The terms and bindings of one archetype inside the template: its at-codes have a meaning only here. */
export interface ArchetypeScope {
  readonly archetypeId: string
  readonly templateId?: string
  /** code → term, in the template's own language. */
  readonly terms: ReadonlyMap<string, Term>
  /** language → code → term; every language that the OPT carries, its own included. */
  readonly translations: ReadonlyMap<string, ReadonlyMap<string, Term>>
  /** terminology → code → bound code. */
  readonly bindings: ReadonlyMap<string, ReadonlyMap<string, CodePhrase>>
  /** ac-code → URIs that it is bound to. */
  readonly constraintBindings: ReadonlyMap<string, readonly string[]>
}

interface ObjectBase {
  readonly rmType: string
  /** at-code, or empty where the OPT gives none. An archetype root has its concept code here. */
  readonly nodeId: string
  readonly occurrences: Interval
  /** openEHR path from the template's root, archetype ids as predicates, such as `/content[openEHR-EHR-OBSERVATION.x.v1]/data[at0001]`. */
  readonly path: string
  /** Line of the OPT where it starts. */
  readonly line: number
  /** Template default, in canonical JSON. For tools and examples, never for validation. */
  readonly defaultValue?: unknown
}

export interface ComplexObject extends ObjectBase {
  readonly kind: 'object'
  readonly attributes: readonly Attribute[]
  /** Present on an archetype root: `archetype_node_id` in data is then `archetypeId`, not `nodeId`. */
  readonly archetype?: ArchetypeScope
  /** The innermost scope, the node's own on a root: the one its at-codes are looked up in. */
  readonly scope: ArchetypeScope
  readonly annotations?: ReadonlyMap<string, string>
  readonly viewConstraints?: ReadonlyMap<string, string>
}

/** An open slot: what fills it is an archetype root whose id fits. */
export interface Slot extends ObjectBase {
  readonly kind: 'slot'
  readonly scope: ArchetypeScope
  /** Regular expressions over the whole archetype id; several are alternatives. Empty: any archetype of the type. */
  readonly includes: readonly string[]
  /** Likewise; an `.*` that only closes the list of `includes` is left out. */
  readonly excludes: readonly string[]
}

export interface CodePhraseConstraint extends ObjectBase {
  readonly kind: 'C_CODE_PHRASE'
  readonly scope: ArchetypeScope
  readonly terminology?: string
  /** Empty: any code of the terminology. */
  readonly codes: readonly string[]
  /** C_CODE_REFERENCE: a set that only a terminology service can expand. */
  readonly referenceSetUri?: string
  readonly assumed?: CodePhrase
}

/** CONSTRAINT_REF: an ac-code, resolved through `scope.constraintBindings`. */
export interface ConstraintReference extends ObjectBase {
  readonly kind: 'CONSTRAINT_REF'
  readonly scope: ArchetypeScope
  readonly reference: string
}

export interface QuantityItem {
  readonly units: string
  readonly magnitude?: Interval
  readonly precision?: Interval
}

export interface QuantityConstraint extends ObjectBase {
  readonly kind: 'C_DV_QUANTITY'
  readonly scope: ArchetypeScope
  readonly property?: CodePhrase
  readonly items: readonly QuantityItem[]
  readonly assumed?: { readonly magnitude: number; readonly units: string; readonly precision?: number }
}

export interface OrdinalItem {
  readonly value: number
  readonly symbol: CodePhrase & { readonly text?: string }
}

export interface OrdinalConstraint extends ObjectBase {
  readonly kind: 'C_DV_ORDINAL' | 'C_DV_SCALE'
  readonly scope: ArchetypeScope
  readonly items: readonly OrdinalItem[]
  readonly assumed?: OrdinalItem
}

/** C_DV_STATE: the states a value may name, each with the transitions that leave it. */
export interface StateConstraint extends ObjectBase {
  readonly kind: 'C_DV_STATE'
  readonly scope: ArchetypeScope
  readonly states: readonly {
    readonly name: string
    readonly terminal: boolean
    readonly next: readonly string[]
  }[]
}

/** A constraint on a value that is no RM object: text, number, boolean, date, time, duration. */
export interface PrimitiveObject extends ObjectBase {
  readonly kind: 'primitive'
  readonly scope: ArchetypeScope
  readonly item: Primitive
}

export type Primitive =
  | {
      readonly kind: 'C_STRING'
      readonly pattern?: string
      readonly list?: readonly string[]
      readonly listOpen: boolean
      readonly assumed?: string
    }
  | {
      readonly kind: 'C_BOOLEAN'
      readonly trueValid: boolean
      readonly falseValid: boolean
      readonly assumed?: boolean
    }
  | {
      readonly kind: 'C_INTEGER' | 'C_REAL'
      readonly list?: readonly number[]
      readonly range?: Interval
      readonly assumed?: number
    }
  | {
      readonly kind: 'C_DATE' | 'C_TIME' | 'C_DATE_TIME' | 'C_DURATION'
      readonly pattern?: string
      readonly range?: Interval<string>
      readonly timezone?: 'mandatory' | 'optional' | 'disallowed'
      readonly assumed?: string
    }

export type ObjectConstraint =
  | ComplexObject
  | Slot
  | CodePhraseConstraint
  | ConstraintReference
  | QuantityConstraint
  | OrdinalConstraint
  | StateConstraint
  | PrimitiveObject

export interface Attribute {
  readonly name: string
  /** 0..0, 0..1 or 1..1. */
  readonly existence: Interval
  /** Present on C_MULTIPLE_ATTRIBUTE only. */
  readonly cardinality?: Cardinality
  /** Alternatives of a single attribute; members of a multiple one. Empty: any value of the RM type. */
  readonly children: readonly ObjectConstraint[]
}

export interface Template {
  readonly templateId: string
  readonly uid?: string
  readonly concept: string
  /** ISO 639-1 code of the language its terms are in. */
  readonly language: string
  /** All languages that terms are given in, `language` first. */
  readonly languages: readonly string[]
  /** The COMPOSITION, EHR_STATUS, FOLDER, … that data start with. */
  readonly definition: ComplexObject & { readonly archetype: ArchetypeScope }
  readonly description: TemplateDescription
  /** Deviations from the schema that do no harm, such as a code without a term. */
  readonly warnings: readonly Finding[]
}

export interface TemplateDescription {
  readonly lifecycleState?: string
  readonly originalAuthor: ReadonlyMap<string, string>
  readonly purpose?: string
  readonly otherDetails: ReadonlyMap<string, string>
}
