/** `/operator/v1`: the life of tenants over HTTP. No operation reads a record, a person or a client of a tenant. */

import { type Caller, type Endpoint, endpoint, type Incoming, json, type Reply } from '../../http/index.ts'
import { BODY_LIMITS, readJson } from '../../http/request/index.ts'
import type { Config } from '../../settings/index.ts'
import { changeSettings, createTenant, resumeTenant, suspendTenant } from '../life.ts'
import { cancelMove } from '../move.ts'
import { deleteTenant, tenantBody, upgradeTenants } from '../operations.ts'
import { type Registry, requireTenant } from '../registry.ts'
import { eventsOf, listServers, listTenants } from '../registry-store.ts'
import type { Tenant } from '../tenant.ts'
import { listOwnSettings } from '../tenant-settings.ts'
import { readSize } from '../tenant-size.ts'
import { type Changes, refusalOf } from './changes.ts'
import { abandonIn, graceDaysIn, moveIn, newTenantIn, settingsIn } from './input.ts'
import { ID, NEW_TENANT, SERVER, SETTING, SETTINGS, TENANT, UPGRADE } from './schemas.ts'

export interface OperatorNeeds {
  readonly registry: Registry
  readonly config: Config
  readonly changes: Changes
  readonly loadOf: (tenantId: string) => TenantLoad
}

/** The requests of a tenant that this server takes. */
interface TenantLoad {
  readonly isOpen: boolean
  /** Requests in progress. */
  readonly running: number
  /** Requests of each of the last minutes. */
  readonly minutes: readonly number[]
}

/** The registry as the operator changes it: its events name them. */
const as = ({ registry }: OperatorNeeds, { clientId }: Caller): Registry => ({
  ...registry,
  operatorId: clientId,
})

const common = { scope: 'api.admin', produces: ['application/json'] } as const
const NOT_FOUND = { 404: { description: 'There is no such tenant.' } }
const CONFLICT = { 409: { description: 'The state of the tenant does not allow it; the message says why.' } }
const INVALID = { 400: { description: 'The body cannot be used; all findings are listed.' } }

const idIn = ({ parameters }: Incoming): string => parameters['tenant_id'] ?? ''

const shown =
  (status: number) =>
  (tenant: Tenant): Reply =>
    json(status, tenantBody(tenant))

const loadBody = ({ isOpen, running, minutes }: TenantLoad) => ({
  load: { open: isOpen, running, requests_by_minute: minutes },
})

/** An operation on one tenant that answers with it. */
const change = (
  route: Endpoint<OperatorNeeds>['route'],
  operationId: string,
  summary: string,
  work: (registry: Registry, tenantId: string) => Promise<Tenant>,
): Endpoint<OperatorNeeds> =>
  endpoint({
    ...common,
    route,
    doc: {
      operationId,
      tag: 'Tenants',
      summary,
      parameters: [ID],
      responses: {
        200: { description: 'The tenant as it is now.', schema: TENANT },
        ...NOT_FOUND,
        ...CONFLICT,
      },
    },
    read: idIn,
    act: (needs: OperatorNeeds, caller, id) => needs.changes.make(() => work(as(needs, caller), id)),
    reply: shown(200),
  })

const list: Endpoint<OperatorNeeds> = endpoint({
  ...common,
  route: 'GET /tenant',
  doc: {
    operationId: 'tenant_list',
    tag: 'Tenants',
    summary: 'List tenants',
    description: 'Deleted ones too, with the proof of their removal.',
    responses: { 200: { description: 'All tenants, by id.', schema: { type: 'array', items: TENANT } } },
  },
  read: () => undefined,
  act: async ({ registry, loadOf }: OperatorNeeds) =>
    (await listTenants(registry.db)).map(tenant => ({
      ...tenantBody(tenant),
      ...loadBody(loadOf(tenant.tenantId)),
    })),
  reply: tenants => json(200, tenants),
})

