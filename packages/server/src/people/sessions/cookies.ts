/** The cookies of sessions and of browsers, and the values that their forms send back. */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { cookieIn, printCookie } from '../../http/request/index.ts'
import type { Vault } from '../../seals/index.ts'

const BROWSER_SECONDS = 3600

interface CookieSettings {
  /** Tells the cookies of servers apart that share a host, with a path each. */
  readonly cookieSuffix: string
  /** Cookies are only sent over https. */
  readonly isSecure: boolean
}

export interface SessionCookies {
  /** The token of a session. */
  tokenIn(headers: IncomingHttpHeaders): string | undefined
  /** The secret of a browser that is not signed in. */
  browserSecretIn(headers: IncomingHttpHeaders): string | undefined
  session(token: string): string
  browser(secret: string): string
  /** Removes the session from the browser. */
  readonly cleared: string
  /** For the forms of a session or a browser, by its secret. */
  formTokenOf(secret: string): string
  isFormTokenOf(secret: string | undefined, given: string | undefined): boolean
}

export function sessionCookies({
  vault,
  settings,
}: {
  readonly vault: Vault
  readonly settings: CookieSettings
}): SessionCookies {
  const { cookieSuffix, isSecure } = settings
  // Browsers take a cookie with this prefix only from the host itself, over https (RFC 6265bis, section 4.1.3.2).
  const prefix = isSecure ? '__Host-' : ''
  const sessionName = `${prefix}cairn-session${cookieSuffix}`
  const browserName = `${prefix}cairn-browser${cookieSuffix}`
  const strict = { sameSite: 'Strict', isSecure } as const
  // People come back from a provider by a link of its site: with `Strict` the cookie would be missing then.
  const lax = { sameSite: 'Lax', isSecure, maxAgeSeconds: BROWSER_SECONDS } as const
  const formTokenOf = (secret: string) => vault.mac(`form ${secret}`).toString('base64url')
  return {
    tokenIn: headers => cookieIn(headers, sessionName),
    browserSecretIn: headers => cookieIn(headers, browserName),
    session: token => printCookie(sessionName, token, strict),
    browser: secret => printCookie(browserName, secret, lax),
    cleared: printCookie(sessionName, '', { ...strict, maxAgeSeconds: 0 }),
    formTokenOf,
    isFormTokenOf: (secret, given) => secret !== undefined && isSame(formTokenOf(secret), given),
  }
}

const isSame = (expected: string, given: string | undefined): boolean =>
  given !== undefined &&
  given.length === expected.length &&
  timingSafeEqual(Buffer.from(expected), Buffer.from(given))
