/**
 * Regular expressions from templates and queries, which may be hostile: matched in linear time by RE2, and refused where
 * compiling or running them would still cost too much. Without these bounds 3.9 KB of `(?i)[A-\uffff]` compile for 3 s, 3.5 KB of `a{1000}` for 1.5 s, and
 * `((a|b){1,30}){1,30}` looks at a text of 1,000 characters for 0.5 s.
 */
import { RE2JS } from 're2js'

export const REGEX_LIMITS = {
  /** UTF-16 units. The longest in the test corpus, a slot with 50 alternatives, has 3,038. */
  length: 4_000,
  /** UTF-16 units of a list of literals, which is looked up and not compiled. */
  literals: 50_000,
  /** Classes and ranges beyond ASCII; fewer where case is ignored, since each of their characters is then folded. */
  wideClasses: 50,
  wideClassesIgnoringCase: 5,
  /** `*`, `+`, `?` and `{…}`: the states of the automaton grow with these. */
  quantifiers: 300,
  /** All counts of `{…}` together. */
  repetitions: 2_000,
  /** Instructions of a pattern that counts made longer than its text. */
  program: 500,
} as const

const WIDE_CLASS = /\\[pP]|-(?:[^\0-\x7f]|\\[xu])/g
const QUANTIFIER = /[*+}]|[^(]\?/g
const IGNORES_CASE = /\(\?[a-zA-Z]*i/
/** Instructions that every program has. */
const FRAME = 16
const COUNTS = /\{(\d+)(?:,(\d*))?\}/g

/** Compiles a pattern for RE2. Throws where it is no regular expression, has look-around or back-references, or costs too much. */
export function compileRegex(pattern: string, flags = 0): RE2JS {
  refuseCostly(pattern)
  const compiled = RE2JS.compile(pattern, flags)
  const size = compiled.programSize()
  if (size > REGEX_LIMITS.program && size > pattern.length + FRAME) throw tooCostly()
  return compiled
}

const tooCostly = () => new RangeError('The regular expression is too costly to be matched.')

function refuseCostly(pattern: string): void {
  const { wideClasses, wideClassesIgnoringCase, ...most } = REGEX_LIMITS
  const count = (part: RegExp) => pattern.match(part)?.length ?? 0
  let repetitions = 0
  for (const [, least = '', upper = ''] of pattern.matchAll(COUNTS)) repetitions += Number(upper || least)
  const isCostly =
    pattern.length > most.length ||
    count(WIDE_CLASS) > (IGNORES_CASE.test(pattern) ? wideClassesIgnoringCase : wideClasses) ||
    count(QUANTIFIER) > most.quantifiers ||
    repetitions > most.repetitions
  if (isCostly) throw tooCostly()
}

/** True for a pattern that this library matches: a list of literals, or one that `compileRegex` takes. */
export function isRegex(pattern: string): boolean {
  if (pattern.length <= REGEX_LIMITS.literals && literalsOf(pattern) !== undefined) return true
  try {
    compileRegex(pattern)
    return true
  } catch {
    return false
  }
}

/** The texts that a pattern matches, where it consists of literals and `|` alone. */
export function literalsOf(pattern: string): ReadonlySet<string> | undefined {
  const literals = new Set<string>()
  let literal = ''
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at)
    if (character === '|') {
      literals.add(literal)
      literal = ''
    } else if (character === '\\') {
      const escaped = pattern.charAt(++at)
      if (!/^[^\w\s]$/.test(escaped)) return undefined
      literal += escaped
    } else if (/[.*+?^${}()[\]]/.test(character)) {
      return undefined
    } else {
      literal += character
    }
  }
  return literals.add(literal)
}
