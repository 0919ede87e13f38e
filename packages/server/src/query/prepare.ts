/** From text and parameters to a query that can be run, or to a problem that says what is wrong with it and where. */

import { Problem } from '@cairn/openehr'
import {
  type Aql,
  bindParameters,
  checkAql,
  type ParameterValues,
  parseAql,
  refuseAql,
} from '@cairn/openehr/aql'
import type { EhrId } from '../ids.ts'
import { Refusal } from '../refusal/index.ts'
import { type CallInput, refuseUnknownNames, valuesFor } from './parameters.ts'

export interface Limits {
  /** `CAIRN_QUERY_DEFAULT_FETCH`. */
  readonly defaultFetch: number
  /** `CAIRN_QUERY_MAX_FETCH`. */
  readonly maxFetch: number
}

/** A query bound and checked, and the part of its rows that is asked for. */
export interface Prepared {
  readonly query: Aql.BoundQuery
  readonly ehrId: EhrId | undefined
  readonly offset: number
  readonly fetch: number
}

/** Counts the faults of a query with these values, since they may be bound to something of another type. */
function faultsWith(query: Aql.Query, values: ParameterValues): number {
  try {
    return checkAql(bindParameters(query, values)).length
  } catch (error) {
    if (error instanceof Problem) return error.findings.length
    throw error
  }
}

/** As many values as a row of the database can have; a column that shows an object takes four of them. */
const MOST_COLUMNS = 400

function refuseTooWide({ columns }: Aql.Query): void {
  if (columns.length > MOST_COLUMNS)
    throw new Refusal(
      'query.too_large',
      `The query has ${columns.length} columns; at most ${MOST_COLUMNS} can be asked for at once.`,
    )
}

export function prepare(text: string, call: CallInput, { defaultFetch, maxFetch }: Limits): Prepared {
  const parsed = parseAql(text)
  refuseTooWide(parsed)
  refuseUnknownNames(parsed, call)
  const values = valuesFor(parsed, call.parameters, each => faultsWith(parsed, each))
  const query = bindParameters(parsed, values)
  refuseAql(checkAql(query))
  if (call.fetch !== undefined && query.top)
    throw new Refusal('request.malformed', 'fetch cannot be used with a query that has TOP.')
  const fetch = call.fetch ?? defaultFetch
  if (fetch > maxFetch) throw new Refusal('request.malformed', `fetch can be ${maxFetch} at most.`)
  return { query, ehrId: call.ehrId, offset: call.offset, fetch }
}

/** No page: as many rows as there are. */
export const ALL_ROWS = Number.MAX_SAFE_INTEGER - 1

/** A query without parameters, for all of its rows. */
export const prepareWhole = (text: string): Prepared =>
  prepare(
    text,
    { controls: [], ehrId: undefined, offset: 0, fetch: undefined, parameters: { typed: {}, untyped: {} } },
    { defaultFetch: ALL_ROWS, maxFetch: ALL_ROWS },
  )
