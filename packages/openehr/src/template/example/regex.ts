/**
 * A text that matches a regular expression: literals, classes, groups, alternatives, repetition and anchors at the ends.
 * Anything else (look-around, back-references, word boundaries) is not supported.
 */

import { RE2JS } from 're2js'
import type { Chooser } from './chooser.ts'
import { type PatternNode, PRINTABLE, parsePattern } from './pattern-parser.ts'

const MOST_REPEATED = 3

/** Makes a text that matches as a whole, with `any` for `.`; undefined where none could be made. */
export function textMatching(pattern: string, chooser: Chooser, any = PRINTABLE): string | undefined {
  const node = parsePattern(pattern, any)
  const text = node && write(node, chooser)
  return text !== undefined && RE2JS.compile(pattern).matcher(text).matches() ? text : undefined
}

function write(node: PatternNode, chooser: Chooser): string {
  switch (node.kind) {
    case 'characters': {
      const [first = '', ...rest] = node.options
      return chooser.pick([first, ...rest])
    }
    case 'sequence':
      return node.parts.map(part => write(part, chooser)).join('')
    case 'choice':
      return write(chooser.pick(node.options), chooser)
    case 'repeat': {
      const most = Math.min(node.most, node.least + MOST_REPEATED)
      const count = Math.min(most, node.least + Math.floor(chooser.fraction() * (most - node.least + 1)))
      return Array.from({ length: count }, () => write(node.part, chooser)).join('')
    }
  }
}
