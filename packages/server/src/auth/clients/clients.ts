/** Creates, changes and finds clients, for the commands and the admin API. */
import { randomBytes } from 'node:crypto'
import type { Database, Queries } from '../../db/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { newSecret, type Vault } from '../../seals/index.ts'
import { isAdministrator, refuseLastAdministrator } from './administrators.ts'
import {
  type Client,
  type ClientChange,
  type ClientKind,
  type ClientScope,
  hasKeys,
  isReservedId,
  type PublicKeySet,
} from './client.ts'
import { givesAccess } from './client-request.ts'
import { checkClient } from './client-rules.ts'
import {
  addClient,
  findClient,
  findLockedClient,
  isKnownId,
  type NewClientRow,
  putClient,
  putSecret,
  putVoucher,
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
  /** The default is a backend. */
  readonly kind?: ClientKind | undefined
  readonly scopes: readonly ClientScope[]
  readonly redirectUris?: readonly string[] | undefined
  readonly jwks?: PublicKeySet | undefined
  readonly jwksUri?: string | undefined
  readonly requiresDpop?: boolean | undefined
  readonly basicAuth?: boolean | undefined
  readonly postLogoutRedirectUris?: readonly string[] | undefined
  readonly backchannelLogoutUri?: string | undefined
  readonly backchannelLogoutSessionRequired?: boolean | undefined
  /** Made up when left out. */
  readonly secret?: string | undefined
}

export const unknownClient = (clientId: string) =>
  new Refusal('client.not_found', `There is no client "${clientId}".`)

const taken = (clientId: string) =>
  new Refusal(
    'client.exists',
    `The id "${clientId}" is taken by another client, now or in the past, or by a person.`,
  )

const newClientId = (): string => `client-${randomBytes(6).toString('hex')}`

/** A new client before it is stored: with its id, and the mac of its secret. */
export interface PreparedClient {
  readonly row: NewClientRow
  readonly secret: string | undefined
}

export function prepareClient(wanted: NewClient): PreparedClient {
  const { name, kind = 'backend', scopes, redirectUris = [], jwks, jwksUri, requiresDpop = false } = wanted
  const clientId = wanted.clientId ?? newClientId()
  if (isReservedId(clientId)) throw taken(clientId)
  const hasSecret = kind !== 'public' && !hasKeys({ jwks, jwksUri })
  const secret = hasSecret ? (wanted.secret ?? newSecret()) : undefined
  const { postLogoutRedirectUris = [], backchannelLogoutUri, basicAuth = false } = wanted
  const { backchannelLogoutSessionRequired = false } = wanted
  const logout = { postLogoutRedirectUris, backchannelLogoutUri, backchannelLogoutSessionRequired }
  return {
    row: { clientId, name, kind, scopes, redirectUris, jwks, jwksUri, requiresDpop, basicAuth, ...logout },
    secret,
  }
}

/** For a client that is stored later; a deleted one keeps its id too. */
export async function refuseTakenId(queries: Queries, clientId: string): Promise<void> {
  if (await isKnownId(queries, clientId)) throw taken(clientId)
}

/** Functions that give a client credentials take the administrator who does so alone (`vouched_by`). */
type Voucher = string | undefined

export async function storeClient(
  queries: Queries,
  row: NewClientRow,
  mac: Buffer | undefined,
  voucher: Voucher,
): Promise<Client> {
  const client = await addClient(queries, row, mac)
  if (!client) throw taken(row.clientId)
  await putVoucher(queries, row.clientId, voucher)
  return client
}

export async function createClient(
  db: Database,
  vault: Vault,
  wanted: NewClient,
  voucher?: Voucher,
): Promise<ClientWithSecret> {
  const { row, secret } = prepareClient(wanted)
  const mac = secret === undefined ? undefined : vault.mac(secret)
  const client = await db.transaction(queries => storeClient(queries, row, mac, voucher))
  return { client, secret }
}

/** Changes a client in a transaction in which the last administrator cannot be lost. */
async function changing(
  queries: Queries,
  clientId: string,
  change: (client: Client) => Promise<Client | undefined>,
): Promise<Client> {
  const client = await findLockedClient(queries, clientId)
  const changed = client && (await change(client))
  if (!client || !changed) throw unknownClient(clientId)
  if (isAdministrator(client)) await refuseLastAdministrator(queries)
  return changed
}

export const updateClient = (
  queries: Queries,
  clientId: string,
  change: ClientChange,
  voucher?: Voucher,
): Promise<Client> =>
  changing(queries, clientId, async client => {
    const next = { ...client, ...change }
    checkClient(next)
    // One that has keys from now on proves its identity with them alone.
    if (hasKeys(next)) await removeSecrets(queries, clientId)
    if (givesAccess(client, change)) await putVoucher(queries, clientId, voucher)
    return putClient(queries, next)
  })

export const deleteClient = (queries: Queries, clientId: string): Promise<Client> =>
  changing(queries, clientId, () => removeClient(queries, clientId))

export const disableClient = (queries: Queries, clientId: string): Promise<Client> =>
  changing(queries, clientId, () => setDisabled(queries, clientId, true))

export const enableClient = (queries: Queries, clientId: string, voucher?: Voucher): Promise<Client> =>
  changing(queries, clientId, async client => {
    if (client.disabled) await putVoucher(queries, clientId, voucher)
    return setDisabled(queries, clientId, false)
  })

/** Returns the client, locked, if it has a secret that can be replaced. */
export async function clientWithSecret(queries: Queries, clientId: string): Promise<Client> {
  const client = await findLockedClient(queries, clientId)
  if (!client) throw unknownClient(clientId)
  if (client.kind === 'public' || hasKeys(client))
    throw new Refusal(
      'client.has_no_secret',
      `The client "${clientId}" has no secret that could be replaced.`,
    )
  return client
}

/** From now on the new secret and the newest old one both work; with `isAlone`, only the new one. */
export async function putNewSecret(
  queries: Queries,
  clientId: string,
  mac: Buffer,
  { isAlone = false, voucher = undefined as Voucher } = {},
): Promise<Client> {
  const client = await clientWithSecret(queries, clientId)
  await putSecret(queries, clientId, mac, isAlone)
  await putVoucher(queries, clientId, voucher)
  return client
}

export async function rotateSecret(
  db: Database,
  vault: Vault,
  clientId: string,
  { now = false } = {},
): Promise<ClientWithSecret> {
  const secret = newSecret()
  const mac = vault.mac(secret)
  return db.transaction(async queries => ({
    client: await putNewSecret(queries, clientId, mac, { isAlone: now }),
    secret,
  }))
}

export async function clientById(db: Queries, clientId: string): Promise<Client> {
  const client = await findClient(db, clientId)
  if (!client) throw unknownClient(clientId)
  return client
}
