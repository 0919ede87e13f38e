/** The SQL of changes that wait for a second administrator. Their time is that of the database alone. */
import { type Queries, sql } from '../../db/index.ts'
import type { Actor, ClientRequest, Operation, RequestState } from './client-request.ts'

interface Row {
  request_id: string
  client_id: string
  operation: Operation
  body: unknown
  mac: Buffer | null
  asked_client: string
  asked_person: string | null
  asked_at: Date
  expires_at: Date
  state: RequestState
  decided_client: string | null
  decided_person: string | null
  decided_at: Date | null
  scopes: string[]
}

const requestOf = (row: Row): ClientRequest => ({
  requestId: row.request_id,
  clientId: row.client_id,
  operation: row.operation,
  body: row.body ?? undefined,
  askedBy: { clientId: row.asked_client, person: row.asked_person ?? undefined },
  askedAt: row.asked_at,
  expiresAt: row.expires_at,
  state: row.state,
  decidedBy:
    row.decided_client === null
      ? undefined
      : { clientId: row.decided_client, person: row.decided_person ?? undefined },
  decidedAt: row.decided_at ?? undefined,
  scopes: row.scopes,
})

/** The scopes after the change are those of now, not those of when it was asked for: they are what somebody approves. */
const SELECT = `select request_id, r.client_id, operation, body, mac, asked_client, asked_person, asked_at, expires_at,
    coalesce(decision, case when expires_at > now() then 'pending' else 'expired' end) as state,
    decided_client, decided_person, decided_at,
    case when body ? 'scopes' then array(select jsonb_array_elements_text(body -> 'scopes'))
      else coalesce((select scopes from cairn.client c where c.client_id = r.client_id and deleted_at is null), '{}')
    end as scopes
  from cairn.client_request r`

const allRequests = sql<Row>({
  name: 'clientRequest.all',
  text: `${SELECT} order by asked_at desc, request_id limit 1000`,
})
const requestById = sql<Row, [requestId: string]>({
  name: 'clientRequest.byId',
  text: `${SELECT} where request_id = $1`,
})
const lockRequest = sql<Row, [requestId: string]>({
  name: 'clientRequest.lock',
  text: `${SELECT} where request_id = $1 for update of r`,
})
const insertRequest = sql<
  never,
  [
    requestId: string,
    clientId: string,
    operation: Operation,
    body: string | null,
    mac: Buffer | null,
    client: string,
    person: string | null,
  ]
>({
  name: 'clientRequest.add',
  text: `insert into cairn.client_request (request_id, client_id, operation, body, mac, asked_client, asked_person)
         values ($1, $2, $3, $4, $5, $6, $7)`,
})
const decide = sql<never, [requestId: string, decision: string, client: string, person: string | null]>({
  name: 'clientRequest.decide',
  text: `update cairn.client_request
         set decision = $2, decided_client = $3, decided_person = $4, decided_at = now(), mac = null
         where request_id = $1`,
})
const vouchers = sql<{ principal: string }, [principal: string]>({
  name: 'clientRequest.vouchers',
  text: `with recursive chain (principal) as (
           select $1::text
           union
           select c.vouched_by from chain join cairn.client c on chain.principal = 'client:' || c.client_id
           where c.vouched_by is not null
         )
         select principal from chain`,
})
const sweep = sql<never, []>({
  name: 'clientRequest.sweep',
  text: `delete from cairn.client_request where expires_at < now() - interval '30 days'`,
})

export interface NewClientRequest {
  readonly requestId: string
  readonly clientId: string
  readonly operation: Operation
  readonly body?: unknown
  readonly mac?: Buffer | undefined
  readonly askedBy: Actor
}

export async function addRequest(queries: Queries, request: NewClientRequest): Promise<ClientRequest> {
  const { requestId, clientId, operation, body, mac, askedBy } = request
  await queries.execute(insertRequest, [
    requestId,
    clientId,
    operation,
    body === undefined ? null : JSON.stringify(body),
    mac ?? null,
    askedBy.clientId,
    askedBy.person ?? null,
  ])
  const [row] = await queries.query(requestById, [requestId])
  if (!row) throw new Error('a request was not stored')
  return requestOf(row)
}

export const listRequests = async (db: Queries): Promise<ClientRequest[]> =>
  (await db.query(allRequests)).map(requestOf)

export async function findRequest(db: Queries, requestId: string): Promise<ClientRequest | undefined> {
  const [row] = await db.query(requestById, [requestId])
  return row && requestOf(row)
}

export interface LockedRequest {
  readonly request: ClientRequest
  readonly mac: Buffer | undefined
}

export async function findLockedRequest(
  queries: Queries,
  requestId: string,
): Promise<LockedRequest | undefined> {
  const [row] = await queries.query(lockRequest, [requestId])
  return row && { request: requestOf(row), mac: row.mac ?? undefined }
}

export const putDecision = (
  queries: Queries,
  requestId: string,
  decision: 'approved' | 'rejected',
  { clientId, person }: Actor,
): Promise<unknown> => queries.execute(decide, [requestId, decision, clientId, person ?? null])

/** The principal, the administrator who vouched for it, and so on. */
export const vouchersOf = async (queries: Queries, principal: string): Promise<ReadonlySet<string>> =>
  new Set((await queries.query(vouchers, [principal])).map(row => row.principal))

/** Requests are shown for a month after their end; the audit trail has them for good. */
export const sweepRequests = (db: Queries): Promise<unknown> => db.execute(sweep)
