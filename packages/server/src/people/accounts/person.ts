/** A person with an account, and what the roles of the person allow. */

import { type Reach, type RoleRule, rightsOf, type TakenAccess } from '../../access/index.ts'
import { isScope, SCOPES, type Scope } from '../../http/index.ts'
import { builtInRole, equivalentsOf, type Role, rightsOfRole } from '../roles/role.ts'

export const PERSON_ID = /^[a-z0-9][a-z0-9._@+-]{0,99}$/

export interface Person {
  /** Readable, for life, and never given to another. */
  readonly personId: string
  readonly name: string
  readonly email: string | undefined
  /** The FHIR resource that stands for the person. */
  readonly fhirUser: string | undefined
  /** Names of roles that hold in all EHRs. */
  readonly roles: readonly string[]
  /** Names of roles that hold in the EHRs that are assigned to the person. */
  readonly assignedRoles: readonly string[]
  /** Those of these roles that administrators made, as they are now. */
  readonly customRoles: readonly Role[]
  /** EHRs that the person took in an emergency. */
  readonly takenAccess: readonly TakenAccess[]
  /** The provider that vouches for the person; absent for an account of this service alone. */
  readonly provider: string | undefined
  readonly userHandle: Buffer
  /** True with an authenticator app. */
  readonly hasTotp: boolean
  readonly hasPasskey: boolean
  readonly disabled: boolean
  readonly createdAt: Date
}

/** True if the account is of this service alone; people of a provider come in through it, and have no other way in. */
export const isLocal = ({ provider }: Pick<Person, 'provider'>): boolean => provider === undefined

/** A role for assigned EHRs alone is a role too. */
export const hasRole = ({ roles, assignedRoles }: Pick<Person, 'roles' | 'assignedRoles'>): boolean =>
  roles.length > 0 || assignedRoles.length > 0
/** The parts of a person that say what the person may do. */
type RolesOfPerson = Pick<Person, 'roles' | 'assignedRoles' | 'customRoles'>

export const namesOfRoles = ({ roles, assignedRoles }: Pick<Person, 'roles' | 'assignedRoles'>) => [
  ...roles,
  ...assignedRoles,
]

/** The roles of these names. */
export const rolesNamed = (
  { customRoles }: Pick<Person, 'customRoles'>,
  names: readonly string[],
): readonly Role[] =>
  names.flatMap(name => builtInRole(name) ?? customRoles.find(role => role.name === name) ?? [])

/** Scopes of the API that the person has in all EHRs. Access to one more EHR is for those who do not see all of them. */
export const scopesOfPerson = (person: RolesOfPerson): ReadonlySet<Scope> =>
  new Set([
    ...rolesNamed(person, person.roles).flatMap(({ scopes }) => scopes),
    ...(person.assignedRoles.length > 0 ? (['api.break_glass'] as const) : []),
  ])

/** Any role with the scope `api.admin` makes an administrator. */
export const hasAdministration = (person: RolesOfPerson): boolean => scopesOfPerson(person).has('api.admin')

export const isAdministrator = (person: RolesOfPerson & Pick<Person, 'disabled'>): boolean =>
  !person.disabled && hasAdministration(person)

const rulesOfRole = (role: Role, reach: Reach): RoleRule[] =>
  rightsOfRole(role).map(scope => ({
    ...scope,
    reach,
    ...(role.deidentified ? { deidentified: true } : {}),
  }))

export const roleRulesOf = (person: RolesOfPerson): RoleRule[] => [
  ...rolesNamed(person, person.roles).flatMap(role => rulesOfRole(role, {})),
  ...rolesNamed(person, person.assignedRoles).flatMap(role => rulesOfRole(role, { assigned: true })),
]

/** Scopes of the API that the person can use, be it for a part of what they stand for. */
export function usableScopes(person: RolesOfPerson): Scope[] {
  const whole = scopesOfPerson(person)
  const roleRules = roleRulesOf(person)
  const isUsable = (scope: Scope) =>
    whole.has(scope) || rightsOf({ scopes: equivalentsOf([scope]), roleRules }) !== undefined
  return Object.keys(SCOPES).filter(isScope).filter(isUsable)
}
