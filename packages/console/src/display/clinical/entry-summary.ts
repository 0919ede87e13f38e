/** An entry by the definition of its archetype: its line, its values at each time, and whether it still holds. */
import type { Language } from '../../language/translate.ts'
import { type ValueView, valueText, valueView } from '../data-value.ts'
import { nameOf, nodeIdOf, objectAt, type RmObject, textAt } from '../rm-object.ts'
import type { TimeStyle } from '../time.ts'
import type { ArchetypeDefinition, LinePart, Words } from './definition.ts'
import { objectsAt } from './node-path.ts'

/** The definition of an archetype; undefined: the general display. */
export type FindDefinition = (archetypeId: string) => ArchetypeDefinition | undefined

/** Later definitions replace earlier ones of the same archetype. */
export function definitionFinder(definitions: readonly ArchetypeDefinition[]): FindDefinition {
  const byId = new Map(definitions.flatMap(each => each.archetypes.map(id => [id, each] as const)))
  return id => byId.get(id)
}

/** The definition that reads nodes of an archetype as rows. */
export const definitionOfRow = (
  definitions: readonly ArchetypeDefinition[],
  archetypeId: string | undefined,
): ArchetypeDefinition | undefined =>
  archetypeId === undefined
    ? undefined
    : definitions.findLast(({ rows }) => rows?.archetypes.includes(archetypeId))

/** The values at one time. */
export interface Reading {
  /** Undefined where the part has no time of its own. */
  readonly time: string | undefined
  readonly values: Readonly<Record<string, ValueView>>
  /** As they are in the record. */
  readonly recorded: Readonly<Record<string, RmObject>>
}

export interface EntrySummary {
  readonly definition: ArchetypeDefinition
  /** The name of the entry in the record. */
  readonly name: string
  readonly readings: readonly Reading[]
  /** The parts of the line of the latest reading. */
  readonly parts: readonly string[]
  readonly hasEnded: boolean
}

export const wordIn = (words: string | Words, language: Language): string =>
  typeof words === 'string' ? words : (words[language] ?? words.en)

function readingOf(
  entry: RmObject,
  part: RmObject,
  { values }: ArchetypeDefinition,
  style: TimeStyle,
): Reading {
  const recorded: Record<string, RmObject> = {}
  for (const [name, given] of Object.entries(values)) {
    const paths = typeof given === 'string' ? [given] : given
    const found = paths.flatMap(path => objectsAt(path.startsWith('/') ? entry : part, path)).at(0)
    if (found) recorded[name] = found
  }
  return {
    time: textAt(objectAt(part, 'time'), 'value'),
    recorded,
    values: Object.fromEntries(
      Object.entries(recorded).map(([name, value]) => [name, valueView(value, style)]),
    ),
  }
}

/** `{name#}` is a number without its unit. */
const PLACE = /\{(\w+)(#?)\}/g

/** A part of the line; undefined if one of its values is missing. */
function partOf(text: string, values: Reading['values']): string | undefined {
  const places = [...text.matchAll(PLACE)]
  if (places.some(([, name = '']) => !Object.hasOwn(values, name))) return undefined
  return text.replace(PLACE, (_, name: string, bare: string) => {
    const view = values[name]
    if (!view) return ''
    return bare === '' ? valueText(view) : view.text
  })
}

const isForms = (part: ArchetypeDefinition['line'][number]): part is readonly LinePart[] =>
  Array.isArray(part)

/** Parts in the order of the definition; one that another already says is left out. */
function partsOf({ line }: ArchetypeDefinition, { values }: Reading, language: Language): string[] {
  const parts = line
    .map(part => (isForms(part) ? part : [part]))
    .map(forms => forms.map(form => partOf(wordIn(form, language), values)).find(Boolean) ?? '')
    .filter(part => part !== '')
  const isSaid = (part: string, index: number) =>
    parts.some((other, at) => at !== index && says(other, part) && (other.length > part.length || at < index))
  return parts.filter((part, index) => !isSaid(part, index))
}

const says = (whole: string, part: string): boolean => whole.toLowerCase().startsWith(part.toLowerCase())

function hasEnded({ ended = [] }: ArchetypeDefinition, { recorded }: Reading, now: string): boolean {
  return ended.some(({ value, codes }) => {
    const found = recorded[value]
    if (!found) return false
    if (codes) return codes.includes(textAt(objectAt(found, 'defining_code'), 'code_string') ?? '')
    return (textAt(found, 'value') ?? '9999') <= now
  })
}

export interface SummaryOptions {
  readonly find: FindDefinition
  readonly style: TimeStyle
  /** ISO 8601. */
  readonly now: string
}

/** Undefined for an archetype without a definition, and for an entry in which none of its paths leads anywhere. */
export function summarizeEntry(
  entry: RmObject,
  { find, style, now }: SummaryOptions,
): EntrySummary | undefined {
  const definition = find(nodeIdOf(entry))
  if (!definition) return undefined
  const parts = definition.each === undefined ? [entry] : objectsAt(entry, definition.each)
  const readings = parts
    .map(part => readingOf(entry, part, definition, style))
    .toSorted((a, b) => Date.parse(a.time ?? '') - Date.parse(b.time ?? '') || 0)
  const latest = readings.at(-1)
  if (!latest) return undefined
  const line = partsOf(definition, latest, style.language)
  if (line.length === 0 && !definition.rows) return undefined
  return {
    definition,
    name: nameOf(entry),
    readings,
    parts: line,
    hasEnded: hasEnded(definition, latest, now),
  }
}
