/** The queries of clients. */
import { useAsk } from '../../session/use-ask.ts'

export const clientsKey = ['clients']

export const useClients = (isAdmin: boolean) =>
  useAsk(clientsKey, cairn => cairn.clients.list(), { enabled: isAdmin })

export const useClientRequests = () =>
  useAsk([...clientsKey, 'requests'], cairn => cairn.clients.requestList(), { refetchInterval: 30_000 })