const show: Endpoint<OperatorNeeds> = endpoint({
  ...common,
  route: 'GET /tenant/{tenant_id}',
  doc: {
    operationId: 'tenant_get',
    tag: 'Tenants',
    summary: 'Read a tenant with its history',
    parameters: [ID],
    responses: {
      200: {
        description:
          'The tenant; `events` has its history, oldest first. `ehrs` and `database_bytes` are absent while its database does not answer.',
        schema: TENANT,
      },
      ...NOT_FOUND,
    },
  },
  read: idIn,
  act: async ({ registry, loadOf }: OperatorNeeds, _caller, id) => {
    const tenant = await requireTenant(registry.db, id).catch(error => {
      throw refusalOf(error)
    })
    const [size, events] = [await readSize(registry, tenant), await eventsOf(registry.db, id)]
    return { ...tenantBody(tenant), ...loadBody(loadOf(id)), ...size, events }
  },
  reply: tenant => json(200, tenant),
})

const servers: Endpoint<OperatorNeeds> = endpoint({
  ...common,
  route: 'GET /server',
  doc: {
    operationId: 'tenant_servers',
    tag: 'Tenants',
    summary: 'List the PostgreSQL servers that tenants can be on',
    responses: {
      200: { description: 'Names, without addresses.', schema: { type: 'array', items: SERVER } },
    },
  },
  read: () => undefined,
  act: ({ registry }: OperatorNeeds) => listServers(registry.db),
  reply: all => json(200, all),
})

const ownSettings: Endpoint<OperatorNeeds> = endpoint({
  ...common,
  route: 'GET /setting',
  doc: {
    operationId: 'tenant_setting_list',
    tag: 'Tenants',
    summary: 'List the settings that a tenant can have different from the server',
    responses: {
      200: {
        description: 'Settings by name, with the values of the server.',
        schema: { type: 'array', items: SETTING },
      },
    },
  },
  read: () => undefined,
  act: async ({ config }: OperatorNeeds) => listOwnSettings(config),
  reply: all => json(200, all),
})

const create: Endpoint<OperatorNeeds> = endpoint({
  ...common,
  route: 'POST /tenant',
  body: { 'application/json': readJson },
  bodyLimit: BODY_LIMITS.small,
  doc: {
    operationId: 'tenant_create',
    tag: 'Tenants',
    summary: 'Create a tenant',
    description: 'A request that was interrupted is repeated with the same body.',
    body: NEW_TENANT,
    responses: {
      201: {
        description: 'The tenant; `link` lets its first administrator in, once, and is shown this once.',
        schema: TENANT,
      },
      ...INVALID,
      ...CONFLICT,
    },
  },
  read: ({ body }) => newTenantIn(body),
  act: (needs: OperatorNeeds, caller, wanted) =>
    needs.changes.make(() => createTenant(as(needs, caller), needs.config, wanted)),
  reply: ({ tenant, link }) =>
    json(201, { ...tenantBody(tenant), link }, { Location: `/tenant/${tenant.tenantId}` }),
})

const upgrade: Endpoint<OperatorNeeds> = endpoint({
  ...common,
  route: 'POST /tenant/{tenant_id}/upgrade',
  doc: {
    operationId: 'tenant_upgrade',
    tag: 'Tenants',
    summary: 'Migrate the database of a tenant to the schema of this version',
    parameters: [ID],
    responses: {
      200: { description: 'Migrations that were applied, or the reason for none.', schema: UPGRADE },
      ...NOT_FOUND,
      ...CONFLICT,
    },
  },
  read: idIn,
  act: (needs: OperatorNeeds, caller, id) =>
    needs.changes.make(async () => (await upgradeTenants(as(needs, caller), id))[0]),
  reply: (upgraded, tenant_id) => json(200, upgraded ?? { tenant_id, applied: 0 }),
})

const settings: Endpoint<OperatorNeeds> = endpoint({
  ...common,
  route: 'PUT /tenant/{tenant_id}/settings',
  body: { 'application/json': readJson },
  bodyLimit: BODY_LIMITS.small,
  doc: {
    operationId: 'tenant_settings',
    tag: 'Tenants',
    summary: 'Replace the settings of a tenant',
    description:
      'Those that are absent have the values of the server. It is closed and opened again with the new values.',
    parameters: [ID],
    body: SETTINGS,
    responses: {
      200: { description: 'The tenant as it is now.', schema: TENANT },
      ...INVALID,
      ...NOT_FOUND,
      ...CONFLICT,
    },
  },
  read: incoming => ({ id: idIn(incoming), wanted: settingsIn(incoming.body) }),
  act: (needs: OperatorNeeds, caller, { id, wanted }) =>
    needs.changes.make(() => changeSettings(as(needs, caller), needs.config, id, () => wanted)),
  reply: shown(200),
})

