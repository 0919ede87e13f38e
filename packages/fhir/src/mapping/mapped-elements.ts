/** The elements that a context writes into its resource, with their constants and openEHR paths: a search asks by them. */
import type { Step } from '@cairn-ehr/openehr/path'
import type { FhirPath, FhirStep } from '../paths/fhir-path.ts'
import type { OpenehrPath } from '../paths/openehr-path.ts'
import { type MappingContext, modelNamed } from './library.ts'
import { iteratesOnly, type Mapping } from './model.ts'
import { Budget, RUN_LIMITS } from './problem.ts'

/** A place in the composition: steps from its root, or from the archetype that the context starts with. */
export interface MappedPlace {
  readonly from: 'composition' | 'archetype'
  readonly steps: readonly Step[]
}

export interface MappedElement {
  /** Names of elements from the resource on, such as `code`, `coding`, `code`. */
  readonly names: readonly string[]
  /** The type that the path names by `as` or `ofType`. */
  readonly type?: string
  /** The value that the mapping itself has. */
  readonly constant?: string
  /** The source of the value; absent for constants, and if the mapping does not name one path. */
  readonly place?: MappedPlace
  readonly conceptMap?: string
  /** Constants that are not always written. */
  readonly isConditional?: true
}

interface Frame {
  readonly resource: readonly string[] | undefined
  readonly fhir: readonly string[] | undefined
  readonly archetype: MappedPlace | undefined
  readonly openehr: MappedPlace | undefined
  readonly isConditional: boolean
  readonly depth: number
}

const DEEPEST = 30

/** Elements of resources that are contained are left out. Throws if slots that enter each other make too many. */
export function mappedElements(context: MappingContext): readonly MappedElement[] {
  const start: MappedPlace = { from: 'archetype', steps: [] }
  const found: MappedElement[] = []
  const frame = { resource: [], fhir: [], archetype: start, openehr: start, isConditional: false, depth: 0 }
  collect({ context, found, budget: new Budget(RUN_LIMITS.elements) }, context.start.mappings, frame)
  return found
}

interface Collection {
  readonly context: MappingContext
  readonly found: MappedElement[]
  readonly budget: Budget
}

function collect(collection: Collection, mappings: readonly Mapping[], frame: Frame): void {
  for (const mapping of mappings) {
    if (mapping.only === 'toOpenehr' || frame.depth > DEEPEST) continue
    collection.budget.spend(mapping.name)
    collectOne(collection, mapping, frame)
  }
}

function collectOne(collection: Collection, mapping: Mapping, outer: Frame): void {
  const { context, found } = collection
  const fhir = mapping.fhir === undefined ? outer.fhir : namesAfter(mapping.fhir, outer)
  if (fhir === undefined) return
  const inner: Frame = {
    ...outer,
    fhir,
    openehr: mapping.openehr === undefined ? outer.openehr : placeAfter(mapping.openehr, outer),
    isConditional: outer.isConditional || mapping.openehrConditions.length > 0,
    depth: outer.depth + 1,
  }
  if (mapping.value !== undefined) found.push(constantElement(fhir, mapping.value, inner.isConditional))
  else if (mapping.manual.length > 0) collectConstants(mapping, inner, found)
  else if (mapping.slot !== undefined) {
    const model = modelNamed(context.models, mapping.slot)
    const slot = { ...inner, resource: fhir, archetype: inner.openehr }
    if (model !== undefined) collect(collection, model.mappings, slot)
  } else if (mapping.reference === undefined && (mapping.program !== undefined || !iteratesOnly(mapping)))
    found.push(valueElement(mapping, fhir, inner))
  collect(collection, mapping.followedBy, inner)
}

const constantElement = (
  names: readonly string[],
  constant: string,
  isConditional: boolean,
): MappedElement => ({ names, constant, ...(isConditional ? { isConditional: true } : {}) })

function collectConstants({ manual }: Mapping, frame: Frame, found: MappedElement[]): void {
  for (const { fhir, openehrConditions, only } of manual) {
    if (only === 'toOpenehr') continue
    const isConditional = frame.isConditional || openehrConditions.length > 0
    for (const { path, value } of fhir) {
      const names = namesAfter(path, frame)
      if (names !== undefined) found.push(constantElement(names, value, isConditional))
    }
  }
}

function valueElement(
  { fhir, program, conceptMap }: Mapping,
  names: readonly string[],
  { openehr }: Frame,
): MappedElement {
  const last = fhir?.steps.at(-1)
  return {
    names,
    ...(last?.kind === 'as' ? { type: last.type } : {}),
    ...(openehr !== undefined && program === undefined ? { place: openehr } : {}),
    ...(conceptMap === undefined ? {} : { conceptMap }),
  }
}

const ELEMENT_STEPS: ReadonlySet<FhirStep['kind']> = new Set(['element', 'as', 'index', 'where'])

function namesAfter({ start, steps }: FhirPath, frame: Frame): readonly string[] | undefined {
  const base = start === 'resource' ? frame.resource : frame.fhir
  if (base === undefined || steps.some(({ kind }) => !ELEMENT_STEPS.has(kind))) return undefined
  return [...base, ...steps.flatMap(step => (step.kind === 'element' ? [step.name] : []))]
}

function placeAfter({ start, ups, steps }: OpenehrPath, frame: Frame): MappedPlace | undefined {
  if (ups > 0 || start === 'reference') return undefined
  if (start === 'composition') return { from: 'composition', steps }
  const base = start === 'archetype' ? frame.archetype : frame.openehr
  return base && { from: base.from, steps: [...base.steps, ...steps] }
}
