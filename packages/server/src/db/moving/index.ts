/** Moves a database that is in use: changes are noted, copied again, and at the end refused (decision 0130). */
export { type Changed, catchUp, followChanges, sameKey, withoutTriggers } from './catch-up.ts'
export type { Sides } from './compare-rows.ts'
export {
  allowWrites,
  forgetChanges,
  type NotedTable,
  nameOfNotes,
  noteChanges,
  notedTables,
  stopWrites,
} from './note-changes.ts'