const move: Endpoint<OperatorNeeds> = endpoint({
  ...common,
  route: 'POST /tenant/{tenant_id}/move',
  body: { 'application/json': readJson },
  bodyLimit: BODY_LIMITS.small,
  doc: {
    operationId: 'tenant_move',
    tag: 'Tenants',
    summary: 'Move a tenant to another PostgreSQL server while it is served',
    description:
      'The move goes on after the answer; `moving` of the tenant has its step until it has ended. One that was interrupted goes on when the same request is repeated.',
    parameters: [ID],
    body: { type: 'object', required: ['to'], properties: { to: { type: 'string' } } },
    responses: {
      202: { description: 'The move has begun.', schema: TENANT },
      ...INVALID,
      ...NOT_FOUND,
      ...CONFLICT,
    },
  },
  read: incoming => ({ id: idIn(incoming), to: moveIn(incoming.body) }),
  act: (needs: OperatorNeeds, caller, { id, to }) => needs.changes.move(as(needs, caller), id, to),
  reply: shown(202),
})

const cancel: Endpoint<OperatorNeeds> = endpoint({
  ...common,
  route: 'DELETE /tenant/{tenant_id}/move',
  doc: {
    operationId: 'tenant_move_cancel',
    tag: 'Tenants',
    summary: 'Take a move back',
    description:
      'The tenant is served from where it was, and the copy is removed. If the server of the copy does not answer, the answer is 409 `tenant.unreachable`: the tenant is served from where it was, and the move has not ended.',
    parameters: [
      ID,
      {
        name: 'abandon',
        in: 'query',
        description:
          'True for a PostgreSQL server that is gone for good: a database on it that cannot be removed is abandoned, also the old one of a tenant that has moved (default: false).',
        schema: { type: 'boolean' },
      },
    ],
    responses: {
      200: { description: 'The tenant as it is now.', schema: TENANT },
      ...INVALID,
      ...NOT_FOUND,
      ...CONFLICT,
    },
  },
  read: incoming => ({ id: idIn(incoming), abandon: abandonIn(incoming.query) }),
  act: (needs: OperatorNeeds, caller, { id, abandon }) =>
    needs.changes.make(() => cancelMove(as(needs, caller), id, { abandon })),
  reply: shown(200),
})

const remove: Endpoint<OperatorNeeds> = endpoint({
  ...common,
  route: 'DELETE /tenant/{tenant_id}',
  doc: {
    operationId: 'tenant_delete',
    tag: 'Tenants',
    summary: 'Delete a tenant',
    description:
      'The first request stops serving it. The same request after the grace time removes its data for good, and answers with the proof.',
    parameters: [
      ID,
      {
        name: 'grace_days',
        in: 'query',
        description: 'Days until its data may be removed (default: 30).',
        schema: { type: 'integer', minimum: 0, maximum: 9999 },
      },
    ],
    responses: {
      200: { description: 'The tenant, `deleting` or `deleted`.', schema: TENANT },
      ...INVALID,
      ...NOT_FOUND,
      ...CONFLICT,
    },
  },
  read: incoming => ({ id: idIn(incoming), days: graceDaysIn(incoming.query) }),
  act: (needs: OperatorNeeds, caller, { id, days }) =>
    needs.changes.make(() => deleteTenant(as(needs, caller), id, days)),
  reply: shown(200),
})

export const operatorEndpoints: readonly Endpoint<OperatorNeeds>[] = [
  list,
  create,
  show,
  servers,
  ownSettings,
  change('POST /tenant/{tenant_id}/suspend', 'tenant_suspend', 'Stop serving a tenant', suspendTenant),
  change(
    'POST /tenant/{tenant_id}/resume',
    'tenant_resume',
    'Serve a tenant again, also while its deletion waits',
    resumeTenant,
  ),
  upgrade,
  settings,
  move,
  cancel,
  remove,
]
