/**
 * The preset of a template: a text that its documents are compressed against. It has the shape of one document, in the order of its
 * stored text, and of its texts only those that the template or the reference model fixes. So nothing of a patient is in it.
 */
import { isRmObject, type RmObject, rmClass, rmClasses } from '../../rm/index.ts'
import { territoryOf } from '../example/index.ts'
import type { TemplateWords } from './words.ts'

/** Deflate looks back no further than 32 KiB, and each document pays for the length of its preset. */
const MOST_CHARACTERS = 16 * 1024
const MOST_CHOICE_CHARACTERS = 4 * 1024

const ATTRIBUTES: ReadonlySet<string> = new Set(
  [...rmClasses()].flatMap(({ attributes }) => [...attributes.keys()]),
)

/** Releases of the reference model. */
const RM_VERSIONS: ReadonlySet<string> = new Set(['1.0.1', '1.0.2', '1.0.3', '1.0.4', '1.1.0'])

/** Terminologies that the reference model itself names. */
const RM_TERMINOLOGIES: ReadonlySet<string> = new Set([
  'ISO_639-1',
  'ISO_3166-1',
  'IANA_character-sets',
  'openehr',
  'local',
])

export interface PresetOptions {
  /** Further texts that are known beforehand, such as the end of every version uid. */
  readonly fixed?: readonly string[]
  /** A preset that the new one goes on from: it then has the shapes of several documents. */
  readonly earlier?: string | undefined
}

export function presetOf(
  words: TemplateWords,
  document: RmObject,
  { fixed = [], earlier }: PresetOptions = {},
): string {
  const shape = shapeOf(document, [], words)
  return ((earlier ?? choicesOf(words, fixed)) + shape).slice(-MOST_CHARACTERS)
}

/** The commonest way of deflate to refer to a text is one that stands near, so the shape comes after these. */
const choicesOf = ({ choices }: TemplateWords, fixed: readonly string[]): string =>
  [...fixed, ...choices]
    .map(text => JSON.stringify(text))
    .join('')
    .slice(0, MOST_CHOICE_CHARACTERS)

/** Names of the attributes from the document down to a value. */
type AttributePath = readonly string[]

function shapeOf(value: unknown, path: AttributePath, words: TemplateWords): string {
  if (typeof value === 'string') return JSON.stringify(fixedText(value, path, words) ?? '')
  if (Array.isArray(value)) return `[${distinct(value).map(member => shapeOf(member, path, words))}]`
  if (!isRmObject(value)) return ''
  const members = Object.entries(value).filter(([name]) => name === '_type' || ATTRIBUTES.has(name))
  return `{${members.map(([name, inner]) => `"${name}":${shapeOf(inner, [...path, name], words)}`)}}`
}

/** One member for each class and node id: its repetitions are found in the document itself. */
function distinct(members: readonly unknown[]): readonly unknown[] {
  const seen = new Set<string>()
  return members.filter(member => {
    const key = isRmObject(member) ? JSON.stringify([member._type, member['archetype_node_id']]) : ''
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Returns a text of a document if the template or the reference model fixes it; for some attributes, what they usually have. */
function fixedText(text: string, path: AttributePath, words: TemplateWords): string | undefined {
  const [last, owner, above] = [path.at(-1) ?? '', path.at(-2) ?? '', path.at(-3) ?? '']
  const keep = (isFixed: boolean | undefined) => (isFixed ? text : undefined)
  switch (last) {
    case '_type':
      return keep(rmClass(text) !== undefined)
    case 'archetype_node_id':
      return keep(words.nodeIds.has(text))
    case 'rm_version':
      return keep(RM_VERSIONS.has(text))
    case 'code_string':
      return usualCode(owner, above, words)
    case 'value':
      break
    default:
      return undefined
  }
  switch (owner) {
    case 'name':
      return keep(words.names.has(text) || words.nodeIds.has(text))
    case 'archetype_id':
      return keep(words.archetypeIds.has(text))
    case 'template_id':
      return keep(text === words.templateId)
    case 'terminology_id':
      return keep(RM_TERMINOLOGIES.has(text) || words.terminologies.has(text))
    case 'category':
      return 'event'
    default:
      return undefined
  }
}

function usualCode(owner: string, above: string, { language }: TemplateWords): string | undefined {
  if (above === 'category' && owner === 'defining_code') return '433'
  if (owner === 'language') return language
  if (owner === 'territory') return territoryOf(language)
  return owner === 'encoding' ? 'UTF-8' : undefined
}
