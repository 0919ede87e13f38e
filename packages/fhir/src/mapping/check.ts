/** Checks a context before it runs: FHIR paths against the structure of R4, openEHR paths against the template. */
import type { Step } from '@cairn-ehr/openehr/path'
import type { Template } from '@cairn-ehr/openehr/template'
import { rootTarget, type Target, targetAt } from '../openehr/target.ts'
import type { FhirPath, FhirStep } from '../paths/fhir-path.ts'
import type { OpenehrPath } from '../paths/openehr-path.ts'
import { elementIn, isKnownType, isPrimitiveType, isResourceType } from '../r4/structure.ts'
import { type MappingContext, modelNamed } from './library.ts'
import type { Mapping, ModelFile } from './model.ts'
import type { MappingFinding } from './yaml.ts'

/** Types that an element may have; undefined where that cannot be told. */
type Types = readonly string[] | undefined

interface Place {
  readonly resource: Types
  readonly fhir: Types
  readonly archetype: Target | undefined
  readonly openehr: Target | undefined
}

/**
 * Every path that leads nowhere. The run leaves such mappings out, because a model mapping has paths that a template or a
 * profile excludes (FHIRconnect, Mapping 0..0 fields); the author of a mapping wants to know them.
 */
export function checkContext(mappings: MappingContext, template: Template): readonly MappingFinding[] {
  const checker = new Checker(mappings, template)
  checker.model(mappings.start)
  return checker.findings
}

class Checker {
  readonly findings: MappingFinding[] = []
  readonly #mappings: MappingContext
  readonly #root: Target
  readonly #seen = new Set<string>()
  readonly #reported = new Set<string>()

  constructor(mappings: MappingContext, template: Template) {
    this.#mappings = mappings
    this.#root = rootTarget(template.definition)
    if (mappings.context.template.id !== template.templateId)
      this.#report(
        { file: mappings.context.file, line: 1 },
        `The context is for the template "${mappings.context.template.id}", not for "${template.templateId}"`,
      )
  }

  model(start: ModelFile): void {
    const type = start.structureDefinition?.split('/').at(-1)
    const types = type !== undefined && isKnownType(type) && !isPrimitiveType(type) ? [type] : undefined
    const step: Step = {
      attribute: 'content',
      predicate: { kind: 'node', id: { kind: 'archetypeId', value: start.archetype } },
    }
    const archetype = /-COMPOSITION\./.test(start.archetype)
      ? this.#root
      : targetAt(this.#root, [step], new Set())
    if (archetype === undefined)
      this.#report(
        { file: start.file, line: 1 },
        `The template has no ${start.archetype}, which the context starts with`,
      )
    this.#all(start.mappings, { resource: types, fhir: types, archetype, openehr: archetype }, 0)
  }

  #report({ file, line }: { readonly file: string; readonly line: number }, message: string): void {
    const key = `${file}:${line}:${message}`
    if (this.#reported.has(key)) return
    this.#reported.add(key)
    this.findings.push({ file, line, message })
  }

  #all(mappings: readonly Mapping[], place: Place, depth: number): void {
    if (depth > 60) return
    for (const mapping of mappings) this.#one(mapping, place, depth)
  }

  #one(mapping: Mapping, place: Place, depth: number): void {
    const fhir = mapping.fhir === undefined ? place.fhir : this.#types(mapping, mapping.fhir, place)
    const openehr =
      mapping.openehr === undefined ? place.openehr : this.#target(mapping, mapping.openehr, place)
    if (openehr === undefined || fhir?.length === 0) return
    const inner = { ...place, fhir, openehr }
    for (const { fhir: statics, openehr: others } of mapping.manual) {
      for (const { path } of statics) this.#types(mapping, path, inner)
      for (const { path } of others) if (path.steps.length === 0) this.#target(mapping, path, inner)
    }
    if (mapping.slot !== undefined) this.#slot(mapping, mapping.slot, inner, depth)
    if (mapping.reference !== undefined) this.#reference(mapping, inner, depth)
    this.#all(mapping.followedBy, inner, depth + 1)
  }

  #slot(mapping: Mapping, slot: string, { fhir, openehr }: Place, depth: number): void {
    const model = modelNamed(this.#mappings.models, slot)
    if (model === undefined) {
      this.#report(mapping, `The context does not import the model mapping "${slot}"`)
      return
    }
    const key = `${model.name}|${fhir?.join() ?? '?'}|${openehr?.path ?? ''}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.#all(model.mappings, { resource: fhir, fhir, archetype: openehr, openehr }, depth + 1)
  }

  #reference(mapping: Mapping, inner: Place, depth: number): void {
    const { resourceType, mappings } = mapping.reference ?? { resourceType: '', mappings: [] }
    if (!isResourceType(resourceType)) this.#report(mapping, `R4 has no resource "${resourceType}"`)
    else this.#all(mappings, { ...inner, fhir: [resourceType] }, depth + 1)
  }

  #types(mapping: Mapping, path: FhirPath, place: Place): Types {
    const start = path.start === 'resource' ? place.resource : place.fhir
    const found = typesAfter(start, path.steps)
    if (found?.length === 0)
      this.#report(
        mapping,
        `The FHIR path "${path.text}" leads nowhere in R4${start ? ` from ${start.join(' or ')}` : ''}`,
      )
    return found
  }

  #target(mapping: Mapping, path: OpenehrPath, place: Place): Target | undefined {
    const start =
      path.start === 'composition' ? this.#root : path.start === 'archetype' ? place.archetype : place.openehr
    let base = start
    for (let up = 0; up < path.ups; up++) base = base?.parent
    const found = base && targetAt(base, path.steps, new Set())
    if (found === undefined && base !== undefined)
      this.#report(mapping, `The openEHR path "${path.text}" leads nowhere in the template`)
    return found
  }
}

function typesAfter(from: Types, steps: readonly FhirStep[]): Types {
  let types = from
  for (const [at, step] of steps.entries()) {
    if (types === undefined) return undefined
    if (step.kind === 'parent' || step.kind === 'resolve') return undefined
    if (at === 0 && step.kind === 'element' && types.includes(step.name)) continue
    if (step.kind === 'as')
      types = types
        .filter(type => type === step.type || type === 'Reference' || type === 'Resource')
        .map(() => step.type)
    if (step.kind === 'element') {
      const next = types.flatMap(type => elementTypes(type, step.name))
      if (next.includes('Resource')) return undefined
      types = [...new Set(next)]
    }
  }
  return types
}

function elementTypes(type: string, name: string): readonly string[] {
  if (isPrimitiveType(type)) return name === 'value' ? [type] : (elementIn('Element', name)?.types ?? [])
  return elementIn(type, name)?.types ?? []
}
