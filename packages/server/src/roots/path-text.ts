/**
 * The notation of paths in the dictionary: the node id and the class of every node, and a star where the data have a list.
 *
 *   data[at0001]|HISTORY/events*[at0006]|POINT_EVENT/data[at0003]|ITEM_TREE/items*[at0004]|ELEMENT/value|DV_QUANTITY/magnitude
 *
 * So the class of a value is known before a row is read, and no row says `_type` or `archetype_node_id`. A last step
 * without class is a primitive; `#` is the number that a date, time, duration or proportion is compared by; a path that
 * ends in a class says that the node is there, for nodes that have neither a name nor anything else to say so.
 */

export interface DictionaryStep {
  readonly attribute: string
  /** True if the attribute is a list, so that the step has an index in the instance vector. */
  readonly repeats: boolean
  readonly nodeId?: string
  /** The class as in the data, with type parameters; absent for a primitive. */
  readonly type?: string
}

/** The attribute of the number to compare by; no RM attribute has this name. */
export const NUMBER = '#'

/** Its leaf is `true` where the value is the archetype id of the root, since the dictionary has that: it would be the longest text of many roots. */
export const OWN_ARCHETYPE_PATH = 'archetype_details|ARCHETYPED/archetype_id|ARCHETYPE_ID/value'

/** The start of a composition as AQL orders it: its key is part of an index, so the dictionary keeps it for good (migration 0044). */
export const START_TIME_PATH = 'context|EVENT_CONTEXT/start_time|DV_DATE_TIME/#'

const LOCAL = /^(?:at|id)\d/

/** Codes of nodes inside an archetype; any other node id begins an archetype of its own. */
export const isLocalCode = (nodeId: string): boolean => LOCAL.test(nodeId)

// biome-ignore lint/suspicious/noControlCharactersInRegex: what the database cannot store is written as its number too.
const RESERVED = /[%*[\]|/\u0000-\u001f\ud800-\udfff]/g

/** Attributes, ids and classes of valid data have none of these characters; other data must not break the notation. */
const escaped = (text: string): string =>
  text.replace(RESERVED, found => `%${found.charCodeAt(0).toString(16).padStart(4, '0')}`)

const unescaped = (text: string): string =>
  text.includes('%')
    ? text.replace(/%([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

export function printDictionaryStep({ attribute, repeats, nodeId, type }: DictionaryStep): string {
  const id = nodeId === undefined ? '' : `[${escaped(nodeId)}]`
  return `${escaped(attribute)}${repeats ? '*' : ''}${id}${type === undefined ? '' : `|${escaped(type)}`}`
}

const STEP = /^([^*[|]*)(\*?)(?:\[([^\]]*)\])?(?:\|(.*))?$/s

export function parseDictionaryPath(text: string): readonly DictionaryStep[] {
  return text.split('/').map(step => {
    const [, attribute = '', star = '', nodeId, type] = STEP.exec(step) ?? []
    return {
      attribute: unescaped(attribute),
      repeats: star !== '',
      ...(nodeId === undefined ? {} : { nodeId: unescaped(nodeId) }),
      ...(type === undefined ? {} : { type: unescaped(type) }),
    }
  })
}

/** Returns the length of the instance vectors of a path. */
export const repeatsIn = (steps: readonly DictionaryStep[]): number =>
  steps.reduce((count, { repeats }) => count + (repeats ? 1 : 0), 0)
