/** Aggregates in SQL. */
import { type Fragment, joined, q } from '../../relation/index.ts'

export const countRows = q`count(*)`
export const count = (of: Fragment): Fragment => q`count(${of})`
export const countDistinct = (of: Fragment): Fragment => q`count(distinct ${of})`
export const countWhere = (condition: Fragment): Fragment => q`count(case when ${condition} then 1 end)`
export const sum = (json: Fragment): Fragment => q`sum((${json})::float8)`
export const average = (json: Fragment): Fragment => q`avg((${json})::float8)`
export const sumOfNothing = q`sum(null::float8)`
export const averageOfNothing = q`avg(null::float8)`
export const least = (of: Fragment): Fragment => q`min(${of})`
export const most = (of: Fragment): Fragment => q`max(${of})`

/** The text of the row that is first in an order. */
export const firstText = (text: Fragment, order: readonly Fragment[]): Fragment =>
  q`(array_agg(${text} order by ${joined(order, ', ')}) filter (where ${text} is not null))[1]`

/** The number of the row that is first in an order. */
export const rowNumber = (order: readonly Fragment[]): Fragment =>
  q`row_number() over (order by ${joined(order, ', ')})`
