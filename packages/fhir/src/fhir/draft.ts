/** FHIR data as the goal of a mapping: a tree of elements, of which those with content become JSON. */
import type { FhirStep } from '../paths/fhir-path.ts'
import {
  choiceName,
  elementIn,
  elementsOf,
  type FhirElement,
  isPrimitiveType,
  isResourceType,
} from '../r4/structure.ts'
import { isJson, type Json, listOf } from './json.ts'

export class Draft {
  readonly parent: Draft | undefined
  readonly element: FhirElement | undefined
  /** Of a choice: empty until a value or `as()` decides. */
  type: string
  readonly children: Draft[] = []
  /** The value of a primitive. */
  value: unknown
  /** A value of the record was written here, not only constants of a mapping. */
  dynamic = false
  /** A Reference to a resource that the mapping makes: the draft of that resource. */
  refersTo: Draft | undefined

  constructor(parent: Draft | undefined, element: FhirElement | undefined, type: string) {
    this.parent = parent
    this.element = element
    this.type = type
    parent?.children.push(this)
  }

  get name(): string {
    return this.element?.name ?? this.type
  }

  get path(): string {
    if (this.parent === undefined) return this.type
    if (this.element?.list !== true) return `${this.parent.path}.${this.name}`
    const at = this.parent.children.filter(each => each.name === this.name).indexOf(this)
    return `${this.parent.path}.${this.name}[${at}]`
  }

  get isEmpty(): boolean {
    return (
      this.value === undefined &&
      !(this.refersTo?.hasRecordValue ?? false) &&
      this.children.every(child => child.isEmpty)
    )
  }

  /** True where a value of the record is inside: constants alone make no resource. */
  get hasRecordValue(): boolean {
    return (
      this.dynamic ||
      (this.refersTo?.hasRecordValue ?? false) ||
      this.children.some(child => child.hasRecordValue)
    )
  }

  /** Makes room for another value; the extensions of a primitive are not part of it. */
  clear(): void {
    if (!isPrimitiveType(this.type)) this.children.length = 0
    this.value = undefined
    this.refersTo = undefined
  }
}

/** Finds the place that steps lead to; lists get a new element unless `iterated` has the one that the mapping works on. */
export function draftAt(
  from: Draft,
  steps: readonly FhirStep[],
  iterated: ReadonlySet<Draft>,
): Draft | undefined {
  let draft: Draft | undefined = from
  for (const [at, step] of steps.entries()) {
    if (at === 0 && step.kind === 'element' && step.name === from.type && isResourceType(from.type)) continue
    draft = draft && stepInto(draft, step, iterated)
    if (draft === undefined) return undefined
  }
  return draft
}

function stepInto(from: Draft, step: FhirStep, iterated: ReadonlySet<Draft>): Draft | undefined {
  switch (step.kind) {
    case 'element':
      if (isPrimitiveType(from.type) && step.name === 'value') return from
      return elementDraft(from, step.name, iterated)
    case 'as':
      return typedDraft(from, step.type)
    case 'where':
      return conditionalDraft(from, step, iterated)
    case 'index':
      return from
    case 'parent':
      return from.parent
    case 'resolve':
      return undefined
  }
}

/** Of a choice that already has a value of another type, a later value replaces the earlier one when it is written. */
function typedDraft(from: Draft, type: string): Draft | undefined {
  if (from.type === type) return from
  if (!from.element?.choice || !from.element.types.includes(type)) return undefined
  const draft = from.isEmpty ? from : new Draft(from.parent, from.element, type)
  draft.type = type
  return draft
}

function elementDraft(from: Draft, name: string, iterated: ReadonlySet<Draft>): Draft | undefined {
  // A choice without a type: the only one of its types that has the element.
  if (from.type === '' && from.element !== undefined) {
    const owner = from.element.types.find(
      type => !isPrimitiveType(type) && elementIn(type, name) !== undefined,
    )
    if (owner === undefined) return undefined
    from.type = owner
  }
  const element = elementIn(isPrimitiveType(from.type) ? 'Element' : from.type, name)
  if (element === undefined) return undefined
  const siblings = from.children.filter(child => child.name === element.name)
  if (!element.list && siblings[0] !== undefined) return siblings[0]
  const current = siblings.find(child => iterated.has(child)) ?? siblings.find(child => child.isEmpty)
  return current ?? new Draft(from, element, element.types.length === 1 ? (element.types[0] ?? '') : '')
}

