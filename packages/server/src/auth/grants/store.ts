/** The SQL of grants: codes, refresh tokens, and what was revoked. */
import { type ChangePosition, changedSince, type Queries, readChangePosition, sql } from '../../db/index.ts'
import { revokeGrants } from '../../people/index.ts'

export interface AppGrant {
  readonly grantId: string
  readonly clientId: string
  readonly personId: string
  readonly scopes: readonly string[]
  readonly audience: string
  readonly ehrId: string | undefined
  readonly episodeId: string | undefined
  readonly signedInAt: Date
  readonly sessionId: string | undefined
  /** The session that the person granted it in; absent for grants from before that was kept. */
  readonly signedInSession: string | undefined
  readonly keyThumbprint: string | undefined
  readonly grantedAt: Date
  /** The time of the last tokens. */
  readonly refreshedAt: Date
  readonly isRevoked: boolean
}

interface GrantRow {
  grant_id: string
  client_id: string
  person_id: string
  scopes: string[]
  audience: string
  ehr_id: string | null
  episode_id: string | null
  signed_in_at: Date
  session_id: string | null
  signed_in_session: string | null
  key_thumbprint: string | null
  granted_at: Date
  refreshed_at: Date
  revoked_at: Date | null
}

const grantOf = (row: GrantRow): AppGrant => ({
  grantId: row.grant_id,
  clientId: row.client_id,
  personId: row.person_id,
  scopes: row.scopes,
  audience: row.audience,
  ehrId: row.ehr_id ?? undefined,
  episodeId: row.episode_id ?? undefined,
  signedInAt: row.signed_in_at,
  sessionId: row.session_id ?? undefined,
  signedInSession: row.signed_in_session ?? undefined,
  keyThumbprint: row.key_thumbprint ?? undefined,
  grantedAt: row.granted_at,
  refreshedAt: row.refreshed_at,
  isRevoked: row.revoked_at !== null,
})

const COLUMNS = `grant_id, client_id, person_id, scopes, audience, ehr_id, episode_id, signed_in_at, session_id, signed_in_session,
  g.key_thumbprint, granted_at, refreshed_at, revoked_at`

const insertGrant = sql<
  never,
  [
    grantId: string,
    clientId: string,
    personId: string,
    scopes: readonly string[],
    audience: string,
    ehrId: string | null,
    episodeId: string | null,
    signedInAt: Date,
    sessionId: string | null,
    keyThumbprint: string | null,
    grantedAt: Date,
    signedInSession: string | null,
  ]
>({
  name: 'grant.add',
  text: `insert into cairn.app_grant (grant_id, client_id, person_id, scopes, audience, ehr_id, episode_id, signed_in_at,
           session_id, key_thumbprint, granted_at, refreshed_at, signed_in_session)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12)`,
})
const insertCode = sql<
  never,
  [
    mac: Buffer,
    grantId: string,
    redirectUri: string,
    challenge: string,
    nonce: string | null,
    keyThumbprint: string | null,
    expiresAt: Date,
  ]
>({
  name: 'grant.addCode',
  text: `insert into cairn.authorization_code (mac, grant_id, redirect_uri, code_challenge, nonce, key_thumbprint, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)`,
})
const lockedCode = sql<
  GrantRow & {
    redirect_uri: string
    code_challenge: string
    nonce: string | null
    code_key: string | null
    expires_at: Date
    used_at: Date | null
  },
  [mac: Buffer]
>({
  name: 'grant.lockCode',
  text: `select ${COLUMNS}, c.redirect_uri, c.code_challenge, c.nonce, c.key_thumbprint as code_key, c.expires_at, c.used_at
         from cairn.authorization_code c join cairn.app_grant g using (grant_id) where c.mac = $1 for update`,
})
const useCode = sql<never, [mac: Buffer, now: Date]>({
  name: 'grant.useCode',
  text: 'update cairn.authorization_code set used_at = $2 where mac = $1',
})
const insertRefresh = sql<never, [mac: Buffer, grantId: string, expiresAt: Date]>({
  name: 'grant.addRefresh',
  text: 'insert into cairn.refresh_token (mac, grant_id, expires_at) values ($1, $2, $3)',
})
type RefreshRow = GrantRow & { expires_at: Date; used_at: Date | null }
const REFRESH = `select ${COLUMNS}, r.expires_at, r.used_at
  from cairn.refresh_token r join cairn.app_grant g using (grant_id) where r.mac = $1`
