/** The SQL of sessions, and of steps of a sign-in that are under way. */
import { type Queries, sql } from '../../db/index.ts'

export interface Session {
  readonly sessionId: string
  readonly personId: string
  /** The way in: password, passkey, recovery, invitation, or the name of a provider. */
  readonly method: string
  readonly address: string
  readonly userAgent: string
  readonly sealedIdToken: Buffer | undefined
  /** The id of the session at the provider (`sid`). */
  readonly providerSid?: string | undefined
  readonly startedAt: Date
  /** Time at which it was last shown that the session is the person's; 1970 if a provider did not say. */
  readonly authenticatedAt: Date
  /** True if two factors were shown: a passkey, a password with a code, or what a provider asks for. */
  readonly secondFactor: boolean
  readonly usedAt: Date
  readonly endsAt: Date
}

interface SessionRow {
  session_id: string
  person_id: string
  method: string
  address: string
  user_agent: string
  id_token: Buffer | null
  started_at: Date
  authenticated_at: Date
  second_factor: boolean
  used_at: Date
  ends_at: Date
}

const sessionOf = (row: SessionRow): Session => ({
  sessionId: row.session_id,
  personId: row.person_id,
  method: row.method,
  address: row.address,
  userAgent: row.user_agent,
  sealedIdToken: row.id_token ?? undefined,
  startedAt: row.started_at,
  authenticatedAt: row.authenticated_at,
  secondFactor: row.second_factor,
  usedAt: row.used_at,
  endsAt: row.ends_at,
})

const COLUMNS =
  'session_id, person_id, method, address, user_agent, id_token, started_at, authenticated_at, second_factor, used_at, ends_at'

const insertSession = sql<
  never,
  [
    sessionId: string,
    mac: Buffer,
    personId: string,
    method: string,
    address: string,
    userAgent: string,
    idToken: Buffer | null,
    startedAt: Date,
    endsAt: Date,
    authenticatedAt: Date,
    secondFactor: boolean,
    providerSid: string | null,
  ]
>({
  name: 'session.add',
  text: `insert into cairn.person_session (session_id, mac, person_id, method, address, user_agent, id_token,
           started_at, used_at, ends_at, authenticated_at, second_factor, provider_sid)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12)`,
})
const confirm = sql<
  never,
  [personId: string, sessionId: string, mac: Buffer, now: Date, secondFactor: boolean, method: string | null]
>({
  name: 'session.confirm',
  text: `update cairn.person_session set mac = $3, authenticated_at = $4, used_at = $4,
           second_factor = second_factor or $5, method = coalesce($6, method)
         where person_id = $1 and session_id = $2 and ended_at is null and ends_at > $4`,
})
const liveSession = sql<SessionRow, [mac: Buffer, now: Date, idleSince: Date]>({
  name: 'session.live',
  text: `select ${COLUMNS} from cairn.person_session
         where mac = $1 and ended_at is null and ends_at > $2 and used_at > $3`,
})
const LIVE_BY_ID = `select ${COLUMNS} from cairn.person_session
  where session_id = $1 and ended_at is null and ends_at > $2 and used_at > $3`
const liveById = sql<SessionRow, [sessionId: string, now: Date, idleSince: Date]>({
  name: 'session.liveById',
  text: LIVE_BY_ID,
})
const heldById = sql<SessionRow, [sessionId: string, now: Date, idleSince: Date]>({
  name: 'session.holdById',
  text: `${LIVE_BY_ID} for share`,
})
const sessionsOf = sql<SessionRow, [personId: string, now: Date, idleSince: Date]>({
  name: 'session.ofPerson',
  text: `select ${COLUMNS} from cairn.person_session
         where person_id = $1 and ended_at is null and ends_at > $2 and used_at > $3 order by used_at desc`,
})
const touch = sql<never, [sessionId: string, now: Date]>({
  name: 'session.touch',
  text: 'update cairn.person_session set used_at = $2 where session_id = $1 and used_at < $2',
})
const endOne = sql<never, [personId: string, sessionId: string, now: Date]>({
  name: 'session.end',
  text: `update cairn.person_session set ended_at = $3, id_token = null
         where person_id = $1 and session_id = $2 and ended_at is null`,
})
const endOthers = sql<never, [personId: string, except: string | null, now: Date]>({
  name: 'session.endOthers',
  text: `update cairn.person_session set ended_at = $3, id_token = null
         where person_id = $1 and session_id is distinct from $2 and ended_at is null`,
})
/** Those of one session at the provider, of one person of the provider, or of both, where both are given. */
const endOfProvider = sql<
  { session_id: string; person_id: string },
  [provider: string, subject: string | null, sid: string | null, now: Date]
>({
  name: 'session.endOfProvider',
  text: `update cairn.person_session s set ended_at = $4, id_token = null
         from cairn.person p
         where p.person_id = s.person_id and s.method = $1 and p.provider = $1 and s.ended_at is null
           and ($2::text is null or p.subject = $2) and ($3::text is null or s.provider_sid = $3)
         returning s.session_id, s.person_id`,
})
const sweepSessions = sql<never, [before: Date]>({
  name: 'session.sweep',
  text: 'delete from cairn.person_session where ends_at < $1',
})
const insertStep = sql<
  never,
  [mac: Buffer, purpose: string, browser: Buffer, facts: string, expiresAt: Date]
