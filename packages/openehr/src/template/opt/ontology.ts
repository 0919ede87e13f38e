/** The terms of an archetype in every language of the OPT, and the codes that they are bound to. */

import type { XmlElement } from '../../format/xml/index.ts'
import type { ArchetypeScope, CodePhrase, Term } from '../model.ts'
import { childOf, childrenOf, textAt, textOf } from './element.ts'

type Terms = ReadonlyMap<string, Term>

/** The part of `<ontology>` and `<component_ontologies>` for one archetype, beside the terms at its root. */
interface Ontology {
  readonly translations: Map<string, Map<string, Term>>
  readonly constraintBindings: Map<string, string[]>
  readonly bindings: Map<string, Map<string, CodePhrase>>
}

export type Ontologies = ReadonlyMap<string, Ontology>

/** Reads the ontologies at the end of an OPT, by archetype id; several for one archetype are merged. */
export function readOntologies(template: XmlElement): Ontologies {
  const all = new Map<string, Ontology>()
  for (const name of ['ontology', 'component_ontologies'])
    for (const element of childrenOf(template, name)) {
      const archetypeId = element.attributes.get('archetype_id')?.trim() ?? ''
      const ontology = all.get(archetypeId) ?? {
        translations: new Map(),
        constraintBindings: new Map(),
        bindings: new Map(),
      }
      all.set(archetypeId, ontology)
      readOntology(element, ontology)
    }
  return all
}

function readOntology(element: XmlElement, into: Ontology): void {
  for (const set of [
    ...childrenOf(element, 'term_definitions'),
    ...childrenOf(element, 'constraint_definitions'),
  ]) {
    const terms = entry(into.translations, set.attributes.get('language')?.trim() ?? '', newMap<Term>)
    for (const item of childrenOf(set, 'items')) terms.set(codeOf(item), readTerm(item))
  }
  for (const set of childrenOf(element, 'constraint_bindings'))
    for (const item of childrenOf(set, 'items')) {
      const uri = textAt(item, 'value')
      if (uri !== undefined) entry(into.constraintBindings, codeOf(item), () => []).push(uri)
    }
  for (const set of childrenOf(element, 'term_bindings')) readBindings(set, into.bindings)
}

/** The scope that a C_ARCHETYPE_ROOT opens. */
export function readScope(
  root: XmlElement,
  archetypeId: string,
  language: string,
  ontologies: Ontologies,
): ArchetypeScope {
  const own = new Map<string, Term>()
  for (const item of childrenOf(root, 'term_definitions')) own.set(codeOf(item), readTerm(item))
  const ontology = ontologies.get(archetypeId)
  const terms = merged(ontology?.translations.get(language), own)
  const translations = new Map<string, Terms>([[language, terms]])
  for (const [other, given] of ontology?.translations ?? [])
    if (other !== language) translations.set(other, given)
  const bindings = new Map(ontology?.bindings ?? [])
  for (const set of childrenOf(root, 'term_bindings')) readBindings(set, bindings)
  const templateId = textAt(root, 'template_id', 'value')
  return {
    archetypeId,
    ...(templateId === undefined ? {} : { templateId }),
    terms,
    translations,
    bindings,
    constraintBindings: ontology?.constraintBindings ?? new Map(),
  }
}

/** The terms at the root win: the template may have renamed them for this place. */
function merged(general: Terms | undefined, own: Terms): Terms {
  if (general === undefined) return own
  const all = new Map(general)
  for (const [code, term] of own) all.set(code, { ...general.get(code), ...term })
  return all
}

function readBindings(set: XmlElement, into: Map<string, Map<string, CodePhrase>>): void {
  const terminology = set.attributes.get('terminology')?.trim() ?? ''
  const codes = new Map(into.get(terminology))
  into.set(terminology, codes)
  for (const item of childrenOf(set, 'items')) {
    const value = childOf(item, 'value')
    const code = value && textAt(value, 'code_string')
    if (value && code)
      codes.set(codeOf(item), { terminology: textAt(value, 'terminology_id', 'value') ?? terminology, code })
  }
}

function readTerm(item: XmlElement): Term {
  const term: Record<string, string> = {}
  for (const part of childrenOf(item, 'items')) {
    const id = part.attributes.get('id')?.trim()
    // `__proto__` as an id would not become a property.
    if (id && id !== '__proto__') term[id] = textOf(part) ?? ''
  }
  return term
}

const codeOf = (item: XmlElement): string => item.attributes.get('code')?.trim() ?? ''

const newMap = <T>(): Map<string, T> => new Map()

function entry<T>(map: Map<string, T>, key: string, make: () => T): T {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}
