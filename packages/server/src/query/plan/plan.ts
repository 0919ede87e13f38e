/** The stages one after the other: a bound query to one SQL statement, or the reason why not. */
import { createHash } from 'node:crypto'
import { type Aql, isOfParties } from '@cairn-ehr/openehr/aql'
import { printParties } from '../../access/index.ts'
import type { KnownIndexes } from '../../indexes/index.ts'
import { explainPage, type Printed, pageSql, print } from '../../relation/index.ts'
import type { Entries } from '../../roots/index.ts'
import type { Shown } from './clauses/cells.ts'
import type { PlannedQuestion } from './clauses/expressions.ts'
import { type Narrowing, restrict } from './guard.ts'
import { type IndexableValue, openIndexUse } from './index-use.ts'
import { limit } from './limit.ts'
import type { Shape } from './literals.ts'
import { NotPushed, notPushed } from './not-pushed.ts'
import { place } from './place.ts'
import { pageNode } from './query-node.ts'
import { printResolved, resolve } from './resolve.ts'
import { type EhrCell, ehrCellOf } from './row-cells.ts'

export interface Plan {
  readonly statement: Printed
  /** The same for the same text, so that a connection prepares it once. */
  readonly name: string
  readonly columns: readonly Shown[]
  /** The cell of each row that is its EHR, for the audit trail. */
  readonly ehrCell: EhrCell | undefined
  /** Questions to a terminology, to be answered before it is run. */
  readonly questions: readonly PlannedQuestion[]
  /** Gives one row at most. */
  readonly oneRow: boolean
  /** Values by which it orders or filters without an index. */
  readonly missedIndexes: readonly IndexableValue[]
  /** The stages as text, made when somebody asks. */
  readonly explain: () => string
}

/** The reason why SQL alone does not answer a query. */
export interface Reason {
  readonly reason: string
}

/** A query, of which the literals do not matter. */
export interface QueryShape {
  readonly query: Aql.BoundQuery
  readonly shape: Shape
}

export interface PlanChoices {
  readonly hasIndex?: KnownIndexes['has']
  /** Printed for the nodes of a cluster. */
  readonly isDistributed?: boolean
  /** The one EHR was found by the subject that WHERE names. */
  readonly ofSubject?: boolean
  /** The call narrows a query of all EHRs. */
  readonly among?: Narrowing | undefined
}

export function planQuery(
  { query, shape }: QueryShape,
  inEhr: boolean,
  most: number,
  entries: Entries,
  { hasIndex = () => false, isDistributed = false, ofSubject = false, among }: PlanChoices = {},
): Plan | Reason {
  try {
    // Value indexes are on the rows of records.
    const ofParties = isOfParties(query.from)
    const indexes = openIndexUse(ofParties ? () => false : hasIndex)
    const resolved = resolve(query, entries, shape, indexes)
    const placed = place(resolved)
    const guarded = restrict(placed, inEhr, ofSubject, among)
    const limited = limit(guarded, most)
    if (among === 'each' && isDistributed) notPushed('pages of several EHRs in a cluster')
    const page = pageNode(limited, isDistributed, among === 'each')
    const statement = print(pageSql(page), isDistributed)
    const explain = () =>
      [
        ['resolve', printResolved(resolved)],
        ['nodes', explainPage(page)],
        ...(indexes.used().length > 0 ? [['indexes', indexes.used().join('\n')]] : []),
        ['sql', ofParties ? printParties(statement.sql) : statement.text],
      ]
        .map(([stage, text]) => `-- ${stage}\n${text}`)
        .join('\n\n')
    const name = `query.${createHash('sha256').update(statement.text).digest('base64url').slice(0, 32)}`
    return {
      statement,
      name,
      columns: placed.columns,
      questions: placed.questions,
      ehrCell: ehrCellOf(guarded),
      oneRow: placed.groups?.length === 0,
      missedIndexes: ofParties ? [] : indexes.missed(),
      explain,
    }
  } catch (error) {
    if (error instanceof NotPushed) return { reason: error.message }
    throw error
  }
}
