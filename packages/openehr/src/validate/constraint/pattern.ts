/** Regular expressions of templates, matched against whole texts in time linear to them, whatever the pattern. */
import { RE2JS } from 're2js'

/** Whether the whole of `text` fits. */
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
  const expression = RE2JS.compile(pattern, RE2JS.DOTALL)
  return text => expression.matches(text)
}

/** The texts that a pattern of nothing but literals and `|` stands for. */
const literalsOf = (pattern: string): ReadonlySet<string> | undefined => {
  const literals = new Set<string>()
  let literal = ''
  for (let i = 0; i < pattern.length; i++) {
    const sign = pattern.charAt(i)
    if (sign === '|') {
      literals.add(literal)
      literal = ''
    } else if (sign === '\\') {
      const escaped = pattern.charAt(++i)
      if (!/^[^\w\s]$/.test(escaped)) return undefined
      literal += escaped
    } else if (/[.*+?^${}()[\]]/.test(sign)) {
      return undefined
    } else {
      literal += sign
    }
  }
  return literals.add(literal)
}