>({
  name: 'signInStep.add',
  text: 'insert into cairn.sign_in_step (mac, purpose, browser, facts, expires_at) values ($1, $2, $3, $4, $5)',
})
const takeStepRow = sql<
  { facts: Record<string, unknown> },
  [mac: Buffer, purpose: string, browser: Buffer, now: Date]
>({
  name: 'signInStep.take',
  text: `delete from cairn.sign_in_step where mac = $1 and purpose = $2 and browser = $3 and expires_at > $4
         returning facts`,
})
const sweepSteps = sql<never, [now: Date]>({
  name: 'signInStep.sweep',
  text: 'delete from cairn.sign_in_step where expires_at < $1',
})

export interface NewSession extends Omit<Session, 'usedAt'> {
  readonly mac: Buffer
}

export const addSession = (db: Queries, session: NewSession): Promise<unknown> =>
  db.execute(insertSession, [
    session.sessionId,
    session.mac,
    session.personId,
    session.method,
    session.address,
    session.userAgent,
    session.sealedIdToken ?? null,
    session.startedAt,
    session.endsAt,
    session.authenticatedAt,
    session.secondFactor,
    session.providerSid ?? null,
  ])

export interface Confirmation {
  readonly personId: string
  readonly sessionId: string
  readonly secondFactor: boolean
  /** The way in from now on; left out, it stays. */
  readonly method?: string | undefined
}

/** False if the session has ended. */
export const confirmSession = async (
  db: Queries,
  { personId, sessionId, secondFactor, method }: Confirmation,
  mac: Buffer,
  now: Date,
): Promise<boolean> =>
  (await db.execute(confirm, [personId, sessionId, mac, now, secondFactor, method ?? null])) > 0

export async function findSession(
  db: Queries,
  mac: Buffer,
  now: Date,
  idleSince: Date,
): Promise<Session | undefined> {
  const [row] = await db.query(liveSession, [mac, now, idleSince])
  return row && sessionOf(row)
}

export const isSessionLive = async (
  db: Queries,
  sessionId: string,
  now: Date,
  idleSince: Date,
): Promise<boolean> => (await db.query(liveById, [sessionId, now, idleSince])).length > 0

/** Locks the session (shared) if it is live. */
export const holdLiveSession = async (
  queries: Queries,
  sessionId: string,
  now: Date,
  idleSince: Date,
): Promise<boolean> => (await queries.query(heldById, [sessionId, now, idleSince])).length > 0

export const listSessions = async (
  db: Queries,
  personId: string,
  now: Date,
  idleSince: Date,
): Promise<Session[]> => (await db.query(sessionsOf, [personId, now, idleSince])).map(sessionOf)

export const touchSession = (db: Queries, sessionId: string, now: Date): Promise<unknown> =>
  db.execute(touch, [sessionId, now])

export const endSession = async (
  db: Queries,
  personId: string,
  sessionId: string,
  now: Date,
): Promise<boolean> => (await db.execute(endOne, [personId, sessionId, now])) > 0

/** Ends all sessions of a person but one. */
export const endOtherSessions = (
  db: Queries,
  personId: string,
  except: string | undefined,
  now: Date,
): Promise<unknown> => db.execute(endOthers, [personId, except ?? null, now])

export interface ProviderLogout {
  readonly provider: string
  readonly subject: string | undefined
  readonly sid: string | undefined
}

/** Ends the sessions that a provider says have ended; returns them. */
export async function endSessionsOfProvider(
  queries: Queries,
  { provider, subject, sid }: ProviderLogout,
  now: Date,
): Promise<readonly Pick<Session, 'sessionId' | 'personId'>[]> {
  if (subject === undefined && sid === undefined) return []
  const rows = await queries.query(endOfProvider, [provider, subject ?? null, sid ?? null, now])
  return rows.map(row => ({ sessionId: row.session_id, personId: row.person_id }))
}

export interface Step {
  readonly mac: Buffer
  readonly purpose: string
  readonly browser: Buffer
}

export const addStep = (
  db: Queries,
  { mac, purpose, browser }: Step,
  facts: Readonly<Record<string, unknown>>,
  expiresAt: Date,
): Promise<unknown> => db.execute(insertStep, [mac, purpose, browser, JSON.stringify(facts), expiresAt])

/** Returns the facts of a step once, to the browser that began it. */
export async function takeStep(
  db: Queries,
  { mac, purpose, browser }: Step,
  now: Date,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  return (await db.query(takeStepRow, [mac, purpose, browser, now]))[0]?.facts
}

/** Sessions are kept for a month after their end, for questions about who was signed in. */
const KEPT_MS = 30 * 24 * 3600 * 1000

export async function sweepPeople(db: Queries, now: number): Promise<void> {
  await db.execute(sweepSessions, [new Date(now - KEPT_MS)])
  await db.execute(sweepSteps, [new Date(now)])
}
