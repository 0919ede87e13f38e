/** The texts that a template itself has: names of nodes, rubrics of codes, units. They say nothing about a patient. */
import {
  type ArchetypeScope,
  constrainedNames,
  nodeIdOf,
  type ObjectConstraint,
  type Template,
  termFor,
  terminologyOf,
  termOf,
} from '@cairn-ehr/openehr/template'

/** The texts of one node or code. */
export interface NodeTexts {
  /** Its terms: several, where an archetype occurs in a template more than once. */
  readonly terms: ReadonlySet<string>
  /** Names that the template constrains the node to. */
  readonly names: ReadonlySet<string>
}

export interface TemplateTexts {
  readonly templateId: string
  /** By archetype id, then by node id or local code; the root of an archetype has the archetype id there. */
  readonly archetypes: ReadonlyMap<string, ReadonlyMap<string, NodeTexts>>
  /** Rubrics of codes of other terminologies, by `terminology::code`; undefined where the template lists a code without one. */
  readonly codes: ReadonlyMap<string, string | undefined>
  readonly units: ReadonlySet<string>
}

/** The text to show: the stored one if the template has it, else the only term. */
export function textOf({ terms, names }: NodeTexts, stored: unknown): string | undefined {
  if (typeof stored === 'string' && (terms.has(stored) || names.has(stored))) return stored
  const [only] = terms
  return terms.size === 1 ? only : undefined
}

interface Collected {
  readonly archetypes: Map<string, Map<string, { readonly terms: Set<string>; readonly names: Set<string> }>>
  readonly codes: Map<string, string | undefined>
  readonly units: Set<string>
  readonly scopes: Set<ArchetypeScope>
}

export function templateTexts({ templateId, definition }: Template): TemplateTexts {
  const texts: Collected = { archetypes: new Map(), codes: new Map(), units: new Set(), scopes: new Set() }
  collect(definition, texts)
  const { archetypes, codes, units } = texts
  return { templateId, archetypes, codes, units }
}

function entryOf({ archetypes }: Collected, { archetypeId }: ArchetypeScope, id: string) {
  const nodes = archetypes.get(archetypeId) ?? new Map()
  archetypes.set(archetypeId, nodes)
  const entry = nodes.get(id) ?? { terms: new Set(), names: new Set() }
  nodes.set(id, entry)
  return entry
}

const addText = (texts: Set<string>, text: string | undefined): void => {
  if (text !== undefined && text !== '') texts.add(text)
}

/** OPTs list terms of other terminologies under `terminology::code`. */
function collectTerms(scope: ArchetypeScope, texts: Collected): void {
  if (texts.scopes.has(scope)) return
  texts.scopes.add(scope)
  for (const [code, { text }] of scope.terms)
    if (code.includes('::')) texts.codes.set(code, text)
    else addText(entryOf(texts, scope, code).terms, text)
}

function addCode(
  scope: ArchetypeScope,
  { terminology, code, text }: { terminology: string; code: string; text?: string | undefined },
  texts: Collected,
): void {
  const rubric = termFor(scope, terminology, code)?.text ?? text
  if (terminology === 'local') addText(entryOf(texts, scope, code).terms, rubric)
  else texts.codes.set(`${terminology}::${code}`, rubric)
}

function collect(node: ObjectConstraint, texts: Collected): void {
  collectTerms(node.scope, texts)
  switch (node.kind) {
    case 'object': {
      const entry = entryOf(texts, node.scope, nodeIdOf(node))
      addText(entry.terms, termOf(node.scope, node.nodeId)?.text)
      for (const { text } of constrainedNames(node)) addText(entry.names, text)
      for (const { children } of node.attributes) for (const child of children) collect(child, texts)
      return
    }
    case 'C_CODE_PHRASE': {
      const terminology = terminologyOf(node) ?? 'local'
      for (const code of node.codes) addCode(node.scope, { terminology, code }, texts)
      return
    }
    case 'C_DV_ORDINAL':
    case 'C_DV_SCALE':
      for (const { symbol } of node.items) addCode(node.scope, symbol, texts)
      return
    case 'C_DV_QUANTITY':
      for (const { units } of node.items) texts.units.add(units)
  }
}
