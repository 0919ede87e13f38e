/** Definitions of a file of the site: those that are whole, and what is wrong with the others. */
import { isObject } from '../rm-object.ts'
import { type ArchetypeDefinition, ENTRY_KINDS } from './definition.ts'
import { isNodePath } from './node-path.ts'

export interface ReadDefinitions {
  readonly definitions: readonly ArchetypeDefinition[]
  /** A sentence each, with the place in the file. */
  readonly faults: readonly string[]
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every(isText)

const isWords = (value: unknown): boolean => isObject(value) && isText(value['en'])

const isPart = (value: unknown): boolean => isText(value) || isWords(value)

const isPaths = (value: unknown): boolean =>
  (isText(value) ? [value] : isTexts(value) ? value : ['']).every(isNodePath)

const isRows = (value: unknown): boolean =>
  isObject(value) &&
  isTexts(value['archetypes']) &&
  isPaths(value['label']) &&
  isText(value['result']) &&
  isNodePath(value['result']) &&
  (value['guidance'] === undefined || isPaths(value['guidance']))

const isEnd = (value: unknown): boolean =>
  isObject(value) && isText(value['value']) && (value['codes'] === undefined || isTexts(value['codes']))

const isBand = (value: unknown): boolean =>
  isObject(value) &&
  isText(value['value']) &&
  isText(value['unit']) &&
  typeof value['low'] === 'number' &&
  typeof value['high'] === 'number'

const isList = (of: (each: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(of)

const optional = (is: (value: unknown) => boolean) => (value: unknown) => value === undefined || is(value)

/** The form of each member. */
const MEMBERS: Readonly<Record<keyof ArchetypeDefinition, (value: unknown) => boolean>> = {
  archetypes: isTexts,
  kind: value => ENTRY_KINDS.some(kind => kind === value),
  icon: isText,
  label: optional(isWords),
  each: optional(value => isText(value) && isNodePath(value)),
  values: value => isObject(value) && Object.values(value).every(isPaths),
  line: value => Array.isArray(value) && value.every(part => isPart(part) || isList(isPart)(part)),
  ended: optional(isList(isEnd)),
  chart: optional(isTexts),
  bands: optional(isList(isBand)),
  rows: optional(isRows),
}

function faultOf(given: unknown, place: string): string | undefined {
  if (!isObject(given)) return `${place}: a definition is an object.`
  const wrong = Object.entries(MEMBERS).find(([name, is]) => !is(given[name]))
  if (wrong) return `${place}: the member "${wrong[0]}" is missing or has another form.`
  const unknown = Object.keys(given).find(name => !Object.hasOwn(MEMBERS, name))
  return unknown === undefined ? undefined : `${place}: a definition has no member "${unknown}".`
}

export function readDefinitions(given: unknown): ReadDefinitions {
  if (!Array.isArray(given)) return { definitions: [], faults: ['The file is not a list of definitions.'] }
  const checked = given.map((each, index) => [each, faultOf(each, `[${index}]`)] as const)
  return {
    definitions: checked.flatMap(([each, fault]) =>
      fault === undefined ? [each as ArchetypeDefinition] : [],
    ),
    faults: checked.flatMap(([, fault]) => fault ?? []),
  }
}
