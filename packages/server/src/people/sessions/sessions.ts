/** Sessions of people in a browser: a cookie that says nothing, and everything else on the server. */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type WeightedCache, weightedCache } from '../../collections/index.ts'
import type { Changes, Database, Queries } from '../../db/index.ts'
import { newSecret, type Vault } from '../../seals/index.ts'
import { type BrowserSteps, openBrowserSteps } from './browser-steps.ts'
import { type SessionCookies, sessionCookies } from './cookies.ts'
import { endAccess, endSessionAccess } from './end-access.ts'
import {
  addSession,
  type Confirmation,
  confirmSession,
  findSession,
  holdLiveSession,
  isSessionLive,
  listSessions,
  type Session,
  touchSession,
} from './store.ts'

interface SessionSettings {
  readonly idleSeconds: number
  readonly lifeSeconds: number
  /** Time for which somebody who showed who they are need not show it again. */
  readonly freshSeconds: number
  /** Tells the cookies of servers apart that share a host, with a path each. */
  readonly cookieSuffix: string
  /** Cookies are only sent over https. */
  readonly isSecure: boolean
}

interface Visitor {
  readonly headers: IncomingHttpHeaders
  readonly address: string
}

interface NewSessionFacts {
  readonly personId: string
  readonly method: string
  readonly secondFactor: boolean
  readonly idToken?: string | undefined
  /** Now, unless a provider says when. */
  readonly authenticatedAt?: Date | undefined
  readonly providerSid?: string | undefined
}

export interface Sessions extends BrowserSteps {
  /**
   * The session of a request; undefined if there is none, or it has ended. `isRepeated`: an answer that lasts asks again, which is no use of the
   * session by the person.
   */
  of(headers: IncomingHttpHeaders, isRepeated?: boolean): Promise<Session | undefined>
  /** Starts a session, always with a new cookie; one that the browser has ends. */
  start(visitor: Visitor, facts: NewSessionFacts): Promise<{ session: Session; cookies: readonly string[] }>
  /** True if the person has shown who they are some minutes ago at most. */
  isFresh(session: Session): boolean
  /** The person has shown again who they are. Returns a new cookie: a copy of the old one is worth nothing. Undefined if the session has ended. */
  confirm(confirmation: Confirmation): Promise<readonly string[] | undefined>
  /** Cookies that end the session in the browser. */
  readonly clearing: readonly string[]
  /** Ends a session, and the access of apps that lives with it. */
  end(personId: string, sessionId: string): Promise<void>
  /** Ends all sessions of a person and all access of apps, but for one session. Call `announceEnd` after the transaction. */
  endOthers(queries: Queries, personId: string, except: string | undefined): Promise<void>
  /** Resolves when no process accepts what was ended. */
  announceEnd(): Promise<void>
  list(personId: string): Promise<Session[]>
  isLive(sessionId: string): Promise<boolean>
  /** The same; if it is live, nobody can end it before the transaction of `queries` ends. */
  holdLive(queries: Queries, sessionId: string): Promise<boolean>
  /** A value that a form of this session must send; no other site can know it. */
  formToken(headers: IncomingHttpHeaders): string
  isFormToken(headers: IncomingHttpHeaders, given: string | undefined): boolean
}

/** A session that another process ended is announced; this is for what was not. */
const KNOWN_MS = 2000

/** The time of the last use is stored this often, and not at each request. */
const TOUCH_MS = 60_000

/** Clocks of two machines differ by less; a time further ahead is of a clock that was set back, and proves nothing. */
const CLOCK_TOLERANCE_MS = 60_000

export const isFreshAt = (at: number, now: number, seconds: number): boolean =>
  now - at <= seconds * 1000 && now - at >= -CLOCK_TOLERANCE_MS

interface Needs {
  readonly db: Database
  readonly changes: Changes
  readonly vault: Vault
  readonly now: () => number
  readonly settings: SessionSettings
}

interface SessionsHere extends Needs {
  readonly cookies: SessionCookies
  /** By the token of their cookie. */
  readonly known: WeightedCache<string, { readonly session: Session; readonly askedAt: number }>
}

