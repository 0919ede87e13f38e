/** The stages one after the other: a bound query to one SQL statement, or the reason why not. */
import type { Aql } from '@cairn/openehr/aql'
import type { Entries } from '../../versions/index.ts'
import type { Printed } from '../sql/fragment.ts'
import { renderSql } from '../sql/statement.ts'
import type { Shown } from './cells.ts'
import { printGuarded, restrict } from './guard.ts'
import { limit, printLimited } from './limit.ts'
import type { Shape } from './literals.ts'
import { NotPushed } from './not-pushed.ts'
import { place, printPlaced } from './place.ts'
import { printResolved, resolve } from './resolve.ts'

export interface Plan {
  readonly statement: Printed
  readonly columns: readonly Shown[]
  /** The stages as text, made when somebody asks. */
  readonly explain: () => string
}

/** Why SQL alone does not answer a query. */
export interface Reason {
  readonly reason: string
}

export function planQuery(
  query: Aql.BoundQuery,
  inEhr: boolean,
  entries: Entries,
  shape?: Shape,
): Plan | Reason {
  try {
    const resolved = resolve(query, entries, shape)
    const placed = place(resolved)
    const guarded = restrict(placed, inEhr)
    const limited = limit(guarded)
    const statement = renderSql(limited)
    const explain = () =>
      [
        ['resolve', printResolved(resolved)],
        ['place', printPlaced(placed)],
        ['guard', printGuarded(guarded)],
        ['limit', printLimited(limited)],
        ['sql', statement.text],
      ]
        .map(([stage, text]) => `-- ${stage}\n${text}`)
        .join('\n\n')
    return { statement, columns: placed.columns, explain }
  } catch (error) {
    if (error instanceof NotPushed) return { reason: error.message }
    throw error
  }
}
