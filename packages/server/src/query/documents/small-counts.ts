/** Counts over few rows could tell who is meant: for researchers, aggregates of fewer rows than this are left out. */
import type { Aql } from '@cairn-ehr/openehr/aql'

const FEWEST = 5

/** A count as a researcher may see it; null: too small. */
export const shownCount = (count: number): number | null => (count >= FEWEST ? count : null)

export interface Suppression {
  /** The query with the number of rows behind each row as its last column. */
  readonly query: Aql.BoundQuery
  /** A row without that column; aggregates of few rows are null, and undefined stands for a whole group of few rows. */
  readonly shown: (row: readonly unknown[]) => readonly unknown[] | undefined
}

const isAggregate = ({ expression }: Aql.Column): boolean => expression.kind === 'aggregate'

/** Undefined for a query without aggregates. */
export function suppressSmallCounts(query: Aql.BoundQuery): Suppression | undefined {
  const { columns } = query
  const [first] = columns
  if (!first || !columns.some(isAggregate)) return undefined
  const isGrouped = !columns.every(isAggregate)
  const counted: Aql.Column = {
    kind: 'column',
    at: first.at,
    expression: { kind: 'aggregate', at: first.at, name: 'COUNT', distinct: false },
  }
  return {
    query: { ...query, columns: [...columns, counted] },
    shown: row => {
      const values = row.slice(0, -1)
      if (shownCount(Number(row.at(-1))) !== null) return values
      return isGrouped ? undefined : values.map(() => null)
    },
  }
}
