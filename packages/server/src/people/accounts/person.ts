/** A person with an account, and the roles that say what the person may do. */
import { isScope, SCOPES, type Scope } from '../../http/index.ts'

/** Roles are named sets of scopes. */
export const ROLES = {
  clinician: ['api.read', 'api.write'],
  nurse: ['api.read', 'api.write'],
  integrator: ['api.read', 'api.write', 'api.lenient'],
  administrator: Object.keys(SCOPES).filter(isScope),
} as const satisfies Record<string, readonly Scope[]>

export type Role = keyof typeof ROLES

export const isRole = (text: string): text is Role => Object.hasOwn(ROLES, text)

export const PERSON_ID = /^[a-z0-9][a-z0-9._@+-]{0,99}$/

export interface Person {
  /** Readable, for life, and never given to another. */
  readonly personId: string
  readonly name: string
  readonly email: string | undefined
  readonly roles: readonly Role[]
  /** The provider that vouches for the person; absent for an account of this service alone. */
  readonly provider: string | undefined
  readonly userHandle: Buffer
  readonly disabled: boolean
  readonly createdAt: Date
}

export const scopesOfPerson = ({ roles }: Pick<Person, 'roles'>): ReadonlySet<Scope> =>
  new Set(roles.flatMap((role): readonly Scope[] => ROLES[role]))
