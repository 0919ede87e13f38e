/** The relational layer over the query index: typed nodes, printed as SQL and as text for people. */

export { explainPage, explainQuery } from './explain.ts'
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
  constant,
  forms,
  identifier,
  joined,
  keys,
  NULL_TRUTH,
  provided,
  q,
  value,
  verbatim,
} from './fragment.ts'
export {
  asText,
  byVector,
  firstOfLeaf,
  hasLeaf,
  instances,
  isSeveral,
  leafAt,
  leafAtText,
  leafValues,
  listElements,
  orShared,
  sameVector,
  valuesByVector,
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
