/** Asks for changes of clients that need a second administrator, and approves or rejects them. */
import type { Database, Queries } from '../../db/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { Client } from './client.ts'
import { clientChangeIn, newClientIn } from './client-input.ts'
import { type Actor, type ClientRequest, OPERATOR, type Operation, principalOf } from './client-request.ts'
import { enableClient, prepareClient, putNewSecret, storeClient, updateClient } from './clients.ts'
import {
  findLockedRequest,
  findRequest,
  type LockedRequest,
  putDecision,
  vouchersOf,
} from './request-store.ts'

export const unknownRequest = (requestId: string) =>
  new Refusal('client.request_not_found', `There is no request "${requestId.slice(0, 100)}".`)

export async function requestById(db: Queries, requestId: string): Promise<ClientRequest> {
  const request = await findRequest(db, requestId)
  if (!request) throw unknownRequest(requestId)
  return request
}

/** The changes by operation, as an administrator with all scopes makes them. */
const CHANGES: Readonly<Record<Operation, (queries: Queries, locked: LockedRequest) => Promise<Client>>> = {
  create: (queries, { request, mac }) =>
    storeClient(queries, prepareClient(newClientIn(request.body)).row, mac, undefined),
  update: (queries, { request }) => updateClient(queries, request.clientId, clientChangeIn(request.body)),
  rotate: (queries, { request, mac }) => {
    if (!mac) throw new Error('a request to rotate has no secret')
    return putNewSecret(queries, request.clientId, mac)
  },
  enable: (queries, { request }) => enableClient(queries, request.clientId),
}

async function pendingRequest(queries: Queries, requestId: string): Promise<LockedRequest> {
  const locked = await findLockedRequest(queries, requestId)
  if (!locked) throw unknownRequest(requestId)
  const { state } = locked.request
  if (state !== 'pending')
    throw new Refusal('client.request_closed', `The request is ${state}: ask for the change again.`)
  return locked
}

/** Refuses whoever asked, and a client whose credentials come from whoever asked: one administrator would decide alone. */
async function refuseSameAdministrator(queries: Queries, asked: Actor, decides: Actor): Promise<void> {
  const [own, others] = [
    await vouchersOf(queries, principalOf(decides)),
    await vouchersOf(queries, principalOf(asked)),
  ]
  if ([...own].some(principal => others.has(principal)))
    throw new Refusal(
      'client.second_administrator',
      'Another administrator must approve this: neither the one who asked, nor a client with credentials of the same administrator.',
    )
}

export interface Approved {
  readonly request: ClientRequest
  readonly client: Client
}

export const approveRequest = (db: Database, requestId: string, decides: Actor): Promise<Approved> =>
  db.transaction(async queries => {
    const locked = await pendingRequest(queries, requestId)
    const { askedBy, operation } = locked.request
    if (decides !== OPERATOR) await refuseSameAdministrator(queries, askedBy, decides)
    const client = await CHANGES[operation](queries, locked)
    await putDecision(queries, requestId, 'approved', decides)
    return { request: await requestById(queries, requestId), client }
  })

/** Anybody with the scope can; whoever asked withdraws the request by it. */
export const rejectRequest = (db: Database, requestId: string, decides: Actor): Promise<ClientRequest> =>
  db.transaction(async queries => {
    await pendingRequest(queries, requestId)
    await putDecision(queries, requestId, 'rejected', decides)
    return requestById(queries, requestId)
  })
