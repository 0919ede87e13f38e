/** The SQL of authorization requests that are under way, and of launches. */
import { type Queries, sql } from '../../db/index.ts'
import type { Parameters } from './request.ts'

/** A request with what the person has chosen so far. */
export interface RequestUnderWay {
  readonly clientId: string
  readonly parameters: Parameters
  readonly createdAt: Date
}

interface RequestRow {
  client_id: string
  parameters: Record<string, string>
  created_at: Date
}

const requestOf = (row: RequestRow): RequestUnderWay => ({
  clientId: row.client_id,
  parameters: row.parameters,
  createdAt: row.created_at,
})

const insertRequest = sql<
  never,
  [mac: Buffer, clientId: string, parameters: string, createdAt: Date, expiresAt: Date]
>({
  name: 'authorize.add',
  text: `insert into cairn.authorization_request (mac, client_id, parameters, created_at, expires_at)
         values ($1, $2, $3, $4, $5)`,
})
const findRow = sql<RequestRow, [mac: Buffer, now: Date]>({
  name: 'authorize.find',
  text: `select client_id, parameters, created_at from cairn.authorization_request where mac = $1 and expires_at > $2`,
})
const takeRow = sql<RequestRow, [mac: Buffer, now: Date]>({
  name: 'authorize.take',
  text: `delete from cairn.authorization_request where mac = $1 and expires_at > $2
         returning client_id, parameters, created_at`,
})
const addParameters = sql<never, [mac: Buffer, parameters: string]>({
  name: 'authorize.choose',
  text: 'update cairn.authorization_request set parameters = parameters || $2::jsonb where mac = $1',
})
const insertLaunch = sql<
  never,
  [
    mac: Buffer,
    clientId: string | null,
    personId: string | null,
    ehrId: string,
    episodeId: string | null,
    expiresAt: Date,
  ]
>({
  name: 'launch.add',
  text: `insert into cairn.launch (mac, client_id, person_id, ehr_id, episode_id, expires_at)
         values ($1, $2, $3, $4, $5, $6)`,
})
const takeLaunchRow = sql<
  { ehr_id: string; episode_id: string | null },
  [mac: Buffer, clientId: string, personId: string, now: Date]
>({
  name: 'launch.take',
  text: `update cairn.launch set used_at = $4
         where mac = $1 and used_at is null and expires_at > $4
           and (client_id is null or client_id = $2) and (person_id is null or person_id = $3)
         returning ehr_id, episode_id`,
})

export const addRequest = (
  db: Queries,
  mac: Buffer,
  { clientId, parameters, createdAt }: RequestUnderWay,
  expiresAt: Date,
): Promise<unknown> =>
  db.execute(insertRequest, [mac, clientId, JSON.stringify(parameters), createdAt, expiresAt])

export async function findRequest(db: Queries, mac: Buffer, now: Date): Promise<RequestUnderWay | undefined> {
  const [row] = await db.query(findRow, [mac, now])
  return row && requestOf(row)
}

/** Returns a request once. */
export async function takeRequest(db: Queries, mac: Buffer, now: Date): Promise<RequestUnderWay | undefined> {
  const [row] = await db.query(takeRow, [mac, now])
  return row && requestOf(row)
}

export const putChoice = (db: Queries, mac: Buffer, choice: Parameters): Promise<unknown> =>
  db.execute(addParameters, [mac, JSON.stringify(choice)])

export interface Launch {
  readonly ehrId: string
  readonly episodeId: string | undefined
}

export const addLaunch = (
  db: Queries,
  mac: Buffer,
  launch: Launch & { readonly clientId: string | undefined; readonly personId: string | undefined },
  expiresAt: Date,
): Promise<unknown> => {
  const { clientId = null, personId = null, ehrId, episodeId = null } = launch
  return db.execute(insertLaunch, [mac, clientId, personId, ehrId, episodeId, expiresAt])
}

/** Returns the context of a launch once, to the app and the person that it is for. */
export async function takeLaunch(
  db: Queries,
  mac: Buffer,
  clientId: string,
  personId: string,
  now: Date,
): Promise<Launch | undefined> {
  const [row] = await db.query(takeLaunchRow, [mac, clientId, personId, now])
  return row && { ehrId: row.ehr_id, episodeId: row.episode_id ?? undefined }
}
