/** Clients kept in memory, since every request needs its client; changes of other processes are heard of before they are answered. */
import { type Changes, type Database, readChangePosition } from '../../db/index.ts'
import type { Client } from './client.ts'
import { changedClients, findClient, listClients } from './store.ts'

export interface ClientDirectory {
  known(clientId: string): Client | undefined
  /** Asks the database for one that is not known yet. */
  find(clientId: string): Promise<Client | undefined>
  /** Loads the clients that changed since the last refresh. */
  refresh(): Promise<void>
}

export async function openClientDirectory(db: Database, changes: Changes): Promise<ClientDirectory> {
  const clients = new Map<string, Client>()
  let position = await readChangePosition(db)
  for (const client of await listClients(db)) clients.set(client.clientId, client)
  const refresh = async () => {
    const changes = await changedClients(db, position)
    for (const client of changes.clients) clients.set(client.clientId, client)
    position = changes.position
  }
  changes.on('clients', refresh)
  return {
    known: clientId => clients.get(clientId),
    find: async clientId => {
      const client = await findClient(db, clientId)
      if (client) clients.set(clientId, client)
      return client
    },
    refresh,
  }
}
