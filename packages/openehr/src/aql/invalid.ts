/** Findings about a query that is well formed and still cannot run. */
import { type Finding, Problem } from '../problem.ts'
import type { Position } from './syntax/tree.ts'

/** One finding; its message ends with the place, and with the name that was probably meant. */
export function findingAt(
  at: Position,
  code: string,
  message: string,
  { path = '', meant }: { readonly path?: string; readonly meant?: string | undefined } = {},
): Finding {
  const place = `${message} at line ${at.line}, column ${at.column}`
  return meant === undefined
    ? { path, code, message: place, ...at }
    : { path, code, message: `${place} (did you mean ${meant}?)`, expected: meant, ...at }
}

/** Throws Problem('aql.invalid') if there is any finding; its sentence is all of theirs. */
export function refuse(findings: readonly Finding[]): void {
  if (findings.length === 0) return
  throw new Problem('aql.invalid', findings.map(finding => finding.message).join('; '), findings)
}
