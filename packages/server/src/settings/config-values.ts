/** Readers of settings: turn the text of a variable into its value, or throw what is expected. */
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { codeSetHas } from '@cairn-ehr/openehr/rm'

export type Reader<T> = (text: string) => T

/** Says what value is expected; becomes one line of the report. */
export class UnexpectedValue extends Error {}

export const text: Reader<string> = value => value

export const integer =
  (least: number, most: number): Reader<number> =>
  value => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < least || number > most)
      throw new UnexpectedValue(`a whole number from ${least} to ${most}`)
    return number
  }

/** A number of processes, or `auto` for as many as there are cores. */
export const processes: Reader<number> = value => {
  if (value === 'auto') return availableParallelism()
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < 1 || number > 256)
    throw new UnexpectedValue('a whole number from 1 to 256, or "auto"')
  return number
}

/** A number from 0 to 1, such as 0.1. */
export const ratio: Reader<number> = value => {
  if (!/^(0(\.\d{1,6})?|1(\.0+)?)$/.test(value)) throw new UnexpectedValue('a number from 0 to 1 such as 0.1')
  return Number(value)
}

/** Names and values such as `Authorization=Bearer abc`, by comma. */
export const headers: Reader<Readonly<Record<string, string>>> = value =>
  Object.fromEntries(
    value.split(',').map(pair => {
      const [, name = '', text = ''] = /^\s*([\w-]+)=([\x20-\x7e]+)$/.exec(pair) ?? []
      if (name === '') throw new UnexpectedValue('headers such as Authorization=Bearer abc, by comma')
      return [name, text.trim()]
    }),
  )

/** A number for each name, such as `name=4,sex=1`. */
export const weights =
  <const Name extends string>(...names: Name[]): Reader<Readonly<Record<Name, number>>> =>
  value => {
    const given = new Map(value.split(',').map(pair => pair.trim().split('=') as [string, string]))
    const isRight =
      given.size === names.length && names.every(name => /^\d{1,3}(\.\d{1,3})?$/.test(given.get(name) ?? ''))
    if (!isRight)
      throw new UnexpectedValue(`a number for each of ${names.join(', ')}, such as ${names[0]}=1, by comma`)
    return Object.fromEntries(names.map(name => [name, Number(given.get(name))])) as Record<Name, number>
  }

export const oneOf =
  <const T extends string>(...values: T[]): Reader<T> =>
  value => {
    const found = values.find(known => known === value)
    if (found === undefined) throw new UnexpectedValue(values.map(known => `"${known}"`).join(' or '))
    return found
  }

export const url =
  (...protocols: string[]): Reader<string> =>
  value => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined
    if (!parsed || !protocols.includes(parsed.protocol) || parsed.search || parsed.hash)
      throw new UnexpectedValue(`an absolute ${protocols.join(' or ')} URL without query or fragment`)
    return value.replace(/\/+$/, '')
  }

export const databaseUrl: Reader<string> = value => {
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value))
    throw new UnexpectedValue('a URL such as postgresql://user:password@host:5432/database')
  return value
}

export const list =
  <T>(item: Reader<T>): Reader<readonly T[]> =>
  value =>
    value
      .split(',')
      .map(part => part.trim())
      .filter(part => part !== '')
      .map(item)

export const pathPrefix: Reader<string> = value => {
  if (!/^(\/[\w.~-]+)+$/.test(value))
    throw new UnexpectedValue('paths such as /ehrbase/rest/openehr/v1, by comma')
  return value
}

/** Names of networks that are common in settings of reverse proxies. */
const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Addresses and networks in CIDR notation; a name stands for all of its networks. */
export const networks: Reader<readonly string[]> = value => {
  if (Object.hasOwn(NAMED_NETWORKS, value)) return NAMED_NETWORKS[value] ?? []
  const [address = '', length, ...more] = value.split('/')
  const most = isIP(address) === 6 ? 128 : 32
  const isLength = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= most)
  if (isIP(address) === 0 || !isLength || more.length > 0)
    throw new UnexpectedValue(
      `addresses or networks such as 10.0.0.0/8, or ${Object.keys(NAMED_NETWORKS).join(', ')}, by comma`,
    )
  return [value]
}

export const country: Reader<string> = value => {
  if (!codeSetHas('countries', value)) throw new UnexpectedValue('a country of ISO 3166-1 such as DE')
  return value
}

export const origin: Reader<string> = value => {
  if (!URL.canParse(value) || new URL(value).origin !== value)
    throw new UnexpectedValue('origins such as https://app.example.org, by comma')
  return value
}

export const size: Reader<number> = value => {
  const match = /^(\d{1,9})(|KB|MB)$/i.exec(value)
  if (!match) throw new UnexpectedValue('a size such as 1048576, 512KB or 20MB')
  return Number(match[1]) * { '': 1, KB: 1024, MB: 1024 * 1024 }[match[2]?.toUpperCase() as '' | 'KB' | 'MB']
}

export const atLeast =
  (length: number): Reader<string> =>
  value => {
    if (value.length < length) throw new UnexpectedValue(`at least ${length} characters`)
    return value
  }

/** The form of a client id; the database has the same rule. */
export const CLIENT_ID = /^[\w.-]{1,100}$/

export const clientId: Reader<string> = value => {
  if (!CLIENT_ID.test(value)) throw new UnexpectedValue('letters, digits, ".", "_" and "-", at most 100')
  return value
}

/** A system id is between `::` in version ids, so no character may need escaping. */
export const systemId: Reader<string> = value => {
  if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(value))
    throw new UnexpectedValue('a host name or the like: letters, digits, ".", "_" and "-", at most 100')
  return value
}
