/** The Prefer header (RFC 7240) with the tokens that openEHR and the interface spec, section 4.9, give it. */

import type { Incoming } from './endpoint.ts'

type Return = 'minimal' | 'representation' | 'identifier'

export interface Preference {
  /** What was asked for; undefined: nothing, which is as good as `minimal`. */
  readonly return: Return | undefined
  readonly includeItemTags: boolean
  readonly resolveRefs: boolean
}

const RETURNS = new Set<string>(['minimal', 'representation', 'identifier'])

/** RFC 7240 section 2: the first of several values counts, what is not understood is passed over. */
export function parsePrefer(header: string | undefined): Preference {
  const tokens = (header ?? '').split(',').map(token => token.split(';')[0]?.trim().toLowerCase() ?? '')
  const returns = tokens
    .filter(token => token.startsWith('return='))
    .map(token => token.slice('return='.length).replace(/^"(.*)"$/, '$1'))
    .find(value => RETURNS.has(value))
  return {
    return: returns as Return | undefined,
    includeItemTags: tokens.includes('include_item_tags'),
    resolveRefs: tokens.includes('resolve_refs'),
  }
}

/** The tokens that were honoured, as `Preference-Applied` names them; no header when there were none. */
export function preferenceApplied(applied: Partial<Preference>): Record<string, string> {
  const tokens = [
    ...(applied.return ? [`return=${applied.return}`] : []),
    ...(applied.includeItemTags ? ['include_item_tags'] : []),
    ...(applied.resolveRefs ? ['resolve_refs'] : []),
  ]
  return tokens.length > 0 ? { 'Preference-Applied': tokens.join(', ') } : {}
}

/** Several headers are as good as one with commas. */
export const preferIn = ({ headers }: Pick<Incoming, 'headers'>): Preference =>
  parsePrefer([headers['prefer'] ?? []].flat().join(','))
