/** Regular expressions of templates, matched against whole texts in linear time, whatever the pattern. */
import { RE2JS } from 're2js'
import { compileRegex, literalsOf } from '../../path/index.ts'

/** True when the pattern matches the whole text. */
export type Matcher = (text: string) => boolean

const ANYTHING = new Set(['.*', '(.*)', '^.*$'])

/**
 * A pattern that lists literals (`openEHR-EHR-CLUSTER\.device\.v1|…`), as most slots have, becomes a set: one hash
 * lookup (30 ns) instead of an automaton (1.3 µs). Everything else runs on RE2, never on the built-in engine.
 */
export const compilePattern = (pattern: string): Matcher => {
  if (ANYTHING.has(pattern)) return () => true
  const literals = literalsOf(pattern)
  if (literals !== undefined) return text => literals.has(text)
  const expression = compileRegex(pattern, RE2JS.DOTALL)
  return text => expression.testExact(text)
}