const refreshByMac = sql<RefreshRow, [mac: Buffer]>({ name: 'grant.findRefresh', text: REFRESH })
const lockedRefresh = sql<RefreshRow, [mac: Buffer]>({
  name: 'grant.lockRefresh',
  text: `${REFRESH} for update`,
})
const useRefresh = sql<never, [mac: Buffer, now: Date]>({
  name: 'grant.useRefresh',
  text: 'update cairn.refresh_token set used_at = $2 where mac = $1',
})
const touchGrant = sql<never, [grantId: string, now: Date]>({
  name: 'grant.refreshed',
  text: 'update cairn.app_grant set refreshed_at = $2 where grant_id = $1',
})
const bindKey = sql<never, [grantId: string, keyThumbprint: string]>({
  name: 'grant.bindKey',
  text: 'update cairn.app_grant set key_thumbprint = $2 where grant_id = $1',
})
const grantById = sql<GrantRow, [grantId: string]>({
  name: 'grant.byId',
  text: `select ${COLUMNS} from cairn.app_grant g where grant_id = $1`,
})
const revoke = sql<never, [grantId: string]>({
  name: 'grant.revoke',
  text: 'update cairn.app_grant set revoked_at = coalesce(revoked_at, clock_timestamp()) where grant_id = $1',
})
const revokeOfSessions = sql<never, [sessionIds: readonly string[]]>({
  name: 'grant.revokeOfSessions',
  text: revokeGrants('signed_in_session = any ($1::uuid[])'),
})
const insertRevoked = sql<never, [jti: string, expiresAt: Date]>({
  name: 'grant.revokeToken',
  text: `insert into cairn.revoked_token (jti, revoked_at, expires_at) values ($1, clock_timestamp(), $2)
         on conflict do nothing`,
})
const revokedSince = sql<{ id: string }, [since: ChangePosition]>({
  name: 'grant.revokedSince',
  text: `select grant_id::text as id from cairn.app_grant where revoked_at is not null and ${changedSince('$1')}
         union all
         select jti from cairn.revoked_token where ${changedSince('$1')}`,
})
const revokedWithTokens = sql<{ id: string }, [issuedSince: Date]>({
  name: 'grant.revokedWithTokens',
  text: `select grant_id::text as id from cairn.app_grant where revoked_at is not null and refreshed_at > $1
         union all
         select jti from cairn.revoked_token`,
})
const useId = sql<never, [digest: Buffer, expiresAt: Date]>({
  name: 'grant.useId',
  text: 'insert into cairn.used_id (digest, expires_at) values ($1, $2) on conflict do nothing',
})
const SWEEPS = [
  'delete from cairn.used_id where expires_at < $1',
  'delete from cairn.revoked_token where expires_at < $1',
  'delete from cairn.authorization_request where expires_at < $1',
  `delete from cairn.launch where expires_at < $1`,
  // A code or token that is used again must be known, so they stay as long as tokens of their grant can live.
  `delete from cairn.authorization_code where expires_at < $1::timestamptz - interval '1 day'`,
  `delete from cairn.refresh_token where expires_at < $1`,
  // No token of them can be alive: an access token lives a day at most. While the session lasts, its end is told to the app.
  `delete from cairn.app_grant g where greatest(granted_at, refreshed_at) < $1::timestamptz - interval '2 days'
     and not exists (select from cairn.authorization_code c where c.grant_id = g.grant_id)
     and not exists (select from cairn.refresh_token r where r.grant_id = g.grant_id)
     and not exists (select from cairn.person_session s where s.session_id = g.signed_in_session)`,
].map((text, at) => sql<never, [now: Date]>({ name: `grant.sweep${at}`, text }))

export interface NewCode {
  readonly mac: Buffer
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly nonce: string | undefined
  readonly keyThumbprint: string | undefined
  readonly expiresAt: Date
}

export async function addGrant(
  queries: Queries,
  grant: Omit<AppGrant, 'isRevoked' | 'refreshedAt'>,
  code: NewCode,
): Promise<void> {
  await queries.execute(insertGrant, [
    grant.grantId,
    grant.clientId,
    grant.personId,
    grant.scopes,
    grant.audience,
    grant.ehrId ?? null,
    grant.episodeId ?? null,
    grant.signedInAt,
    grant.sessionId ?? null,
    grant.keyThumbprint ?? null,
    grant.grantedAt,
    grant.signedInSession ?? null,
  ])
  const { mac, redirectUri, codeChallenge, nonce = null, keyThumbprint = null, expiresAt } = code
  await queries.execute(insertCode, [
    mac,
    grant.grantId,
    redirectUri,
    codeChallenge,
    nonce,
    keyThumbprint,
    expiresAt,
  ])
}

