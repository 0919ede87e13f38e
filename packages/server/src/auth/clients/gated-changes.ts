/** Changes that give somebody the use of a client: made at once within the scopes of the administrator, and else asked for (decision 0081). */
import { randomUUID } from 'node:crypto'
import { recorded } from '../../audit/index.ts'
import type { Database, Queries } from '../../db/index.ts'
import type { Caller, Outgoing } from '../../http/index.ts'
import { newSecret, type Vault } from '../../seals/index.ts'
import type { Client, ClientChange } from './client.ts'
import { actorOf, beyond, givesAccess, type Operation, principalOf } from './client-request.ts'
import { checkAddresses, checkClient } from './client-rules.ts'
import {
  clientWithSecret,
  enableClient,
  type NewClient,
  prepareClient,
  putNewSecret,
  refuseTakenId,
  storeClient,
  unknownClient,
  updateClient,
} from './clients.ts'
import { type OwnScopeNeeds, type OwnScopes, ownScopesOf } from './own-scopes.ts'
import { addRequest } from './request-store.ts'
import { findLockedClient } from './store.ts'

export interface ChangeNeeds {
  readonly db: Database
  readonly vault: Vault
  readonly own: OwnScopeNeeds
  readonly outgoing: Outgoing
}

/** The client as it is now; with a request, as it will be once that is approved. */
export interface ChangeOutcome {
  readonly client: Client
  readonly secret?: string | undefined
  readonly requestId?: string | undefined
}

interface Ask {
  readonly operation: Operation
  readonly client: Client
  readonly secret?: string | undefined
  readonly body?: unknown
}

type Gate = (
  queries: Queries,
  own: OwnScopes,
  ask: (wanted: Ask) => Promise<ChangeOutcome>,
) => Promise<ChangeOutcome>

/** Runs a change in the transaction of its audit event, which is that of a request (202) where one is made instead. */
async function gated(needs: ChangeNeeds, caller: Caller, gate: Gate): Promise<ChangeOutcome> {
  const own = await ownScopesOf(needs.own, caller)
  return recorded(
    needs.db,
    caller.entry,
    queries =>
      gate(queries, own, async ({ operation, client, secret, body }) => {
        const { requestId, askedAt } = await addRequest(queries, {
          requestId: randomUUID(),
          clientId: client.clientId,
          operation,
          body,
          mac: secret === undefined ? undefined : needs.vault.mac(secret),
          askedBy: actorOf(caller),
        })
        return {
          client: operation === 'create' ? { ...client, createdAt: askedAt } : client,
          secret,
          requestId,
        }
      }),
    ({ requestId }) =>
      requestId === undefined ? {} : { status: 202, detail: { client_request: requestId } },
  )
}

export const gatedCreate = (needs: ChangeNeeds, caller: Caller, wanted: NewClient, body: object) =>
  gated(needs, caller, async (queries, own, ask) => {
    const { row, secret } = prepareClient(wanted)
    checkAddresses(row, needs.outgoing)
    if (beyond(own, row.scopes).length === 0) {
      const mac = secret === undefined ? undefined : needs.vault.mac(secret)
      return { client: await storeClient(queries, row, mac, principalOf(caller)), secret }
    }
    await refuseTakenId(queries, row.clientId)
    const client = { ...row, disabled: false, createdAt: new Date(0), lastUsedAt: undefined }
    return ask({ operation: 'create', client, secret, body: { ...body, client_id: row.clientId } })
  })

async function lockedClient(queries: Queries, clientId: string): Promise<Client> {
  const client = await findLockedClient(queries, clientId)
  if (!client) throw unknownClient(clientId)
  return client
}

export const gatedUpdate = (
  needs: ChangeNeeds,
  caller: Caller,
  clientId: string,
  change: ClientChange,
  body: unknown,
) =>
  gated(needs, caller, async (queries, own, ask) => {
    const client = await lockedClient(queries, clientId)
    const next = { ...client, ...change }
    checkClient(next)
    checkAddresses(change, needs.outgoing)
    const gives = givesAccess(client, change)
    if (gives) caller.requireFresh?.()
    return gives && beyond(own, next.scopes).length > 0
      ? ask({ operation: 'update', client: next, body })
      : { client: await updateClient(queries, clientId, change, principalOf(caller)) }
  })

export const gatedEnable = (needs: ChangeNeeds, caller: Caller, clientId: string) =>
  gated(needs, caller, async (queries, own, ask) => {
    const client = await lockedClient(queries, clientId)
    return client.disabled && beyond(own, client.scopes).length > 0
      ? ask({ operation: 'enable', client: { ...client, disabled: false } })
      : { client: await enableClient(queries, clientId, principalOf(caller)) }
  })

export const gatedRotate = (needs: ChangeNeeds, caller: Caller, clientId: string) =>
  gated(needs, caller, async (queries, own, ask) => {
    const client = await clientWithSecret(queries, clientId)
    const secret = newSecret()
    if (beyond(own, client.scopes).length > 0) return ask({ operation: 'rotate', client, secret })
    const mac = needs.vault.mac(secret)
    return { client: await putNewSecret(queries, clientId, mac, { voucher: principalOf(caller) }), secret }
  })
