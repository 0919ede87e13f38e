/**
 * A text that matches a regular expression: literals, classes, groups, alternatives, repetition and anchors at the ends.
 * Anything else (look-around, back-references, word boundaries) is not supported.
 */

import { RE2JS } from 're2js'
import type { Chooser } from './chooser.ts'

type Node =
  | { readonly kind: 'characters'; readonly options: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly [Node, ...Node[]] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number }

/** The characters for `.` and negated classes, letters first. */
const PRINTABLE = `abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.,:;/()[]{}!?'"#%&*+=<>@\\^\`|~$`
const ESCAPES: Readonly<Record<string, string>> = {
  d: '0123456789',
  w: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_',
  s: ' ',
  t: '\t',
  n: '\n',
  r: '\r',
}
const MOST_REPEATED = 3

/** Makes a text that matches as a whole, with `any` for `.`; undefined where none could be made. */
export function textMatching(pattern: string, chooser: Chooser, any = PRINTABLE): string | undefined {
  const node = parsePattern(pattern, any)
  const text = node && write(node, chooser)
  return text !== undefined && RE2JS.compile(pattern).matcher(text).matches() ? text : undefined
}

function write(node: Node, chooser: Chooser): string {
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

/** Reads a pattern by descent; `undefined` where it has a part that is not supported. */
function parsePattern(pattern: string, any: string): Node | undefined {
  const characters = [...pattern]
  let at = 0
  let beyond = false
  const peek = (): string | undefined => characters[at]
  const take = (): string => characters[at++] ?? ''

  function alternatives(): Node {
    const options: [Node, ...Node[]] = [sequence()]
    while (peek() === '|') {
      take()
      options.push(sequence())
    }
    return options.length === 1 ? options[0] : { kind: 'choice', options }
  }

  function sequence(): Node {
    const parts: Node[] = []
    while (!beyond && peek() !== undefined && peek() !== '|' && peek() !== ')') {
      const atom = single()
      if (atom) parts.push(repeated(atom))
    }
    return { kind: 'sequence', parts }
  }

  function single(): Node | undefined {
    const character = take()
    if (character === '^' || character === '$') return undefined
    if (character === '.') return { kind: 'characters', options: any }
    if (character === '[') return bracket()
    if (character === '(') return group()
    return { kind: 'characters', options: character === '\\' ? escaped() : character }
  }

  function group(): Node {
    if (peek() === '?') {
      take()
      if (take() !== ':') beyond = true
    }
    const inner = alternatives()
    if (take() !== ')') beyond = true
    return inner
  }

  function escaped(): string {
    const character = take()
    if (Object.hasOwn(ESCAPES, character)) return ESCAPES[character] ?? ''
    if (/[A-Za-z0-9]/.test(character)) beyond = true
    return character
  }

  function bracket(): Node {
    const negated = peek() === '^'
    if (negated) take()
    let options = ''
    while (!beyond && peek() !== ']') {
      if (peek() === undefined) beyond = true
      const from = take()
      const start = from === '\\' ? escaped() : from
      if (peek() !== '-' || characters[at + 1] === ']' || start.length !== 1) options += start
      else {
        take()
        const to = take()
        options += between(start, to === '\\' ? escaped() : to)
      }
    }
    take()
    const kept = negated ? [...PRINTABLE].filter(one => !options.includes(one)).join('') : options
    if (kept === '') beyond = true
    return { kind: 'characters', options: kept }
  }

  function repeated(part: Node): Node {
    const range = quantifier()
    if (range === undefined) return part
    if (peek() === '?' || peek() === '+') take()
    return { kind: 'repeat', part, ...range }
  }

  function quantifier(): { readonly least: number; readonly most: number } | undefined {
    const mark = peek()
    if (mark === '*' || mark === '+' || mark === '?') {
      take()
      return { least: mark === '+' ? 1 : 0, most: mark === '?' ? 1 : Number.POSITIVE_INFINITY }
    }
    const counts = /^\{(\d+)(,(\d*))?\}/.exec(characters.slice(at, at + 12).join(''))
    if (counts === null) return undefined
    at += counts[0].length
    const least = Number(counts[1])
    const most = counts[2] === undefined ? least : counts[3] ? Number(counts[3]) : Number.POSITIVE_INFINITY
    return { least, most }
  }

  const whole = alternatives()
  return beyond || peek() !== undefined ? undefined : whole
}

function between(from: string, to: string): string {
  const [first = 0, last = 0] = [from.codePointAt(0), to.codePointAt(0)]
  const length = Math.min(Math.max(last - first + 1, 0), 200)
  return Array.from({ length }, (_, index) => String.fromCodePoint(first + index)).join('')
}
