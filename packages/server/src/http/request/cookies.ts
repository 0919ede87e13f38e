/** Reads and writes cookies. */
import type { IncomingHttpHeaders } from 'node:http'

/** The value of a cookie; undefined if the request has none of this name, or two, which no browser of ours sends. */
export function cookieIn({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
  if (cookie === undefined) return undefined
  const values = cookie
    .split(';')
    .map(part => part.trim())
    .filter(part => part.startsWith(`${name}=`))
    .map(part => part.slice(name.length + 1))
  return values.length === 1 ? values[0] : undefined
}

interface CookieOptions {
  readonly sameSite: 'Strict' | 'Lax'
  readonly isSecure: boolean
  /** Absent: until the browser is closed. */
  readonly maxAgeSeconds?: number
}

export const printCookie = (name: string, value: string, options: CookieOptions): string =>
  [
    `${name}=${value}`,
    'Path=/',
    'HttpOnly',
    `SameSite=${options.sameSite}`,
    ...(options.isSecure ? ['Secure'] : []),
    ...(options.maxAgeSeconds === undefined ? [] : [`Max-Age=${options.maxAgeSeconds}`]),
  ].join('; ')
