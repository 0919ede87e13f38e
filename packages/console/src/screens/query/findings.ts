/** Faults of a query with their positions in the text, found in the browser by the parser of the server. */
import { aqlDoubts, checkAql, parameterNames, parseAql } from '@cairn-ehr/openehr/aql'

interface QueryFinding {
  readonly from: number
  readonly to: number
  readonly message: string
}

export interface CheckedQuery {
  readonly findings: readonly QueryFinding[]
  /** Parts of a legal query that can find nothing. */
  readonly doubts: readonly QueryFinding[]
  /** Names of `$parameters`, in their order. */
  readonly parameters: readonly string[]
}

interface Located {
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/** Marks the word at the position, or the last character where the text ends there. */
function findingAt(text: string, { message, line = 1, column = 1 }: Located): QueryFinding {
  const lineStart = text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, each) => sum + each.length + 1, 0)
  const from = Math.min(lineStart + column - 1, Math.max(0, text.length - 1))
  const word = /^[\w$/.[\]-]+/.exec(text.slice(from))?.[0].length ?? 1
  return {
    from,
    to: Math.min(text.length, from + Math.max(1, word)),
    message: message.replace(/ at line \d+, column \d+$/, ''),
  }
}

interface Thrown {
  readonly findings: readonly Located[]
}

const isThrown = (error: unknown): error is Thrown =>
  typeof error === 'object' && error !== null && 'findings' in error

export function checkQuery(text: string): CheckedQuery {
  if (text.trim() === '') return { findings: [], doubts: [], parameters: [] }
  try {
    const query = parseAql(text)
    return {
      findings: checkAql(query).map(each => findingAt(text, each)),
      doubts: aqlDoubts(query).map(each => findingAt(text, each)),
      parameters: parameterNames(query),
    }
  } catch (error) {
    if (!isThrown(error)) throw error
    return { findings: error.findings.map(each => findingAt(text, each)), doubts: [], parameters: [] }
  }
}
