/** Names of nodes: the template's where it constrains the name, else the term of the code. */

import type { ArchetypeScope, CodePhrase, ComplexObject, ObjectConstraint, Primitive, Term } from './model.ts'

export interface NodeName {
  readonly text: string
  /** Present where the name is a coded text. */
  readonly code?: CodePhrase
  /** The template constrains the name; otherwise it is the archetype's term. */
  readonly constrained: boolean
}

/** `Pulse #2` → `Pulse`: other form servers number siblings of one name, so that paths can tell them apart. */
export const withoutNumber = (name: string): string => name.replace(/ #[1-9]\d*$/, '')

/** The children of an attribute; none where it is not constrained. */
export function childrenAt(object: ObjectConstraint, attribute: string): readonly ObjectConstraint[] {
  if (object.kind !== 'object') return []
  return object.attributes.find(one => one.name === attribute)?.children ?? []
}

/** The constraint on a plain value, such as the one on `magnitude` of a DV_COUNT. */
export function primitiveAt(object: ObjectConstraint, attribute: string): Primitive | undefined {
  for (const child of childrenAt(object, attribute)) if (child.kind === 'primitive') return child.item
  return undefined
}

export function termOf(scope: ArchetypeScope, code: string, language?: string): Term | undefined {
  const terms = language === undefined ? scope.terms : scope.translations.get(language)
  return terms?.get(code)
}

/** The names a template allows for a node; none where it says nothing. */
export function constrainedNames(object: ComplexObject): readonly NodeName[] {
  return childrenAt(object, 'name').flatMap(name => namesIn(name))
}

function namesIn(name: ObjectConstraint): readonly NodeName[] {
  const coded = childrenAt(name, 'defining_code').flatMap(code =>
    code.kind === 'C_CODE_PHRASE' ? codedNames(code.scope, code.terminology ?? 'local', code.codes) : [],
  )
  const value = primitiveAt(name, 'value')
  const texts = value?.kind === 'C_STRING' && !value.listOpen ? (value.list ?? []) : []
  const [first] = coded
  if (first === undefined) return texts.map(text => ({ text, constrained: true }))
  // Codes and texts together: the text is the name, and the code that has it, else the first, goes with it.
  return texts.length === 0
    ? coded
    : texts.map(text => ({ ...(coded.find(one => one.text === text) ?? first), text }))
}

function codedNames(
  scope: ArchetypeScope,
  terminology: string,
  codes: readonly string[],
): readonly NodeName[] {
  return codes.map(code => ({
    text: labelOf(scope, terminology, code) ?? code,
    code: { terminology, code },
    constrained: true,
  }))
}

/** Text of a code: OPTs list terms of other terminologies under `terminology::code`. */
function labelOf(
  scope: ArchetypeScope,
  terminology: string,
  code: string,
  language?: string,
): string | undefined {
  return termFor(scope, terminology, code, language)?.text
}

export function termFor(
  scope: ArchetypeScope,
  terminology: string,
  code: string,
  language?: string,
): Term | undefined {
  return termOf(scope, `${terminology}::${code}`, language) ?? termOf(scope, code, language)
}

/** The term of a node's code, else its code or type. */
export function termName(object: ObjectConstraint): NodeName {
  const text = termOf(object.scope, object.nodeId)?.text
  return { text: text || object.nodeId || object.rmType, constrained: false }
}

/** The `archetype_node_id` in data of a node: the archetype's id on a root, the at-code elsewhere. */
export const nodeIdOf = (node: ObjectConstraint): string =>
  node.kind === 'object' && node.archetype ? node.archetype.archetypeId : node.nodeId

/** Constraints that share a node id, by that id. */
export function byNodeId(
  nodes: readonly ObjectConstraint[],
): ReadonlyMap<string, readonly ObjectConstraint[]> {
  const groups = new Map<string, ObjectConstraint[]>()
  for (const node of nodes) {
    const group = groups.get(nodeIdOf(node))
    if (group) group.push(node)
    else groups.set(nodeIdOf(node), [node])
  }
  return groups
}
