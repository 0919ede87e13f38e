/** Creates, changes and finds clients, for the commands and the admin API. */
import { randomBytes } from 'node:crypto'
import type { Database } from '../db/index.ts'
import type { Scope } from '../http/index.ts'
import { Refusal } from '../refusal/index.ts'
import { newSecret, type Vault } from '../vault.ts'
import { addClient, type Client, findClient, putSecret, setDisabled } from './store.ts'

/** A client with its secret, which is returned once and never again. */
export interface ClientWithSecret {
  readonly client: Client
  readonly secret: string
}

export interface NewClient {
  /** Made up when left out. */
  readonly clientId?: string | undefined
  readonly name: string
  readonly scopes: readonly Scope[]
  /** Made up when left out. */
  readonly secret?: string | undefined
}

export const unknownClient = (clientId: string) =>
  new Refusal('client.not_found', `There is no client "${clientId}".`)

const newClientId = (): string => `client-${randomBytes(6).toString('hex')}`

export async function createClient(db: Database, vault: Vault, wanted: NewClient): Promise<ClientWithSecret> {
  const clientId = wanted.clientId ?? newClientId()
  const secret = wanted.secret ?? newSecret()
  const client = await addClient(db, { ...wanted, clientId, mac: vault.mac(secret) })
  if (!client) throw new Refusal('client.exists', `There is a client "${clientId}" already.`)
  return { client, secret }
}

/** From now on the new secret and the newest old one both work; with `now`, only the new one. */
export async function rotateSecret(
  db: Database,
  vault: Vault,
  clientId: string,
  { now = false } = {},
): Promise<ClientWithSecret> {
  const secret = newSecret()
  const done = await putSecret(db, clientId, vault.mac(secret), now)
  const client = done ? await findClient(db, clientId) : undefined
  if (!client) throw unknownClient(clientId)
  return { client, secret }
}

export async function disableClient(db: Database, clientId: string, disabled: boolean): Promise<Client> {
  const client = await setDisabled(db, clientId, disabled)
  if (!client) throw unknownClient(clientId)
  return client
}

export async function clientById(db: Database, clientId: string): Promise<Client> {
  const client = await findClient(db, clientId)
  if (!client) throw unknownClient(clientId)
  return client
}
