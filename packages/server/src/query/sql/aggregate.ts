/** Aggregates in SQL. */

import { joined, q } from '../../relation/expressions/index.ts'
import type { Fragment } from '../../relation/index.ts'

export const countRows = q`count(*)`
export const count = (of: Fragment): Fragment => q`count(${of})`
export const countDistinct = (of: Fragment): Fragment => q`count(distinct ${of})`
export const countWhere = (condition: Fragment): Fragment => q`count(case when ${condition} then 1 end)`
/** Decimals are added without rounding, so that the order of the rows does not matter; the sum is rounded once. */
export const sum = (json: Fragment): Fragment => q`sum((${json})::numeric)::float8`
/** The quotient of two floats: the evaluator divides in the same way. */
export const average = (json: Fragment): Fragment => q`sum((${json})::numeric)::float8 / count(${json})`
/** Of nothing, and still an aggregate. */
export const sumOfNothing = q`sum(null::float8)`
export const least = (of: Fragment): Fragment => q`min(${of})`
export const most = (of: Fragment): Fragment => q`max(${of})`

/** The text of the row that is first in an order. */
export const firstText = (text: Fragment, order: readonly Fragment[]): Fragment =>
  q`(array_agg(${text} order by ${joined(order, ', ')}) filter (where ${text} is not null))[1]`

/** The number of the row that is first in an order. */
export const rowNumber = (order: readonly Fragment[]): Fragment =>
  q`row_number() over (order by ${joined(order, ', ')})`
