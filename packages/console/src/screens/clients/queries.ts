/** The queries of clients. */
import { useQuery } from '@tanstack/react-query'
import { useCairn } from '../../session/use-session.ts'

export const clientsKey = ['clients']

export function useClients(isAdmin: boolean) {
  const cairn = useCairn()
  return useQuery({ queryKey: clientsKey, queryFn: () => cairn.clients.list(), enabled: isAdmin })
}

export function useClientRequests() {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...clientsKey, 'requests'],
    queryFn: () => cairn.clients.requestList(),
    refetchInterval: 30_000,
  })
}
