/** Sessions of people in a browser: a cookie that says nothing, and everything else on the server. */
import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { weightedCache } from '../../collections/index.ts'
import type { Changes, Database, Queries } from '../../db/index.ts'
import { cookieIn, printCookie } from '../../http/index.ts'
import { newSecret, type Vault } from '../../seals/index.ts'
import { endAccess, endSessionAccess } from './end-access.ts'
import {
  addSession,
  addStep,
  type Confirmation,
  confirmSession,
  findSession,
  holdLiveSession,
  isSessionLive,
  listSessions,
  type Session,
  takeStep,
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

/** A browser that is not signed in, known by a cookie that only ties its steps together. */
export interface Browser {
  readonly mac: Buffer
  /** For its forms. */
  readonly formToken: string
  /** To be sent if the browser has no cookie yet. */
  readonly cookies: readonly string[]
}

export interface Sessions {
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
  browser(headers: IncomingHttpHeaders): Browser
  isBrowserToken(headers: IncomingHttpHeaders, given: string | undefined): boolean
  /** Keeps facts for the next step of this browser, for some minutes. */
  keepStep(
    browser: Buffer,
    purpose: string,
    key: string,
    facts: Readonly<Record<string, unknown>>,
  ): Promise<void>
  takeStep(
    headers: IncomingHttpHeaders,
    purpose: string,
    key: string,
  ): Promise<Readonly<Record<string, unknown>> | undefined>
}

/** A session that another process ended is announced; this is for what was not. */
const KNOWN_MS = 2000

/** The time of the last use is stored this often, and not at each request. */
const TOUCH_MS = 60_000

/** Clocks of two machines differ by less; a time further ahead is of a clock that was set back, and proves nothing. */
const CLOCK_TOLERANCE_MS = 60_000

export const isFreshAt = (at: number, now: number, seconds: number): boolean =>
  now - at <= seconds * 1000 && now - at >= -CLOCK_TOLERANCE_MS

const STEP_MS = 10 * 60 * 1000

const BROWSER_SECONDS = 3600

interface Needs {
  readonly db: Database
  readonly changes: Changes
  readonly vault: Vault
  readonly now: () => number
  readonly settings: SessionSettings
}

const isSame = (expected: string, given: string | undefined): boolean =>
  given !== undefined &&
  given.length === expected.length &&
  timingSafeEqual(Buffer.from(expected), Buffer.from(given))

export function openSessions({ db, changes, vault, now, settings }: Needs): Sessions {
  const { idleSeconds, lifeSeconds, freshSeconds, isSecure, cookieSuffix } = settings
  // Browsers take a cookie with this prefix only from the host itself, over https (RFC 6265bis, section 4.1.3.2).
  const prefix = isSecure ? '__Host-' : ''
  const sessionCookie = `${prefix}cairn-session${cookieSuffix}`
  const browserCookie = `${prefix}cairn-browser${cookieSuffix}`
  const strict = { sameSite: 'Strict', isSecure } as const
  // People come back from a provider by a link of its site: with `Strict` the cookie would be missing then.
  const lax = { sameSite: 'Lax', isSecure, maxAgeSeconds: BROWSER_SECONDS } as const
  const idleSince = () => new Date(now() - idleSeconds * 1000)
  const known = weightedCache<string, { readonly session: Session; readonly askedAt: number }>({
    most: 10_000,
    weigh: () => 1,
  })
  changes.on('people', known.clear)
  const tokenIn = (headers: IncomingHttpHeaders) => cookieIn(headers, sessionCookie)
  const formTokenOf = (secret: string) => vault.mac(`form ${secret}`).toString('base64url')

  const find = async (token: string, isRepeated: boolean): Promise<Session | undefined> => {
    const kept = known.get(token)
    if (kept && changes.isCurrent() && Math.abs(now() - kept.askedAt) < KNOWN_MS) return kept.session
    const session = await findSession(db, vault.mac(`session ${token}`), new Date(now()), idleSince())
    if (!session) {
      known.delete(token)
      return undefined
    }
    known.set(token, { session, askedAt: now() })
    if (!isRepeated && now() - session.usedAt.getTime() > Math.min(TOUCH_MS, (idleSeconds * 1000) / 4))
      await touchSession(db, session.sessionId, new Date(now()))
    return session
  }
  const of = async (headers: IncomingHttpHeaders, isRepeated = false) => {
    const token = tokenIn(headers)
    return token === undefined ? undefined : find(token, isRepeated)
  }
  const announceEnd = async () => {
    await Promise.all([changes.announce('people'), changes.announce('revocations')])
  }
  const macOfBrowser = (secret: string) => vault.mac(`browser ${secret}`)

  return {
    of,
    isFresh: ({ authenticatedAt }) => isFreshAt(authenticatedAt.getTime(), now(), freshSeconds),
    confirm: async confirmation => {
      const token = newSecret()
      const mac = vault.mac(`session ${token}`)
      const isConfirmed = await confirmSession(db, confirmation, mac, new Date(now()))
      await changes.announce('people')
      known.clear()
      return isConfirmed ? [printCookie(sessionCookie, token, strict)] : undefined
    },
    start: async ({ headers, address }, facts) => {
      const { personId, method, idToken, providerSid, secondFactor, authenticatedAt } = facts
      const before = await of(headers)
      known.delete(tokenIn(headers) ?? '')
      const token = newSecret()
      const startedAt = new Date(now())
      const session = {
        sessionId: randomUUID(),
        personId,
        method,
        address,
        userAgent: (headers['user-agent'] ?? '').slice(0, 300),
        sealedIdToken: idToken === undefined ? undefined : vault.seal(Buffer.from(idToken)),
        providerSid,
        startedAt,
        authenticatedAt: authenticatedAt ?? startedAt,
        secondFactor,
        usedAt: startedAt,
        endsAt: new Date(now() + lifeSeconds * 1000),
      }
      await db.transaction(async queries => {
        if (before) await endSessionAccess(queries, before.personId, before.sessionId, startedAt)
        await addSession(queries, { ...session, mac: vault.mac(`session ${token}`) })
      })
      if (before) await announceEnd()
      return { session, cookies: [printCookie(sessionCookie, token, strict)] }
    },
    clearing: [printCookie(sessionCookie, '', { ...strict, maxAgeSeconds: 0 })],
    end: async (personId, sessionId) => {
      await db.transaction(queries => endSessionAccess(queries, personId, sessionId, new Date(now())))
      await announceEnd()
    },
    endOthers: (queries, personId, except) => endAccess(queries, personId, new Date(now()), except),
    announceEnd,
    list: personId => listSessions(db, personId, new Date(now()), idleSince()),
    isLive: sessionId => isSessionLive(db, sessionId, new Date(now()), idleSince()),
    holdLive: (queries, sessionId) => holdLiveSession(queries, sessionId, new Date(now()), idleSince()),
    formToken: headers => formTokenOf(tokenIn(headers) ?? ''),
    isFormToken: (headers, given) => {
      const token = tokenIn(headers)
      return token !== undefined && isSame(formTokenOf(token), given)
    },
    browser: headers => {
      const kept = cookieIn(headers, browserCookie)
      const secret = kept ?? newSecret()
      return {
        mac: macOfBrowser(secret),
        formToken: formTokenOf(secret),
        cookies: kept === undefined ? [printCookie(browserCookie, secret, lax)] : [],
      }
    },
    isBrowserToken: (headers, given) => {
      const secret = cookieIn(headers, browserCookie)
      return secret !== undefined && isSame(formTokenOf(secret), given)
    },
    keepStep: async (browser, purpose, key, facts) => {
      const mac = vault.mac(`step ${key}`)
      await addStep(db, { mac, purpose, browser }, facts, new Date(now() + STEP_MS))
    },
    takeStep: async (headers, purpose, key) => {
      const secret = cookieIn(headers, browserCookie)
      if (secret === undefined) return undefined
      const step = { mac: vault.mac(`step ${key}`), purpose, browser: macOfBrowser(secret) }
      return takeStep(db, step, new Date(now()))
    },
  }
}
