/** Patterns for names of templates and queries in a scope: `*` is one segment or a part of it, `**` any number, a lone `*` everything. */

export interface NamePattern {
  /** Decoded, as names are. */
  readonly text: string
  readonly matchesAll: boolean
  /** The pattern in parts: texts that must be there, and wildcards between them. */
  readonly parts: readonly (string | typeof SEGMENT | typeof ANYTHING)[]
}

const SEGMENT = Symbol('*')
const ANYTHING = Symbol('**')

/** Longer ones are refused: a name of a template or a query has at most 255 characters. */
const LONGEST = 300

/** Template ids may have spaces and slashes, which a scope cannot have (RFC 6749, section 3.3): they are percent-encoded. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Returns undefined for a text that is no pattern. */
export function parseNamePattern(encoded: string): NamePattern | undefined {
  const pieces = encoded.split(/(\*+)/)
  const texts = pieces.map(decode)
  if (encoded === '' || encoded.length > LONGEST || texts.includes(undefined) || /\*{3}/.test(encoded))
    return undefined
  // An asterisk that was encoded belongs to the name.
  const parts = pieces.flatMap((piece, at): (string | typeof SEGMENT | typeof ANYTHING)[] => {
    if (piece === '') return []
    if (at % 2 === 1) return [piece === '*' ? SEGMENT : ANYTHING]
    return [texts[at] ?? '']
  })
  return { text: encoded, matchesAll: encoded === '*' || encoded === '**', parts }
}

/** Positions in a name that a wildcard can end at, when it begins at one of `from`. */
function afterWildcard(name: string, from: ReadonlySet<number>, wildcard: symbol): Set<number> {
  const ends = new Set<number>()
  const least = wildcard === SEGMENT ? 1 : 0
  for (const start of from)
    for (let end = start; end <= name.length; end++) {
      if (wildcard === SEGMENT && end > start && name[end - 1] === '.') break
      if (end - start >= least) ends.add(end)
    }
  return ends
}

/** Keeps all positions that the parts so far can end at, so that no pattern takes long, whatever its wildcards. */
export function matchesName({ matchesAll, parts }: NamePattern, name: string): boolean {
  if (matchesAll) return true
  let ends: Set<number> = new Set([0])
  for (const part of parts)
    ends =
      typeof part === 'symbol'
        ? afterWildcard(name, ends, part)
        : new Set([...ends].filter(end => name.startsWith(part, end)).map(end => end + part.length))
  return ends.has(name.length)
}

const escapeText = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The same pattern as a regular expression of PostgreSQL, whose time is bounded too. */
export const regexOf = ({ parts, matchesAll }: NamePattern): string =>
  matchesAll
    ? ''
    : `^${parts.map(part => (typeof part === 'string' ? escapeText(part) : part === SEGMENT ? '[^.]+' : '.*')).join('')}$`
