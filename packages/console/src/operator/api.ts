/** Requests to `/operator/v1`. The key goes in a header that no other site can send; there are no cookies. */
import { CairnError } from '@cairn-ehr/client'
import { operatorKey } from './key.ts'

export type TenantState = 'creating' | 'active' | 'suspended' | 'moving' | 'deleting' | 'removing' | 'deleted'

export interface Tenant {
  readonly tenant_id: string
  readonly name: string
  readonly state: TenantState
  readonly base_url: string
  readonly system_id: string
  readonly server: string
  readonly database: string
  readonly settings: Readonly<Record<string, string>>
  readonly created_at: string
  readonly moving?: { readonly to: string; readonly step: string }
  readonly delete_after?: string
  readonly proof?: { readonly facts: string }
  readonly load: {
    readonly open: boolean
    readonly running: number
    readonly requests_by_minute: readonly number[]
  }
}

/** One tenant as it is shown alone. Figures are there while its database can be read. */
export interface TenantDetail extends Tenant {
  readonly ehrs?: number
  readonly database_bytes?: number
  readonly migration?: number
  readonly events: readonly {
    readonly at: string
    readonly action: string
    readonly operator: string | null
  }[]
}

export interface NewTenant {
  readonly tenant_id: string
  readonly name: string
  readonly base_url: string
  readonly server?: string
}

export interface DatabaseServer {
  readonly server: string
  readonly tenants: number
}

/** A setting that a tenant can have different from the server. */
export interface OwnSetting {
  readonly variable: string
  readonly meaning: string
  /** Of the server. */
  readonly value: string
}

interface Sent {
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** One that is tried; by default the key that the page has. */
  readonly key?: string | undefined
}

async function ask<T>(request: string, { body, signal, key = operatorKey.get() }: Sent = {}): Promise<T> {
  const [method = '', path = ''] = request.split(' ')
  const answer = await fetch(new URL(`v1${path}`, document.baseURI), {
    method,
    credentials: 'omit',
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
  const read = await answer.json().catch(() => ({}))
  if (!answer.ok) throw new CairnError(answer.status, read, answer.headers)
  return read
}

export const listTenants = (sent: Pick<Sent, 'signal' | 'key'>) => ask<Tenant[]>('GET /tenant', sent)

export const readTenant = (id: string, signal: AbortSignal) =>
  ask<TenantDetail>(`GET /tenant/${id}`, { signal })

export const listServers = (signal: AbortSignal) => ask<DatabaseServer[]>('GET /server', { signal })

export const listOwnSettings = (signal: AbortSignal) => ask<OwnSetting[]>('GET /setting', { signal })

/** Needs no key. */
export const readVersion = async (signal: AbortSignal): Promise<string> =>
  (await ask<{ info: { version: string } }>('GET /openapi.json', { signal })).info.version

export const createTenant = (body: NewTenant) => ask<Tenant & { link: string }>('POST /tenant', { body })

export const suspendTenant = (id: string) => ask<Tenant>(`POST /tenant/${id}/suspend`)

export const resumeTenant = (id: string) => ask<Tenant>(`POST /tenant/${id}/resume`)

export const upgradeTenant = (id: string) =>
  ask<{ applied: number; failure?: string }>(`POST /tenant/${id}/upgrade`)

export const moveTenant = (id: string, to: string) => ask<Tenant>(`POST /tenant/${id}/move`, { body: { to } })

export const putSettings = (id: string, settings: Tenant['settings']) =>
  ask<Tenant>(`PUT /tenant/${id}/settings`, { body: settings })

/** `abandon`: leaves a database on a server that does not answer. */
export const cancelMove = (id: string, { abandon = false } = {}) =>
  ask<Tenant>(`DELETE /tenant/${id}/move${abandon ? '?abandon=true' : ''}`)

export const deleteTenant = (id: string, graceDays: string) =>
  ask<Tenant>(`DELETE /tenant/${id}?grace_days=${graceDays}`)
