/** Tenants: many organisations on one server, each with a database of its own (decision 0124). */
export { openTenantServer, type TenantServer } from './front.ts'
export { changeSettings, createTenant, resumeTenant, suspendTenant } from './life.ts'
export { cancelMove, moveTenant } from './move.ts'
export {
  deleteTenant,
  GRACE_DAYS,
  removeDueTenants,
  type TenantUpgrade,
  tenantBody,
  upgradeTenants,
} from './operations.ts'
export { createOperator, listOperators, type Operator, revokeOperator } from './operator/index.ts'
export { openRegistry, type Registry, requireTenant } from './registry.ts'
export {
  type DatabaseServer,
  eventsOf,
  listServers,
  listTenants,
  type TenantEvent,
} from './registry-store.ts'
export { serverNameIn, type Tenant } from './tenant.ts'
export { tenantConfig } from './tenant-settings.ts'
export { readSize, type TenantSize } from './tenant-size.ts'