export function openSessions(needs: Needs): Sessions {
  const { db, changes, now, settings } = needs
  const cookies = sessionCookies(needs)
  const here: SessionsHere = {
    ...needs,
    cookies,
    known: weightedCache({ most: 10_000, weigh: () => 1 }),
  }
  changes.on('people', here.known.clear)
  const idleSince = () => idleSinceOf(here)
  return {
    ...openBrowserSteps(needs, cookies),
    of: (headers, isRepeated = false) => sessionOf(here, headers, isRepeated),
    isFresh: ({ authenticatedAt }) => isFreshAt(authenticatedAt.getTime(), now(), settings.freshSeconds),
    confirm: confirmation => confirm(here, confirmation),
    start: (visitor, facts) => start(here, visitor, facts),
    clearing: [cookies.cleared],
    end: async (personId, sessionId) => {
      await db.transaction(queries => endSessionAccess(queries, personId, sessionId, new Date(now())))
      await announceEnd(changes)
    },
    endOthers: (queries, personId, except) => endAccess(queries, personId, new Date(now()), except),
    announceEnd: () => announceEnd(changes),
    list: personId => listSessions(db, personId, new Date(now()), idleSince()),
    isLive: sessionId => isSessionLive(db, sessionId, new Date(now()), idleSince()),
    holdLive: (queries, sessionId) => holdLiveSession(queries, sessionId, new Date(now()), idleSince()),
    formToken: headers => cookies.formTokenOf(cookies.tokenIn(headers) ?? ''),
    isFormToken: (headers, given) => cookies.isFormTokenOf(cookies.tokenIn(headers), given),
  }
}

const idleSinceOf = ({ now, settings }: Needs): Date => new Date(now() - settings.idleSeconds * 1000)

async function announceEnd(changes: Changes): Promise<void> {
  await Promise.all([changes.announce('people'), changes.announce('revocations')])
}

async function sessionOf(
  here: SessionsHere,
  headers: IncomingHttpHeaders,
  isRepeated: boolean,
): Promise<Session | undefined> {
  const { db, changes, vault, now, settings, cookies, known } = here
  const token = cookies.tokenIn(headers)
  if (token === undefined) return undefined
  const kept = known.get(token)
  if (kept && changes.isCurrent() && Math.abs(now() - kept.askedAt) < KNOWN_MS) return kept.session
  const session = await findSession(db, vault.mac(`session ${token}`), new Date(now()), idleSinceOf(here))
  if (!session) {
    known.delete(token)
    return undefined
  }
  known.set(token, { session, askedAt: now() })
  const touchMs = Math.min(TOUCH_MS, (settings.idleSeconds * 1000) / 4)
  if (!isRepeated && now() - session.usedAt.getTime() > touchMs)
    await touchSession(db, session.sessionId, new Date(now()))
  return session
}

async function confirm(
  { db, changes, vault, now, cookies, known }: SessionsHere,
  confirmation: Confirmation,
): Promise<readonly string[] | undefined> {
  const token = newSecret()
  const mac = vault.mac(`session ${token}`)
  const isConfirmed = await confirmSession(db, confirmation, mac, new Date(now()))
  await changes.announce('people')
  known.clear()
  return isConfirmed ? [cookies.session(token)] : undefined
}

async function start(
  here: SessionsHere,
  { headers, address }: Visitor,
  { idToken, authenticatedAt, ...facts }: NewSessionFacts,
): Promise<{ session: Session; cookies: readonly string[] }> {
  const { db, changes, vault, now, settings, cookies, known } = here
  const before = await sessionOf(here, headers, false)
  known.delete(cookies.tokenIn(headers) ?? '')
  const token = newSecret()
  const startedAt = new Date(now())
  const session = {
    sessionId: randomUUID(),
    personId: facts.personId,
    method: facts.method,
    address,
    userAgent: (headers['user-agent'] ?? '').slice(0, 300),
    sealedIdToken: idToken === undefined ? undefined : vault.seal(Buffer.from(idToken)),
    providerSid: facts.providerSid,
    startedAt,
    authenticatedAt: authenticatedAt ?? startedAt,
    secondFactor: facts.secondFactor,
    usedAt: startedAt,
    endsAt: new Date(now() + settings.lifeSeconds * 1000),
  }
  await db.transaction(async queries => {
    if (before) await endSessionAccess(queries, before.personId, before.sessionId, startedAt)
    await addSession(queries, { ...session, mac: vault.mac(`session ${token}`) })
  })
  if (before) await announceEnd(changes)
  return { session, cookies: [cookies.session(token)] }
}
