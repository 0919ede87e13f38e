/** Clients kept in memory, since every request needs its client; at most a few seconds old. */
import type { Database } from '../db/index.ts'
import { type Client, changedClients, findClient, listClients } from './store.ts'

export interface ClientDirectory {
  /** A client as it was at the last refresh. */
  known(clientId: string): Client | undefined
  /** Asks the database for one that is not known yet. */
  find(clientId: string): Promise<Client | undefined>
  /** Loads the clients that changed since the last refresh. */
  refresh(): Promise<void>
}

export async function openClientDirectory(db: Database): Promise<ClientDirectory> {
  const clients = new Map<string, Client>()
  let { asked } = await changedClients(db, new Date(0))
  for (const client of await listClients(db)) clients.set(client.clientId, client)
  return {
    known: clientId => clients.get(clientId),
    find: async clientId => {
      const client = await findClient(db, clientId)
      if (client) clients.set(clientId, client)
      return client
    },
    refresh: async () => {
      const changes = await changedClients(db, asked)
      for (const client of changes.clients) clients.set(client.clientId, client)
      asked = changes.asked
    },
  }
}
