/** Cross-origin requests of browsers are allowed only from listed origins. */
import type { IncomingHttpHeaders } from 'node:http'

/** Response headers that a page may read besides the few that browsers always show. */
const EXPOSED = [
  'ETag',
  'Link',
  'Location',
  'Last-Modified',
  'Allow',
  'Preference-Applied',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
  'X-Total-Count',
  'cairn-after',
  'cairn-warnings',
  'openehr-uri',
  'openehr-item-tag',
  'openehr-version-item-tag',
].join(', ')

/** Time that browsers may cache a preflight. */
const MAX_AGE_SECONDS = '600'

/** True for a request from a listed origin. */
export const isListedOrigin = ({ origin }: IncomingHttpHeaders, origins: ReadonlySet<string>): boolean =>
  origin !== undefined && origins.has(origin)

export function corsHeaders(
  headers: IncomingHttpHeaders,
  origins: ReadonlySet<string>,
): Record<string, string> | undefined {
  const { origin } = headers
  if (origins.size === 0) return undefined
  if (origin === undefined || !isListedOrigin(headers, origins)) return { Vary: 'Origin' }
  return { Vary: 'Origin', 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED }
}

export function isPreflight(method: string, headers: IncomingHttpHeaders): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

/** Allows all requested headers: access depends on the token, which browsers never send by themselves. */
export function preflightHeaders(headers: IncomingHttpHeaders, methods: string): Record<string, string> {
  const asked = headers['access-control-request-headers']
  return {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Max-Age': MAX_AGE_SECONDS,
    ...(asked ? { 'Access-Control-Allow-Headers': asked } : {}),
  }
}
