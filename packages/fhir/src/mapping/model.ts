/** A FHIRconnect file as data: what the YAML says, with its paths parsed and the spellings of older grammars made one. */
import type { FhirPath } from '../paths/fhir-path.ts'
import type { OpenehrPath } from '../paths/openehr-path.ts'

export type Direction = 'toFhir' | 'toOpenehr'

export type Operator = 'one of' | 'not of' | 'empty' | 'not empty' | 'type'

export interface Condition<P> {
  readonly root: P
  /** Paths below the root; none means the root itself. */
  readonly attributes: readonly P[]
  readonly operator: Operator
  readonly criteria: readonly string[]
}

export type FhirCondition = Condition<FhirPath>
export type OpenehrCondition = Condition<OpenehrPath>

export interface StaticValue<P> {
  readonly path: P
  readonly value: string
}

/** One entry under `manual`: values that are set together if the conditions hold. */
export interface Manual {
  readonly name: string
  readonly fhir: readonly StaticValue<FhirPath>[]
  readonly openehr: readonly StaticValue<OpenehrPath>[]
  readonly fhirConditions: readonly FhirCondition[]
  readonly openehrConditions: readonly OpenehrCondition[]
  readonly only?: Direction
}

export interface Reference {
  readonly resourceType: string
  readonly mappings: readonly Mapping[]
}

export interface Mapping {
  readonly name: string
  readonly file: string
  readonly line: number
  readonly fhir?: FhirPath
  readonly openehr?: OpenehrPath
  /** `NONE` maps no value; the names of grammar 0.9, such as `CODING`, say which FHIR type is meant. */
  readonly type?: string
  /** `with.value`: a fixed value. */
  readonly value?: string
  readonly only?: Direction
  readonly fhirConditions: readonly FhirCondition[]
  readonly openehrConditions: readonly OpenehrCondition[]
  readonly manual: readonly Manual[]
  readonly slot?: string
  readonly reference?: Reference
  readonly followedBy: readonly Mapping[]
  readonly link?: { readonly meaning: string; readonly type: string }
  readonly participation?: string
  /** `mappingCode`: the name of a program. */
  readonly program?: string
  readonly conceptMap?: string
  readonly extension?: 'add' | 'append' | 'overwrite'
  readonly appendTo?: string
}

/**
 * True for a mapping without a value of its own: `NONE`, one side alone, or a step to the parent's own node that
 * other mappings follow, which would otherwise write over the parent's value.
 */
export function iteratesOnly({ type, fhir, openehr, followedBy }: Mapping): boolean {
  if (type === 'NONE' || fhir === undefined || openehr === undefined || openehr.start === 'reference')
    return true
  return (
    openehr.start === 'openehrRoot' &&
    openehr.steps.length === 0 &&
    openehr.ups === 0 &&
    followedBy.length > 0
  )
}

/** One side of `split`: a new element for each occurrence, or for each that differs in the `unique` paths. */
export interface Split<P> {
  readonly create: string
  readonly unique: readonly P[]
}

export interface Hierarchy {
  readonly fhir: FhirPath
  readonly openehr: OpenehrPath
  /** From openEHR to FHIR: its unique paths are openEHR paths. */
  readonly toFhir?: Split<OpenehrPath>
  readonly toOpenehr?: Split<FhirPath>
}

export interface Preprocessor {
  readonly fhirConditions: readonly FhirCondition[]
  readonly openehrConditions: readonly OpenehrCondition[]
  readonly hierarchy?: Hierarchy
}

interface FileHead {
  readonly file: string
  readonly grammar: string
  readonly name: string
  readonly version: string
}

export interface ModelFile extends FileHead {
  readonly type: 'model'
  readonly archetype: string
  readonly structureDefinition?: string
  readonly preprocessor: Preprocessor
  readonly mappings: readonly Mapping[]
  readonly conceptMap?: string
}

export interface ExtensionFile extends FileHead {
  readonly type: 'extension'
  readonly extends: string
  readonly preprocessor?: Preprocessor
  readonly mappings: readonly Mapping[]
  readonly conceptMap?: string
}

export interface ContextFile extends FileHead {
  readonly type: 'context'
  readonly profile: { readonly url: string; readonly version?: string }
  readonly template: { readonly id: string; readonly version?: string }
  readonly archetypes: readonly string[]
  readonly extensions: readonly string[]
  readonly start: string
}

export type MappingFile = ModelFile | ExtensionFile | ContextFile
