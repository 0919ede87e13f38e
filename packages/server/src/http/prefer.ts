/** The Prefer header (RFC 7240) with the tokens that openEHR and the interface spec, section 4.9, give it. */

import type { Incoming } from './endpoint.ts'

type Return = 'minimal' | 'representation' | 'identifier'

/** How item tags are written in a header: as pairs (openEHR REST 1.1.0), or as a JSON list. */
export type TagGrammar = 'pairs' | 'json'

export interface Preference {
  /** What was asked for; undefined: nothing, which is as good as `minimal`. */
  readonly return: Return | undefined
  /** Undefined: they are not asked for. */
  readonly includeItemTags: TagGrammar | undefined
  readonly resolveRefs: boolean
  /** RFC 7240 section 4.4; undefined: nothing, which is as good as `strict`. */
  readonly handling: Handling | undefined
}

type Handling = 'strict' | 'lenient'

const HANDLINGS = new Set<string>(['strict', 'lenient'])

const RETURNS = new Set<string>(['minimal', 'representation', 'identifier'])

/** What stands between commas; a comma inside quotes is none. */
const ELEMENT = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g

/** `name`, `name=value` or `name="value"`; parameters may follow, and none means anything here. */
const PREFERENCE = /^\s*([^\s=;"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*)))?\s*(?:;|$)/

function preferencesOf(header: string): [name: string, value: string][] {
  return (header.match(ELEMENT) ?? []).flatMap(element => {
    const [, name, quoted, bare = ''] = PREFERENCE.exec(element) ?? []
    return name === undefined ? [] : [[name.toLowerCase(), (quoted ?? bare).trim().toLowerCase()]]
  })
}

/** `include_item_tags`, or `include_item_tags=json` for who reads no pairs. */
function tagsWanted(preferences: readonly [name: string, value: string][]): TagGrammar | undefined {
  const [, value] = preferences.find(([name]) => name === 'include_item_tags') ?? []
  return value === undefined ? undefined : TAG_GRAMMARS[value]
}

const TAG_GRAMMARS: Readonly<Record<string, TagGrammar>> = { '': 'pairs', json: 'json' }

/** RFC 7240 section 2: the first of several values counts, what is not understood is passed over. */
function parsePrefer(header: string): Preference {
  const preferences = preferencesOf(header)
  // An empty value is as good as none.
  const asked = (token: string) => preferences.some(([name, value]) => name === token && value === '')
  const [, wanted] = preferences.find(([name, value]) => name === 'return' && RETURNS.has(value)) ?? []
  const [, handling] = preferences.find(([name, value]) => name === 'handling' && HANDLINGS.has(value)) ?? []
  return {
    return: wanted as Return | undefined,
    handling: handling as Handling | undefined,
    includeItemTags: tagsWanted(preferences),
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

/** Several headers are as good as one with commas. */
export function preferIn({ headers }: Pick<Incoming, 'headers'>): Preference {
  const { prefer } = headers
  return prefer === undefined ? NONE : parsePrefer([prefer].flat().join(','))
}
