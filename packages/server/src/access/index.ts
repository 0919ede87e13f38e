/** Access: scopes of SMART on openEHR, what they allow, the rows that they reach, and SQL that is made for them. Pure. */
export type { ReachValue } from './conditions.ts'
export { fhirRights } from './fhir-rights.ts'
export {
  deleteFrom,
  GuardedSql,
  type GuardedTable,
  guarded,
  insertInto,
  joined,
  open,
  PARTY_TABLES,
  SqlConstant,
  seen,
  sqlConstant,
  type TableUse,
  update,
} from './guarded-sql.ts'
export { partyRight, RIGHTS } from './operations.ts'
export { printOnNodes, printOnServer, printParties, printWhole } from './print-sql.ts'
export {
  allows,
  type Reach,
  type Right,
  type Rights,
  type RoleRule,
  rightsOf,
  rulesFor,
  type TakenAccess,
} from './rights.ts'
export { inOneEhr, limitOf, queriedParties, type RowLimit, recordLimit } from './row-limit.ts'
