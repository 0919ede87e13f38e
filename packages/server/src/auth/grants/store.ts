/** The SQL of grants: codes, refresh tokens, consents, and what was revoked. */
import { type Database, type Queries, sql } from '../../db/index.ts'

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
  isRevoked: row.revoked_at !== null,
})

const COLUMNS = `grant_id, client_id, person_id, scopes, audience, ehr_id, episode_id, signed_in_at, session_id, signed_in_session, g.key_thumbprint,
  granted_at, revoked_at`

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
           session_id, key_thumbprint, granted_at, signed_in_session)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
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
const lockedRefresh = sql<GrantRow & { expires_at: Date; used_at: Date | null }, [mac: Buffer]>({
  name: 'grant.lockRefresh',
  text: `select ${COLUMNS}, r.expires_at, r.used_at
         from cairn.refresh_token r join cairn.app_grant g using (grant_id) where r.mac = $1 for update`,
})
const clientOfRefresh = sql<{ client_id: string }, [mac: Buffer]>({
  name: 'grant.clientOfRefresh',
  text: `select g.client_id from cairn.refresh_token r join cairn.app_grant g using (grant_id) where r.mac = $1`,
})
const useRefresh = sql<never, [mac: Buffer, now: Date]>({
  name: 'grant.useRefresh',
  text: 'update cairn.refresh_token set used_at = $2 where mac = $1',
})
const bindKey = sql<never, [grantId: string, keyThumbprint: string]>({
  name: 'grant.bindKey',
  text: 'update cairn.app_grant set key_thumbprint = $2 where grant_id = $1',
})
const revoke = sql<never, [grantId: string]>({
  name: 'grant.revoke',
  text: 'update cairn.app_grant set revoked_at = coalesce(revoked_at, clock_timestamp()) where grant_id = $1',
})
const revokeOfApp = sql<never, [personId: string, clientId: string]>({
  name: 'grant.revokeOfApp',
  text: `update cairn.app_grant set revoked_at = coalesce(revoked_at, clock_timestamp())
         where person_id = $1 and client_id = $2`,
})
const revokeOfSessions = sql<never, [sessionIds: readonly string[]]>({
  name: 'grant.revokeOfSessions',
  text: `update cairn.app_grant set revoked_at = clock_timestamp()
         where signed_in_session = any ($1::uuid[]) and revoked_at is null`,
})
const dropConsent = sql<never, [personId: string, clientId: string]>({
  name: 'grant.dropConsent',
  text: 'delete from cairn.consent where person_id = $1 and client_id = $2',
})
const consentOf = sql<{ scopes: string[] }, [personId: string, clientId: string]>({
  name: 'grant.consent',
  text: 'select scopes from cairn.consent where person_id = $1 and client_id = $2',
})
const upsertConsent = sql<never, [personId: string, clientId: string, scopes: readonly string[], now: Date]>({
  name: 'grant.putConsent',
  text: `insert into cairn.consent (person_id, client_id, scopes, given_at) values ($1, $2, $3, $4)
         on conflict (person_id, client_id) do update
         set scopes = array(select distinct unnest(consent.scopes || excluded.scopes)), given_at = excluded.given_at`,
})
const appsOf = sql<{ client_id: string; name: string; scopes: string[]; given_at: Date }, [personId: string]>(
  {
    name: 'grant.apps',
    text: `select c.client_id, a.name, c.scopes, c.given_at from cairn.consent c join cairn.client a using (client_id)
         where c.person_id = $1 order by a.name, c.client_id`,
  },
)
const insertRevoked = sql<never, [jti: string, expiresAt: Date]>({
  name: 'grant.revokeToken',
  text: `insert into cairn.revoked_token (jti, revoked_at, expires_at) values ($1, clock_timestamp(), $2)
         on conflict do nothing`,
})
// A change becomes visible some time after its `revoked_at`, so the last ten seconds are read again.
const revokedSince = sql<{ id: string; now: Date }, [since: Date]>({
  name: 'grant.revokedSince',
  text: `select grant_id::text as id, now() as now from cairn.app_grant
         where revoked_at > $1::timestamptz - interval '10 seconds'
         union all
         select jti, now() from cairn.revoked_token where revoked_at > $1::timestamptz - interval '10 seconds'`,
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
  grant: Omit<AppGrant, 'isRevoked'>,
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

export async function lockRefreshToken(
  queries: Queries,
  mac: Buffer,
): Promise<StoredRefreshToken | undefined> {
  const [row] = await queries.query(lockedRefresh, [mac])
  return row && { grant: grantOf(row), expiresAt: row.expires_at, isUsed: row.used_at !== null }
}

export const findClientOfRefreshToken = async (queries: Queries, mac: Buffer): Promise<string | undefined> =>
  (await queries.query(clientOfRefresh, [mac]))[0]?.client_id

export const markRefreshTokenUsed = (queries: Queries, mac: Buffer, now: Date): Promise<unknown> =>
  queries.execute(useRefresh, [mac, now])

export const addRefreshToken = (
  queries: Queries,
  mac: Buffer,
  grantId: string,
  expiresAt: Date,
): Promise<unknown> => queries.execute(insertRefresh, [mac, grantId, expiresAt])

export const bindGrantToKey = (queries: Queries, grantId: string, keyThumbprint: string): Promise<unknown> =>
  queries.execute(bindKey, [grantId, keyThumbprint])

export const revokeGrant = (queries: Queries, grantId: string): Promise<unknown> =>
  queries.execute(revoke, [grantId])

/** Ends what apps got in these sessions. */
export const revokeGrantsOfSessions = (queries: Queries, sessionIds: readonly string[]): Promise<unknown> =>
  queries.execute(revokeOfSessions, [sessionIds])

export const revokeToken = (queries: Queries, jti: string, expiresAt: Date): Promise<unknown> =>
  queries.execute(insertRevoked, [jti, expiresAt])

/** Ends everything that an app may do for a person. */
export const withdrawApp = (db: Database, personId: string, clientId: string): Promise<unknown> =>
  db.transaction(async queries => {
    await queries.execute(dropConsent, [personId, clientId])
    await queries.execute(revokeOfApp, [personId, clientId])
  })

export const findConsent = async (
  db: Queries,
  personId: string,
  clientId: string,
): Promise<readonly string[]> => (await db.query(consentOf, [personId, clientId]))[0]?.scopes ?? []

export const addConsent = (
  db: Queries,
  personId: string,
  clientId: string,
  scopes: readonly string[],
  now: Date,
): Promise<unknown> => db.execute(upsertConsent, [personId, clientId, scopes, now])

export interface AppOfPerson {
  readonly clientId: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly givenAt: Date
}

export const listApps = async (db: Queries, personId: string): Promise<AppOfPerson[]> =>
  (await db.query(appsOf, [personId])).map(row => ({
    clientId: row.client_id,
    name: row.name,
    scopes: row.scopes,
    givenAt: row.given_at,
  }))

/** Ids of grants and tokens that were revoked since a time, and the time to pass in the next call. */
export async function revokedIdsSince(
  db: Queries,
  since: Date,
): Promise<{ ids: readonly string[]; asked: Date }> {
  const rows = await db.query(revokedSince, [since])
  return { ids: rows.map(({ id }) => id), asked: rows[0]?.now ?? since }
}

/** True the first time. */
export const isFirstUse = async (db: Queries, digest: Buffer, expiresAt: Date): Promise<boolean> =>
  (await db.execute(useId, [digest, expiresAt])) > 0

export async function sweepGrants(db: Queries, now: number): Promise<void> {
  for (const sweep of SWEEPS) await db.execute(sweep, [new Date(now)])
}
