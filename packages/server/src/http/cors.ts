/** Cross-origin calls of browsers: none, unless the origin is listed by its exact name. */
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
  'openehr-uri',
  'openehr-item-tag',
  'openehr-version-item-tag',
].join(', ')

/** A preflight is kept by browsers for this long. */
const MAX_AGE_SECONDS = '600'

/** Whether a page of a listed origin calls. */
export const isInvited = ({ origin }: IncomingHttpHeaders, origins: ReadonlySet<string>): boolean =>
  origin !== undefined && origins.has(origin)

export function corsHeaders(
  headers: IncomingHttpHeaders,
  origins: ReadonlySet<string>,
): Record<string, string> | undefined {
  const { origin } = headers
  if (origins.size === 0) return undefined
  if (origin === undefined || !isInvited(headers, origins)) return { Vary: 'Origin' }
  return { Vary: 'Origin', 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED }
}

export function isPreflight(method: string, headers: IncomingHttpHeaders): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

/** What is asked for is allowed: the token decides, and browsers send none by themselves. */
export function preflightHeaders(headers: IncomingHttpHeaders, methods: string): Record<string, string> {
  const asked = headers['access-control-request-headers']
  return {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Max-Age': MAX_AGE_SECONDS,
    ...(asked ? { 'Access-Control-Allow-Headers': asked } : {}),
  }
}
