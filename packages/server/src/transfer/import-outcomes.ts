/** Counts what became of the lines of an import, and keeps why some were rejected. */
import type { Problem } from '@cairn-ehr/openehr'
import type { ImportOutcome } from '../versions/transfer/index.ts'
import type { NumberedLine } from './numbered-lines.ts'
import type { LineKind } from './print-lines.ts'

interface RejectedLine {
  /** From 1. */
  readonly line: number
  readonly record: string
  readonly id: string
  readonly reason: string
}

export interface ImportResult {
  readonly added: number
  /** Those that were there already. */
  readonly skipped: number
  readonly rejected: readonly RejectedLine[]
}

/** The member that a line is known by. */
const IDS: Readonly<Record<LineKind, string>> = {
  key: 'kid',
  template: 'template_id',
  query: 'name',
  datamap: 'name',
  erased_ehr: 'ehr_id',
  ehr: 'ehr_id',
  erased_object: 'object_id',
  contribution: 'contribution_id',
  erased_party: 'ehr_id',
  party_contribution: 'contribution_id',
  person_link: 'person_id',
  person_merge: 'person_id',
}

const reasonOf = (problem: Problem<string>): string => {
  const [first, second] = problem.findings
  if (!first) return problem.message
  return `${problem.message} ${first.path}: ${first.message}${second ? ` (and ${problem.findings.length - 1} more)` : ''}`
}

export class ImportOutcomes {
  #added = 0
  #skipped = 0
  readonly #rejected: RejectedLine[] = []

  settle(line: NumberedLine, outcome: ImportOutcome): void {
    if (outcome === 'added') this.#added += 1
    else if (outcome === 'present') this.#skipped += 1
    else this.reject(line, outcome)
  }

  reject({ number, kind, members }: NumberedLine, problem: Problem<string>): void {
    const id = members[IDS[kind]]
    this.#rejected.push({
      line: number,
      record: kind,
      id: typeof id === 'string' ? id : '',
      reason: reasonOf(problem),
    })
  }

  /** A line of which not even its kind could be read. */
  rejectUnread(number: number, problem: Problem<string>): void {
    this.#rejected.push({ line: number, record: '', id: '', reason: reasonOf(problem) })
  }

  result(): ImportResult {
    const rejected = [...this.#rejected].sort((one, other) => one.line - other.line)
    return { added: this.#added, skipped: this.#skipped, rejected }
  }
}
