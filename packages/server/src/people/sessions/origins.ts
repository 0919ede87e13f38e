/** Tells requests of our own pages from those that another site made a browser send. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../../settings/index.ts'

export type IsOwnOrigin = (headers: IncomingHttpHeaders) => boolean

/** `Origin` counts where there is one; else what the browser says about the sender. A program sends neither. */
export function ownOrigins({
  authUrl,
  baseUrl,
  audiences,
}: Pick<Config, 'authUrl' | 'baseUrl' | 'audiences'>): IsOwnOrigin {
  const own = new Set([authUrl, baseUrl, ...audiences].map(url => new URL(url).origin))
  return ({ origin, 'sec-fetch-site': site }) =>
    origin === undefined ? site === undefined || site === 'same-origin' || site === 'none' : own.has(origin)
}
