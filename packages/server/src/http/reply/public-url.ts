/** The public address of a mount, for links in answers. */
import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { MountPoint } from '../endpoint.ts'

export type IsTrusted = (address: string | undefined) => boolean

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Makes a function that tests whether an address is trusted. */
export function trustedAddresses(proxies: readonly string[]): IsTrusted {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', length] = proxy.split('/')
    if (length === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(length), familyOf(address))
  }
  return address => address !== undefined && isIP(address) > 0 && list.check(address, familyOf(address))
}

/** The public address of a mount from the settings; the path of the base URL is not repeated. */
export function mountUrl(baseUrl: string, prefix: string): string {
  const path = new URL(baseUrl).pathname.replace(/\/$/, '')
  const isBelow = path !== '' && (prefix === path || prefix.startsWith(`${path}/`))
  return `${baseUrl}${isBelow ? prefix.slice(path.length) : prefix}`
}

const HOST = /^(?:[\w.-]{1,255}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i
const PREFIX = /^(?:\/[\w.~-]+)*$/

/** The first of several values, which is that of the proxy nearest to the caller. */
function firstOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const given = headers[name]
  return given === undefined ? undefined : [given].flat().join(',').split(',')[0]?.trim()
}

/** The address by which the proxy was called: each part that it names replaces that of the settings. */
function forwardedUrl(headers: IncomingHttpHeaders, { url, prefix }: MountPoint): string {
  const { protocol, host } = new URL(url)
  const proto = firstOf(headers, 'x-forwarded-proto')?.toLowerCase()
  const given = firstOf(headers, 'x-forwarded-host')
  const before = firstOf(headers, 'x-forwarded-prefix')?.replace(/\/+$/, '')
  const path = before !== undefined && PREFIX.test(before) ? `${before}${prefix}` : new URL(url).pathname
  return [
    proto === 'http' || proto === 'https' ? `${proto}:` : protocol,
    '//',
    given !== undefined && HOST.test(given) ? given : host,
    path.replace(/\/$/, ''),
  ].join('')
}

const FORWARDED = ['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-prefix']

export type MountUrl = (request: FastifyRequest, mountPoint: MountPoint) => string

/** The public address of the mount that a request came through; `X-Forwarded-*` counts from proxies that are trusted. */
export function mountUrls(proxies: readonly string[], isTrusted: IsTrusted): MountUrl {
  // Most servers trust none: their requests are not searched.
  if (proxies.length === 0) return (_request, mountPoint) => mountPoint.url
  return ({ headers, socket }, mountPoint) =>
    FORWARDED.some(name => headers[name] !== undefined) && isTrusted(socket.remoteAddress)
      ? forwardedUrl(headers, mountPoint)
      : mountPoint.url
}
