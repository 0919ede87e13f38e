/** Addresses of the network that the service may call: public ones, and those that a setting allows (decision 0081). */
import { BlockList, isIP } from 'node:net'

/** Networks of IPv4 that are not public, by the special-purpose registry of IANA (RFC 6890), with multicast and reserved ones. */
const NOT_PUBLIC = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Of IPv6 only global unicast is public, without documentation, and without 6to4 and Teredo, which carry an address of IPv4. */
const GLOBAL_UNICAST = ['2000::/3']
const NOT_GLOBAL = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', length] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, length === undefined ? (family === 'ipv6' ? 128 : 32) : Number(length), family)
  }
  return list
}

const notPublic = listOf(NOT_PUBLIC)
const globalUnicast = listOf(GLOBAL_UNICAST)
const notGlobal = listOf(NOT_GLOBAL)

/** An address of IPv4 that is written as one of IPv6 (`::ffff:…`, `::…`) is never public: nobody needs to write it so. */
const isPublic = (address: string): boolean => {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address)
    case 6:
      return globalUnicast.check(address, 'ipv6') && !notGlobal.check(address, 'ipv6')
    default:
      return false
  }
}

export interface AddressRules {
  /** True if the service may call the address. */
  mayCall(address: string): boolean
  /** True if a setting names it, so that http is enough. */
  isNamed(address: string): boolean
}

export function addressRules(named: readonly string[]): AddressRules {
  const list = listOf(named)
  const isNamed = (address: string): boolean => {
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
  return { isNamed, mayCall: address => isPublic(address) || isNamed(address) }
}
