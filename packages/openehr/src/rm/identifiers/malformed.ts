/** Refuses an identifier that cannot be read. */
import { Problem } from '../../problem.ts'

/** Long texts are cut: what a client sends does not fill a log. */
const shorten = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)

export function malformed(kind: string, text: string, expected: string): never {
  throw new Problem('id.malformed', `${shorten(text)} is no ${kind}: ${expected} expected`, [
    { path: '', code: 'id.malformed', message: `not a valid ${kind}`, found: text, expected },
  ])
}
