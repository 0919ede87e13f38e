/** The relational layer over the query index: typed nodes, printed as SQL and as text for people. */

export { explainPage } from './explain.ts'
export {
  column,
  isPresent,
  isWithin,
  leaf,
  leafText,
  noneOf,
  ofEhr,
  sameVersion,
  someOf,
} from './expressions.ts'
export {
  all,
  any,
  coalesce,
  identifier,
  joined,
  NULL_TRUTH,
  provided,
  q,
  value,
} from './fragment.ts'
export {
  asText,
  byVector,
  hasLeaf,
  instances,
  leafAt,
  sameVector,
  zeros,
} from './leaves.ts'
export type {
  Column,
  Derived,
  Fragment,
  Given,
  InstanceJoin,
  Join,
  Page,
  Query,
  RootScan,
  Rows,
  Scalar,
  SortKey,
} from './nodes.ts'
export { derived, filter, join, lookup, roots, table } from './rows.ts'
export { isArchetype, type Printed, print, valuesFor } from './sql.ts'
export { pageSql } from './sql-query.ts'
