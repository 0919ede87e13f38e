/** Prints the statements that write rows of the tables, and gathers calls for one statement. */
export { batchCalls } from './batch-calls.ts'
export {
  columnsBut,
  columnsOf,
  insertRows,
  parameters,
  printInsert,
  type Relation,
  relation,
} from './insert.ts'
export { type KeyedLane, openKeyedLane } from './lane.ts'
export { type Column, rowsAsLists } from './rows-as-lists.ts'
export { PARTY_COLUMNS, TABLES } from './tables.ts'
