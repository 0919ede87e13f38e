/** Roles: the ones that come along, and those that an administrator makes. */
export { roleBody } from './endpoints.ts'
export { BUILT_IN_ROLES, equivalentsOf } from './role.ts'
export { newRoleIn, roleChangeIn } from './role-input.ts'
export {
  changeRole,
  createRole,
  deleteRole,
  listRoles,
  type RoleInUse,
  roleByName,
} from './roles.ts'
