/** Finds the tenant of a request by its host name and the beginning of its path, before anything else is looked at. */
import type { IncomingMessage } from 'node:http'
import type { Tenant, TenantAddress } from './tenant.ts'

export interface Directory {
  /** Takes a tenant as it is now. */
  put(tenant: Tenant): void
  of(request: Pick<IncomingMessage, 'headers' | 'url'>): Tenant | undefined
  all(): IterableIterator<Tenant>
}

/** Without port and root dot: names are compared as DNS compares them. A slash would make a path of a part of the host. */
const hostIn = (header = ''): string =>
  header.includes('/') ? '' : header.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')

/** The first segment of the path; below `/.well-known/<name>` it follows after the name (RFC 8414, section 3.1). */
const segmentIn = (url = ''): string => /^(?:\/\.well-known\/[\w.-]+)?(\/[^/?#]*)/.exec(url)?.[1] ?? ''

const isKnown = ({ state }: Tenant): boolean => ['active', 'suspended', 'moving'].includes(state)

const keyOf = ({ host, path }: TenantAddress): string => `${host}${path}`

export function openDirectory(): Directory {
  const byId = new Map<string, Tenant>()
  const byAddress = new Map<string, Tenant>()
  return {
    put: tenant => {
      byId.set(tenant.tenantId, tenant)
      const key = keyOf(tenant)
      if (isKnown(tenant)) byAddress.set(key, tenant)
      // A later tenant may have the address.
      else if (byAddress.get(key)?.tenantId === tenant.tenantId) byAddress.delete(key)
    },
    of: ({ headers, url }) => {
      const host = hostIn(headers.host)
      return byAddress.get(host) ?? byAddress.get(keyOf({ host, path: segmentIn(url) }))
    },
    all: () => byId.values(),
  }
}
