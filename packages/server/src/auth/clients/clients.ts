/** Creates, changes and finds clients, for the commands and the admin API. */
import { randomBytes } from 'node:crypto'
import type { Database, Queries } from '../../db/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { newSecret, type Vault } from '../../vault.ts'
import { isAdministrator, refuseLastAdministrator } from './administrators.ts'
import {
  type Client,
  type ClientKind,
  type ClientScope,
  hasKeys,
  isReservedId,
  type PublicKeySet,
} from './client.ts'
import { checkClient } from './client-rules.ts'
import {
  addClient,
  findClient,
  findLockedClient,
  putClient,
  putSecret,
  removeClient,
  removeSecrets,
  setDisabled,
} from './store.ts'

/** A client with its secret, which is returned once and never again; a client with keys and a public one have none. */
export interface ClientWithSecret {
  readonly client: Client
  readonly secret: string | undefined
}

export interface NewClient {
  /** Made up when left out. */
  readonly clientId?: string | undefined
  readonly name: string
  /** A backend when left out. */
  readonly kind?: ClientKind | undefined
  readonly scopes: readonly ClientScope[]
  readonly redirectUris?: readonly string[] | undefined
  readonly jwks?: PublicKeySet | undefined
  readonly jwksUri?: string | undefined
  readonly requiresDpop?: boolean | undefined
  /** Made up when left out. */
  readonly secret?: string | undefined
}

/** Members that are left out stay as they are. */
export type ClientChange = Partial<
  Pick<Client, 'name' | 'scopes' | 'redirectUris' | 'jwks' | 'jwksUri' | 'requiresDpop'>
>

export const unknownClient = (clientId: string) =>
  new Refusal('client.not_found', `There is no client "${clientId}".`)

const taken = (clientId: string) =>
  new Refusal(
    'client.exists',
    `The id "${clientId}" is taken by another client, now or in the past, or by a person.`,
  )

const newClientId = (): string => `client-${randomBytes(6).toString('hex')}`

export async function createClient(db: Database, vault: Vault, wanted: NewClient): Promise<ClientWithSecret> {
  const { name, kind = 'backend', scopes, redirectUris = [], jwks, jwksUri, requiresDpop = false } = wanted
  const clientId = wanted.clientId ?? newClientId()
  if (isReservedId(clientId)) throw taken(clientId)
  const hasSecret = kind !== 'public' && !hasKeys({ jwks, jwksUri })
  const secret = hasSecret ? (wanted.secret ?? newSecret()) : undefined
  const row = { clientId, name, kind, scopes, redirectUris, jwks, jwksUri, requiresDpop }
  const client = await addClient(db, row, secret === undefined ? undefined : vault.mac(secret))
  if (!client) throw taken(clientId)
  return { client, secret }
}

/** Changes a client in a transaction in which the last administrator cannot be lost. */
const changing = (
  db: Database,
  clientId: string,
  change: (queries: Queries, client: Client) => Promise<Client | undefined>,
): Promise<Client> =>
  db.transaction(async queries => {
    const client = await findLockedClient(queries, clientId)
    const changed = client && (await change(queries, client))
    if (!client || !changed) throw unknownClient(clientId)
    if (isAdministrator(client)) await refuseLastAdministrator(queries)
    return changed
  })

export const updateClient = (db: Database, clientId: string, change: ClientChange): Promise<Client> =>
  changing(db, clientId, async (queries, client) => {
    const next = { ...client, ...change }
    checkClient(next)
    // One that has keys from now on proves its identity with them alone.
    if (hasKeys(next)) await removeSecrets(queries, clientId)
    return putClient(queries, next)
  })

export const deleteClient = (db: Database, clientId: string): Promise<Client> =>
  changing(db, clientId, queries => removeClient(queries, clientId))

export const disableClient = (db: Database, clientId: string, disabled: boolean): Promise<Client> =>
  changing(db, clientId, queries => setDisabled(queries, clientId, disabled))

/** From now on the new secret and the newest old one both work; with `now`, only the new one. */
export async function rotateSecret(
  db: Database,
  vault: Vault,
  clientId: string,
  { now = false } = {},
): Promise<ClientWithSecret> {
  const secret = newSecret()
  return db.transaction(async queries => {
    const client = await findLockedClient(queries, clientId)
    if (!client) throw unknownClient(clientId)
    if (client.kind === 'public' || hasKeys(client))
      throw new Refusal(
        'client.has_no_secret',
        `The client "${clientId}" has no secret that could be replaced.`,
      )
    await putSecret(queries, clientId, vault.mac(secret), now)
    return { client, secret }
  })
}

export async function clientById(db: Queries, clientId: string): Promise<Client> {
  const client = await findClient(db, clientId)
  if (!client) throw unknownClient(clientId)
  return client
}
