/** The part of the black-box suite that does not run as a tenant (`npm run test:tenant`), each with the reason. */
import { TENANT_VARIABLE } from '../postgres.ts'

const ONE_ADDRESS = 'a tenant has one address, which the registry has'
const PROXY = 'its proxy has an address of its own, and the address tells the tenant'
const OWN_DATABASE = 'the registry has the database of a tenant'

/** Settings that no tenant can have: a test server with one of them is a plain one. */
export const PLAIN_SETTINGS: Readonly<Record<string, string>> = {
  CAIRN_ADMIN_PORT: 'the port is for operators, and has the metrics of all tenants',
  CAIRN_AUTH: 'tenants are kept apart by their tokens, so authentication cannot be off',
  CAIRN_AUTH_ISSUER: 'the issuer of a tenant is its address',
  CAIRN_AUTH_PORT: ONE_ADDRESS,
  CAIRN_AUTH_URL: ONE_ADDRESS,
  CAIRN_BASE_URL: ONE_ADDRESS,
  CAIRN_DATABASE_OWNER_URL: OWN_DATABASE,
  CAIRN_DATABASE_READ_URL: OWN_DATABASE,
  CAIRN_DATABASE_URL: OWN_DATABASE,
  CAIRN_ERASURE_LOG: 'each tenant has a file of its own, with its id in the name',
}

/** Files that `npm run test:tenant` does not run. */
export const FILES_LEFT_OUT: Readonly<Record<string, string>> = {
  'test/auth/outgoing.test.ts': 'settings that keep a plain server from starting keep a tenant closed',
  'test/client/changes.test.ts': PROXY,
  'test/client/live.test.ts': PROXY,
  'test/client/restart.test.ts': PROXY,
  'test/install/roles.test.ts':
    'it is about the roles that an operator gives the database of one organisation',
  'test/system/durability.test.ts':
    'it changes the role that serves one organisation; a tenant has a role of its own',
  'test/walks.test.ts': 'it counts functions of a plain server, and a tenant runs more',
  'test/wall-clock.test.ts': 'it reads the sources of tests, and starts no server',
}

const TESTS_LEFT_OUT = {
  'bytes that are no request': 'they name no address, so no tenant has the event',
  'a function of the reader': 'nobody may make temporary functions in the database of a tenant',
} as const

/** The reason not to run a test; false: it runs. */
export const leftOutForTenants = (name: keyof typeof TESTS_LEFT_OUT): string | false =>
  process.env[TENANT_VARIABLE] === undefined ? false : `left out for tenants: ${TESTS_LEFT_OUT[name]}`
