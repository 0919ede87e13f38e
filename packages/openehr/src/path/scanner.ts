/** Reads the text of a path from left to right; an error names the column and what was expected there. */
import { Problem } from '../problem.ts'

/** Predicates within predicates; real paths have two levels. */
const DEEPEST = 50

export interface Scanner {
  /** Skips blanks, then takes the text if it comes next. */
  take(text: string): boolean
  /** Skips blanks, then takes what a sticky expression matches. */
  match(form: RegExp): RegExpExecArray | undefined
  /** Returns the text that a sticky expression would match next, without taking it. */
  peek(form: RegExp): string | undefined
  /** True when the text comes next, after blanks. */
  sees(text: string): boolean
  atEnd(): boolean
  fail(...expected: readonly string[]): never
  /** Runs `read` one level deeper, and fails at a level too many before the stack overflows. */
  deeper<T>(read: () => T): T
}

export function scan(text: string): Scanner {
  let at = 0
  let depth = 0

  const skip = (): void => {
    while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at += 1
  }

  const scanner: Scanner = {
    take(wanted) {
      if (!scanner.sees(wanted)) return false
      at += wanted.length
      return true
    },
    match(form) {
      skip()
      form.lastIndex = at
      const found = form.exec(text)
      if (found === null) return undefined
      at = form.lastIndex
      return found
    },
    peek(form) {
      const before = at
      const found = scanner.match(form)?.[0]
      at = before
      return found
    },
    sees(wanted) {
      skip()
      return text.startsWith(wanted, at)
    },
    atEnd() {
      skip()
      return at >= text.length
    },
    fail(...expected) {
      skip()
      throw malformedPath(text, at, expected)
    },
    deeper(read) {
      depth += 1
      if (depth > DEEPEST) scanner.fail(`at most ${DEEPEST} levels of brackets`)
      const value = read()
      depth -= 1
      return value
    },
  }
  return scanner
}

function malformedPath(text: string, at: number, choices: readonly string[]): Problem {
  const found = at >= text.length ? 'the end' : JSON.stringify(text.slice(at, at + 20))
  const expected = choices.join(', ').replace(/, ([^,]*)$/, ' or $1')
  const path = text.length > 200 ? `${text.slice(0, 200)}…` : text
  const column = at + 1
  const message = `${expected} expected`
  return new Problem('path.malformed', `Path ${path}: ${message} at column ${column}, ${found} found`, [
    { path, code: 'path.malformed', message, found, expected, column },
  ])
}