export interface StoredCode extends Omit<NewCode, 'mac'> {
  readonly grant: AppGrant
  readonly isUsed: boolean
}

/** No other can use the code until the transaction ends. */
export async function lockCode(queries: Queries, mac: Buffer): Promise<StoredCode | undefined> {
  const [row] = await queries.query(lockedCode, [mac])
  return (
    row && {
      grant: grantOf(row),
      redirectUri: row.redirect_uri,
      codeChallenge: row.code_challenge,
      nonce: row.nonce ?? undefined,
      keyThumbprint: row.code_key ?? undefined,
      expiresAt: row.expires_at,
      isUsed: row.used_at !== null,
    }
  )
}

export const markCodeUsed = (queries: Queries, mac: Buffer, now: Date): Promise<unknown> =>
  queries.execute(useCode, [mac, now])

export interface StoredRefreshToken {
  readonly grant: AppGrant
  readonly expiresAt: Date
  readonly isUsed: boolean
}

const storedRefreshToken = ([row]: readonly RefreshRow[]): StoredRefreshToken | undefined =>
  row && { grant: grantOf(row), expiresAt: row.expires_at, isUsed: row.used_at !== null }

export const findRefreshToken = async (
  queries: Queries,
  mac: Buffer,
): Promise<StoredRefreshToken | undefined> => storedRefreshToken(await queries.query(refreshByMac, [mac]))

/** No other can use the token or end its grant until the transaction ends. */
export const lockRefreshToken = async (
  queries: Queries,
  mac: Buffer,
): Promise<StoredRefreshToken | undefined> => storedRefreshToken(await queries.query(lockedRefresh, [mac]))

export const markRefreshTokenUsed = (queries: Queries, mac: Buffer, now: Date): Promise<unknown> =>
  queries.execute(useRefresh, [mac, now])

export const addRefreshToken = (
  queries: Queries,
  mac: Buffer,
  grantId: string,
  expiresAt: Date,
): Promise<unknown> => queries.execute(insertRefresh, [mac, grantId, expiresAt])

export const markGrantRefreshed = (queries: Queries, grantId: string, now: Date): Promise<unknown> =>
  queries.execute(touchGrant, [grantId, now])

export const bindGrantToKey = (queries: Queries, grantId: string, keyThumbprint: string): Promise<unknown> =>
  queries.execute(bindKey, [grantId, keyThumbprint])

export const findGrant = async (db: Queries, grantId: string): Promise<AppGrant | undefined> =>
  (await db.query(grantById, [grantId])).map(grantOf)[0]

export const revokeGrant = (queries: Queries, grantId: string): Promise<unknown> =>
  queries.execute(revoke, [grantId])

/** Ends what apps got in these sessions. */
export const revokeGrantsOfSessions = (queries: Queries, sessionIds: readonly string[]): Promise<unknown> =>
  queries.execute(revokeOfSessions, [sessionIds])

export const revokeToken = (queries: Queries, jti: string, expiresAt: Date): Promise<unknown> =>
  queries.execute(insertRevoked, [jti, expiresAt])

interface RevokedIds {
  readonly ids: readonly string[]
  /** To be passed in the next call. */
  readonly position: ChangePosition
}

/** Revoked grants and tokens of which an access token may be alive. `issuedSince` is by the clock that tokens expire by. */
export async function revokedIds(db: Queries, issuedSince: Date): Promise<RevokedIds> {
  const position = await readChangePosition(db)
  return { ids: (await db.query(revokedWithTokens, [issuedSince])).map(({ id }) => id), position }
}

export async function revokedIdsSince(db: Queries, since: ChangePosition): Promise<RevokedIds> {
  const position = await readChangePosition(db)
  return { ids: (await db.query(revokedSince, [since])).map(({ id }) => id), position }
}

/** True the first time. */
export const isFirstUse = async (db: Queries, digest: Buffer, expiresAt: Date): Promise<boolean> =>
  (await db.execute(useId, [digest, expiresAt])) > 0

export async function sweepGrants(db: Queries, now: number): Promise<void> {
  for (const sweep of SWEEPS) await db.execute(sweep, [new Date(now)])
}
