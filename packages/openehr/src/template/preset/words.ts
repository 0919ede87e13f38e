/** The words that a template itself has: node ids, names, and the codes, texts and units that it offers as values. */
import { isRmObject, type RmObject, rubricOf } from '../../rm/index.ts'
import type { ArchetypeScope, ObjectConstraint, Template } from '../model.ts'
import { constrainedNames, nodeIdOf, termFor, termOf } from '../names.ts'
import { terminologyOf } from '../terminology.ts'

export interface TemplateWords {
  readonly templateId: string
  /** ISO 639-1. */
  readonly language: string
  readonly archetypeIds: ReadonlySet<string>
  /** Values of `archetype_node_id`. */
  readonly nodeIds: ReadonlySet<string>
  /** Names of nodes, in every language of the template. */
  readonly names: ReadonlySet<string>
  readonly terminologies: ReadonlySet<string>
  /** Values that data may choose from, in the order of the template. */
  readonly choices: ReadonlySet<string>
}

interface CollectedWords {
  readonly archetypeIds: Set<string>
  readonly nodeIds: Set<string>
  readonly names: Set<string>
  readonly terminologies: Set<string>
  readonly choices: Set<string>
}

const noWords = (): CollectedWords => ({
  archetypeIds: new Set(),
  nodeIds: new Set(),
  names: new Set(),
  terminologies: new Set(),
  choices: new Set(),
})

export function wordsOf({ templateId, language, languages, definition }: Template): TemplateWords {
  const words = noWords()
  collect(definition, languages, words)
  return { templateId, language, ...words }
}

/** Node ids and names of documents that belong to no patient, for documents without a template. */
export function wordsIn(documents: readonly RmObject[]): TemplateWords {
  const words = noWords()
  for (const document of documents) collectNames(document, words)
  return { templateId: '', language: 'en', ...words }
}

function collectNames(value: unknown, words: CollectedWords): void {
  if (Array.isArray(value)) for (const member of value) collectNames(member, words)
  if (!isRmObject(value)) return
  const { archetype_node_id: id, name } = value
  if (typeof id === 'string') {
    words.nodeIds.add(id)
    words.archetypeIds.add(id)
  }
  if (isRmObject(name) && typeof name['value'] === 'string') words.names.add(name['value'])
  for (const inner of Object.values(value)) collectNames(inner, words)
}

function collect(node: ObjectConstraint, languages: readonly string[], words: CollectedWords): void {
  switch (node.kind) {
    case 'object':
      words.nodeIds.add(nodeIdOf(node))
      if (node.archetype) words.archetypeIds.add(node.archetype.archetypeId)
      for (const language of languages) addText(words.names, termOf(node.scope, node.nodeId, language)?.text)
      for (const { text } of constrainedNames(node)) words.names.add(text)
      for (const { children } of node.attributes)
        for (const child of children) collect(child, languages, words)
      return
    case 'C_CODE_PHRASE': {
      const terminology = terminologyOf(node) ?? 'local'
      words.terminologies.add(terminology)
      for (const code of node.codes) addCode(node.scope, terminology, code, languages, words)
      return
    }
    case 'C_DV_ORDINAL':
    case 'C_DV_SCALE':
      for (const { symbol } of node.items) {
        words.terminologies.add(symbol.terminology)
        addCode(node.scope, symbol.terminology, symbol.code, languages, words)
      }
      return
    case 'C_DV_QUANTITY':
      for (const { units } of node.items) words.choices.add(units)
      return
    case 'primitive':
      if (node.item.kind === 'C_STRING') for (const text of node.item.list ?? []) words.choices.add(text)
  }
}

function addCode(
  scope: ArchetypeScope,
  terminology: string,
  code: string,
  languages: readonly string[],
  { choices }: CollectedWords,
): void {
  if (terminology === 'openehr') addText(choices, rubricOf(code))
  for (const language of languages) addText(choices, termFor(scope, terminology, code, language)?.text)
  choices.add(code)
}

function addText(words: Set<string>, text: string | undefined): void {
  if (text !== undefined && text !== '') words.add(text)
}