/** `extension.where(url = 'x')`: the sibling that has the value, or this one with the value set. */
function conditionalDraft(
  from: Draft,
  { path, value }: FhirStep & { kind: 'where' },
  iterated: ReadonlySet<Draft>,
): Draft | undefined {
  const known = from.parent?.children.find(
    each => each.name === from.name && draftTexts(each, path).includes(value),
  )
  if (known !== undefined && (known === from || from.isEmpty)) return known
  const at = draftAt(from, path, iterated)
  if (at !== undefined) putValue(at, value, at.type === '' ? 'string' : at.type)
  return from
}

/** The texts of the elements that a path leads to in a draft. */
export function draftTexts(from: Draft, steps: readonly FhirStep[]): readonly string[] {
  let found: readonly Draft[] = [from]
  for (const step of steps) {
    if (step.kind === 'element')
      found = found.flatMap(each => each.children.filter(child => child.name === step.name))
    else if (step.kind === 'as') found = found.filter(({ type }) => type === step.type)
    else return []
  }
  return found.flatMap(({ value }) => (value === undefined ? [] : [String(value)]))
}

/** Writes FHIR JSON of a type into a draft, taken apart into elements so that later mappings can add to it. */
export function putValue(draft: Draft, json: unknown, type: string): void {
  if (draft.element?.choice || draft.type === '' || draft.type === 'Resource') draft.type = type
  if (isPrimitiveType(type) || !isJson(json)) {
    draft.value = json
    return
  }
  for (const [key, value] of Object.entries(json)) {
    const element = elementIn(type, key)
    if (element === undefined || value === undefined) continue
    for (const each of element.list ? listOf(value) : [value]) {
      const [only] = element.types
      const child = childFor(draft, element, only ?? '')
      putValue(child, each, only ?? '')
    }
  }
}

function childFor(draft: Draft, element: FhirElement, type: string): Draft {
  const known = element.list ? undefined : draft.children.find(child => child.name === element.name)
  return known ?? new Draft(draft, element, type)
}

/** The JSON of a draft; undefined where it has no content. An Extension needs more than its URL (rule ext-1 of R4). */
export function draftJson(draft: Draft, reference: (resource: Draft) => string): unknown {
  if (isPrimitiveType(draft.type)) return draft.value
  const json: Record<string, unknown> = isResourceType(draft.type) ? { resourceType: draft.type } : {}
  const before = Object.keys(json).length
  if (draft.refersTo?.hasRecordValue) json['reference'] = reference(draft.refersTo)
  const names = elementsOf(draft.type).map(({ name }) => name)
  const order = (child: Draft) => names.indexOf(child.name)
  for (const children of byName([...draft.children].sort((a, b) => order(a) - order(b))))
    writeElement(json, children, reference)
  if (Object.keys(json).length === before) return undefined
  if (draft.type === 'Extension' && Object.keys(json).every(key => key === 'url')) return undefined
  return json
}

function writeElement(
  json: Record<string, unknown>,
  children: readonly Draft[],
  reference: (resource: Draft) => string,
): void {
  const [first] = children
  if (first?.element === undefined) return
  const rows = children
    .map(child => ({ child, value: draftJson(child, reference), companion: companionOf(child, reference) }))
    .filter(({ value, companion }) => value !== undefined || companion !== undefined)
  const row = rows.at(-1)
  if (row === undefined) return
  const { element } = first
  const key = element.choice ? choiceName(element.name, row.child.type) : element.name
  const values = rows.map(({ value }) => value ?? null)
  const companions = rows.map(({ companion }) => companion ?? null)
  if (values.some(value => value !== null)) json[key] = element.list ? values : values.at(-1)
  if (companions.some(each => each !== null)) json[`_${key}`] = element.list ? companions : companions.at(-1)
}

function byName(drafts: readonly Draft[]): readonly (readonly Draft[])[] {
  const groups = new Map<string, Draft[]>()
  for (const draft of drafts) groups.set(draft.name, [...(groups.get(draft.name) ?? []), draft])
  return [...groups.values()]
}

/** Extensions of a primitive value. */
function companionOf(draft: Draft, reference: (resource: Draft) => string): Json | undefined {
  if (!isPrimitiveType(draft.type) || draft.children.length === 0) return undefined
  const json: Record<string, unknown> = {}
  for (const children of byName(draft.children)) writeElement(json, children, reference)
  return Object.keys(json).length === 0 ? undefined : json
}
