/** Rights: scopes of SMART on openEHR, what they allow, and the rows that they reach. Pure. */
export { covers, type DataScope, isDataScope, type Permission, parseDataScope } from './data-scope.ts'
export { RIGHTS } from './operations.ts'
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
export { inOneEhr, limitOf, type RowLimit, recordLimit } from './row-limit.ts'
