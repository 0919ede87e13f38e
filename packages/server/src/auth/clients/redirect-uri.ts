/** Redirect URIs: which can be registered, and when one that is asked for is one of them (RFC 9700, section 2.1; RFC 8252). */

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** A scheme of an app's own is a reversed domain name, so that no two apps choose the same (RFC 8252, section 7.1). */
const APP_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/

const parsed = (uri: string): URL | undefined => (URL.canParse(uri) ? new URL(uri) : undefined)

const isLoopback = (url: URL): boolean => url.protocol === 'http:' && LOOPBACK.has(url.hostname)

export function isRedirectUri(uri: string): boolean {
  const url = parsed(uri)
  // A backslash or a control character is read differently by different parsers.
  if (!url || uri.length > 1000 || /[\\\s*#]|[^\x21-\x7e]/.test(uri) || url.username || url.password)
    return false
  return url.protocol === 'https:' || isLoopback(url) || APP_SCHEME.test(url.protocol)
}

/** The host and path of a loopback address count, its port does not: an app on a desktop takes a free one. */
const withoutPort = (url: URL): string => `${url.protocol}//${url.hostname}${url.pathname}${url.search}`

export function matchesRegistered(asked: string, registered: readonly string[]): boolean {
  if (registered.includes(asked)) return true
  const url = parsed(asked)
  if (!url || !isLoopback(url) || !isRedirectUri(asked)) return false
  return registered.some(uri => {
    const known = parsed(uri)
    return known !== undefined && isLoopback(known) && withoutPort(known) === withoutPort(url)
  })
}
