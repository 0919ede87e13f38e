/** Moves a database that is in use: changes are noted, copied again, and at the end refused (decision 0130). */
export { catchUp } from './catch-up.ts'
export { allowWrites, forgetChanges, noteChanges, stopWrites } from './note-changes.ts'
