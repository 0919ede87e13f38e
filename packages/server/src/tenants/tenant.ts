/** A tenant as the registry has it, and the rules for its names and its address. */
import { StartError } from '../db/index.ts'

/**
 * `creating`: its database is not complete. `moving`: nothing can be written until the last changes are copied. `deleting`: it can be taken back until
 * `deleteAfter`. `removing`: it cannot any more.
 */
export type TenantState = 'creating' | 'active' | 'suspended' | 'moving' | 'deleting' | 'removing' | 'deleted'

/** The PostgreSQL server that has the registry too. */
export const MAIN_SERVER = 'main'

/** A database on a PostgreSQL server. */
export interface Place {
  readonly server: string
  readonly database: string
}

/** `copying`: the copy is not complete. `copied`: changes are copied. `paused`: the last of them. `leaving`: the tenant has moved, and the old database goes. */
export type MoveStep = 'copying' | 'copied' | 'paused' | 'leaving'

/** A move that has not ended. */
export interface Move {
  readonly step: MoveStep
  readonly from: Place
  readonly to: Place
  /** State of the tenant before and after. */
  readonly state: 'active' | 'suspended'
}

/** The part of an address by which a request is told. */
export interface TenantAddress {
  readonly host: string
  /** `/segment`, or empty: the tenant has the host for itself. */
  readonly path: string
}

export interface Tenant extends TenantAddress, Place {
  readonly tenantId: string
  readonly name: string
  readonly baseUrl: string
  readonly systemId: string
  readonly state: TenantState
  readonly moving: Move | null
  readonly settings: Readonly<Record<string, string>>
  readonly change: number
  readonly createdAt: Date
  readonly deleteAfter: Date | null
  /** Facts about the data when they were removed; null before. */
  readonly proof: DeletionProof | null
}

/** Facts about the data, taken when their removal began. */
export interface RemovedFacts {
  readonly tenant: string
  readonly system_id: string
  readonly database: string
  readonly ehrs: number
  readonly versions: number
  readonly audit_events: number
  /** The end of the audit trail, as `cairn verify` prints it for `--head`; null for an empty trail. */
  readonly audit_head: string | null
  readonly removed_at: string
}

export interface DeletionProof {
  /** `RemovedFacts` as JSON: the text that is signed. */
  readonly facts: string
  /** A detached JWS over the SHA-256 of the facts, by the key that signed the records; null if there were none. The key is removed with them. */
  readonly signature: string | null
  /** The public key (JWK). */
  readonly key: unknown
}

/** There is no such tenant. */
export class UnknownTenant extends StartError {}

/** A PostgreSQL server does not answer. */
export class UnreachableServer extends StartError {}

/** A value that no tenant can have. */
export class InvalidTenant extends StartError {}

const TENANT_ID = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
const MOST_CHARACTERS = 32
const PATH = /^(?:\/[A-Za-z0-9][\w-]*)?$/

const nameIn =
  (what: string, example: string) =>
  (text: string): string => {
    if (!TENANT_ID.test(text) || text.length > MOST_CHARACTERS)
      throw new InvalidTenant(
        `"${text}" cannot be the ${what}: lower-case letters and digits, with single hyphens between, at most ${MOST_CHARACTERS}, such as "${example}".`,
      )
    return text
  }

export const tenantIdIn = nameIn('id of a tenant', 'hospital-a')
export const operatorNameIn = nameIn('name of an operator', 'nadia')
export const serverNameIn = nameIn('name of a PostgreSQL server', 'second')

/** Reads the address under which a tenant is called. */
export function addressIn(baseUrl: string): TenantAddress {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash || url.username)
    throw new InvalidTenant(
      `"${baseUrl}" cannot be the address of a tenant: an http or https URL such as https://hospital-a.example.org.`,
    )
  const path = url.pathname.replace(/\/+$/, '')
  if (!PATH.test(path))
    throw new InvalidTenant(
      `The path of ${baseUrl} must be one segment of letters, digits, "-" and "_", such as /hospital-a, or empty.`,
    )
  return { host: url.hostname, path }
}

/** Version ids of a tenant have it: its address, in the characters that they may have. */
export const systemIdOf = ({ host, path }: TenantAddress): string =>
  `${path === '' ? '' : `${path.slice(1)}.`}${host.replace(/[^\w.-]/g, '-')}`.replace(/^[^A-Za-z0-9]+/, '')

/** A host is one tenant's, or is shared by tenants with a path each: nothing of one then lies below the address of another. */
export const sharesHost = (one: TenantAddress, other: TenantAddress): boolean =>
  one.host === other.host && (one.path === other.path || one.path === '' || other.path === '')
