/** Reads the Prefer header (RFC 7240) with the tokens of openEHR REST and docs/interface.md, section 5.1. */

import type { Incoming } from '../endpoint.ts'

type Return = 'minimal' | 'representation' | 'identifier'

/** The notation of item tags in a header: pairs (openEHR REST 1.1.0), or a JSON list. */
export type TagGrammar = 'pairs' | 'json'

export interface Preference {
  /** The requested value; undefined means `minimal`. */
  readonly return: Return | undefined
  /** Undefined if tags were not requested. */
  readonly includeItemTags: TagGrammar | undefined
  readonly resolveRefs: boolean
  /** RFC 7240 section 4.4; undefined means `strict`. */
  readonly handling: Handling | undefined
}

type Handling = 'strict' | 'lenient'

const HANDLINGS = new Set<string>(['strict', 'lenient'])

const RETURNS = new Set<string>(['minimal', 'representation', 'identifier'])

/** Text between commas; commas inside quotes do not count. */
const ELEMENT = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g

/** `name`, `name=value` or `name="value"`; parameters may follow and are ignored. */
const PREFERENCE = /^\s*([^\s=;"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*)))?\s*(?:;|$)/

function preferencesOf(header: string): [name: string, value: string][] {
  return (header.match(ELEMENT) ?? []).flatMap(element => {
    const [, name, quoted, bare = ''] = PREFERENCE.exec(element) ?? []
    return name === undefined ? [] : [[name.toLowerCase(), (quoted ?? bare).trim().toLowerCase()]]
  })
}

/** `include_item_tags`, or `include_item_tags=json` for clients that cannot read pairs. */
function requestedTags(preferences: readonly [name: string, value: string][]): TagGrammar | undefined {
  const [, value] = preferences.find(([name]) => name === 'include_item_tags') ?? []
  return value === undefined ? undefined : TAG_GRAMMARS[value]
}

const TAG_GRAMMARS: Readonly<Record<string, TagGrammar>> = { '': 'pairs', json: 'json' }

/** RFC 7240 section 2: the first of several values counts, unknown preferences are ignored. */
function parsePrefer(header: string): Preference {
  const preferences = preferencesOf(header)
  // An empty value counts as none.
  const asked = (token: string) => preferences.some(([name, value]) => name === token && value === '')
  const [, wanted] = preferences.find(([name, value]) => name === 'return' && RETURNS.has(value)) ?? []
  const [, handling] = preferences.find(([name, value]) => name === 'handling' && HANDLINGS.has(value)) ?? []
  return {
    return: wanted as Return | undefined,
    handling: handling as Handling | undefined,
    includeItemTags: requestedTags(preferences),
    resolveRefs: asked('resolve_refs'),
  }
}

type Applied = { readonly [Name in keyof Preference]?: Preference[Name] | undefined }

/** The tokens that were honoured, as `Preference-Applied` names them; no header when there were none. */
export function preferenceApplied(applied: Applied): Record<string, string> {
  const tokens = [
    ...(applied.return ? [`return=${applied.return}`] : []),
    ...(applied.includeItemTags ? ['include_item_tags'] : []),
    ...(applied.resolveRefs ? ['resolve_refs'] : []),
    ...(applied.handling ? [`handling=${applied.handling}`] : []),
  ]
  return tokens.length > 0 ? { 'Preference-Applied': tokens.join(', ') } : {}
}

const NONE: Preference = {
  return: undefined,
  includeItemTags: undefined,
  resolveRefs: false,
  handling: undefined,
}

/** Several headers count as one with commas. */
export function preferIn({ headers }: Pick<Incoming, 'headers'>): Preference {
  const { prefer } = headers
  return prefer === undefined ? NONE : parsePrefer([prefer].flat().join(','))
}
