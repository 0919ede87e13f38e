/** The relational layer over the query index: typed nodes, printed as SQL and as text for people. */

export { explainPage, explainQuery } from './explain.ts'
export type {
  Column,
  Derived,
  Fragment,
  Given,
  InstanceJoin,
  Join,
  Page,
  Project,
  Query,
  RootScan,
  Rows,
  Scalar,
  SortKey,
} from './nodes.ts'
export { derived, filter, join, lookup, rootColumns, roots, table } from './rows.ts'
export {
  constantsOf,
  EACH_EHR,
  isArchetype,
  type Printed,
  pageSql,
  print,
  querySql,
  valuesFor,
} from './sql.ts'
export { allValues, mayLackValue, type ValueEnd, type ValueKey, valueEnd } from './value-key.ts'
