/** Queries and changes of the page. Each request is kept in the registry, so little is asked for twice. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRefresh } from '../parts/use-refresh.ts'
import { listOwnSettings, listServers, listTenants, readTenant, readVersion, type Tenant } from './api.ts'

const tenantsKey = ['tenants']

/** Intervals of looks: while something goes on that ends by itself, and otherwise. */
const [SOON_MS, LATER_MS] = [3000, 30_000]

const isUnderWay = ({ state, moving }: Tenant): boolean =>
  moving !== undefined || state === 'creating' || state === 'moving'

export const useTenants = () =>
  useQuery({
    queryKey: tenantsKey,
    queryFn: ({ signal }) => listTenants({ signal }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? SOON_MS : LATER_MS),
  })

const FIGURES_MS = 5 * 60_000

/** History and figures of a tenant: read again when its state has changed. */
export const useTenantDetail = ({ tenant_id, state, moving }: Tenant, isWanted = true) =>
  useQuery({
    queryKey: ['tenant', tenant_id, state, moving?.step],
    queryFn: ({ signal }) => readTenant(tenant_id, signal),
    staleTime: FIGURES_MS,
    enabled: isWanted,
  })

export const useServers = () =>
  useQuery({ queryKey: ['servers'], queryFn: ({ signal }) => listServers(signal) })

/** They change with the server alone. */
export const useOwnSettings = () =>
  useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => listOwnSettings(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useVersion = () =>
  useQuery({
    queryKey: ['version'],
    queryFn: ({ signal }) => readVersion(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A change of tenants; the list and the tenant are read again after it. */
export function useChange<T>(change: () => Promise<T>, tenantId: string, done: (result: T) => void) {
  const refresh = useRefresh(tenantsKey, ['tenant', tenantId], ['servers'])
  return useMutation<T, Error, void>({
    mutationFn: change,
    onSuccess: async result => {
      done(result)
      await refresh()
    },
  })
}
