/** Schemas of the operator's API. */
import type { ParameterDoc } from '../../http/index.ts'
import type { Schema } from '../../http/openapi/index.ts'

export const ID: ParameterDoc = {
  name: 'tenant_id',
  in: 'path',
  required: true,
  description: 'The id of the tenant.',
  schema: { type: 'string' },
}

const text = { type: 'string' } as const
const time = { type: 'string', format: 'date-time' } as const

export const SETTINGS: Schema = { type: 'object', additionalProperties: text }

const OF_NEW = {
  tenant_id: { ...text, maxLength: 32, pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' },
  name: { ...text, minLength: 1, maxLength: 200 },
  base_url: { ...text, format: 'uri' },
  system_id: text,
  settings: SETTINGS,
  server: text,
} as const

export const NEW_TENANT: Schema = {
  type: 'object',
  title: 'NewTenant',
  required: ['tenant_id', 'name', 'base_url'],
  additionalProperties: false,
  properties: OF_NEW,
}

export const TENANT: Schema = {
  type: 'object',
  title: 'Tenant',
  required: [
    'tenant_id',
    'name',
    'state',
    'base_url',
    'system_id',
    'server',
    'database',
    'settings',
    'created_at',
  ],
  properties: {
    ...OF_NEW,
    state: { enum: ['creating', 'active', 'suspended', 'moving', 'deleting', 'removing', 'deleted'] },
    database: text,
    created_at: time,
    moving: { type: 'object', properties: { to: text, step: text } },
    delete_after: time,
    proof: { type: 'object' },
    ehrs: { type: 'integer', description: 'Number of EHRs.' },
    database_bytes: { type: 'integer', description: 'Size of the files of its database.' },
    migration: { type: 'integer', description: 'Last migration of its schema.' },
    link: text,
    load: {
      type: 'object',
      description: 'Requests that this server takes for the tenant, where it is listed or shown.',
      properties: {
        open: { type: 'boolean', description: 'Its database is open.' },
        running: { type: 'integer', description: 'Requests in progress.' },
        requests_by_minute: {
          type: 'array',
          items: { type: 'integer' },
          description: 'Of the last 30 minutes, oldest first; the last one is not over.',
        },
      },
    },
    events: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          at: time,
          action: text,
          operator: { type: ['string', 'null'], description: 'Null: a command.' },
        },
      },
    },
  },
}

export const UPGRADE: Schema = {
  type: 'object',
  title: 'TenantUpgrade',
  properties: { tenant_id: text, applied: { type: 'integer' }, failure: text },
}

export const SETTING: Schema = {
  type: 'object',
  title: 'TenantSetting',
  required: ['variable', 'meaning', 'value'],
  properties: {
    variable: text,
    meaning: text,
    value: { ...text, description: 'Of the server: tenants that set no other have it.' },
  },
}

export const SERVER: Schema = {
  type: 'object',
  title: 'DatabaseServer',
  required: ['server', 'tenants'],
  properties: { server: text, tenants: { type: 'integer', description: 'Tenants on it.' } },
}
