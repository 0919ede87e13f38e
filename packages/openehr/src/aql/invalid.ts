/** Findings about a query that is well formed and still cannot run. */
import { type Finding, Problem } from '../problem.ts'
import type { Position } from './syntax/tree.ts'

/** One finding; its message ends with the place. */
export function findingAt(at: Position, code: string, message: string, path = ''): Finding {
  return { path, code, message: `${message} at line ${at.line}, column ${at.column}`, ...at }
}

/** Throws Problem('aql.invalid') if there is any finding; its sentence is all of theirs. */
export function refuse(findings: readonly Finding[]): void {
  if (findings.length === 0) return
  throw new Problem('aql.invalid', findings.map(finding => finding.message).join('; '), findings)
}
