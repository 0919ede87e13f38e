/** A person with an account, and the roles that say what the person may do. */
import { isScope, SCOPES, type Scope } from '../../http/index.ts'
import {
  type DataScope,
  parseDataScope,
  type Reach,
  type RoleRule,
  rightsOf,
  type TakenAccess,
} from '../../rights/index.ts'

interface RoleDefinition {
  /** Scopes of the API that the role has as a whole, where it holds in all EHRs. */
  readonly scopes: readonly Scope[]
  /** Rights, in the notation of scopes; they hold in all EHRs, or in those that are assigned to the person. */
  readonly rights: readonly string[]
  /** Records are seen in queries only, without identity. */
  readonly deidentified?: true
}

/** The rights that `api.read` stands for. */
const READING = ['user/composition-*.rs', 'user/template-*.r', 'user/aql-*.rs']

/** Roles are named sets of rights. */
export const ROLES = {
  clinician: { scopes: ['api.read'], rights: [...READING, 'user/composition-*.cud'] },
  nurse: { scopes: ['api.read'], rights: [...READING, 'user/composition-*.cu'] },
  researcher: { scopes: [], rights: READING, deidentified: true },
  integrator: {
    scopes: ['api.read', 'api.write', 'api.lenient'],
    rights: [...READING, 'user/composition-*.cud', 'user/template-*.cud', 'user/aql-*.cud'],
  },
  auditor: { scopes: [], rights: ['user/audit-*.ru'] },
  administrator: {
    scopes: Object.keys(SCOPES).filter(isScope),
    rights: [
      ...READING,
      'user/composition-*.cud',
      'user/template-*.cud',
      'user/aql-*.cud',
      'user/audit-*.ru',
    ],
  },
} as const satisfies Record<string, RoleDefinition>

export type Role = keyof typeof ROLES

export const isRole = (text: string): text is Role => Object.hasOwn(ROLES, text)

/** Roles that can be held to assigned EHRs: the others are about the service as a whole. */
export const ASSIGNABLE_ROLES: readonly Role[] = ['clinician', 'nurse', 'integrator']

export const isAssignableRole = (text: string): text is Role =>
  isRole(text) && ASSIGNABLE_ROLES.includes(text)

export const PERSON_ID = /^[a-z0-9][a-z0-9._@+-]{0,99}$/

export interface Person {
  /** Readable, for life, and never given to another. */
  readonly personId: string
  readonly name: string
  readonly email: string | undefined
  /** The FHIR resource that stands for the person. */
  readonly fhirUser: string | undefined
  /** They hold in all EHRs. */
  readonly roles: readonly Role[]
  /** They hold in the EHRs that are assigned to the person. */
  readonly assignedRoles: readonly Role[]
  /** EHRs that the person took in an emergency. */
  readonly takenAccess: readonly TakenAccess[]
  /** The provider that vouches for the person; absent for an account of this service alone. */
  readonly provider: string | undefined
  readonly userHandle: Buffer
  readonly disabled: boolean
  readonly createdAt: Date
}

/** Scopes of the API that the person has in all EHRs. */
export const scopesOfPerson = ({ roles }: Pick<Person, 'roles'>): ReadonlySet<Scope> =>
  new Set(roles.flatMap((role): readonly Scope[] => ROLES[role].scopes))

const parsed = (texts: readonly string[]): DataScope[] => texts.flatMap(text => parseDataScope(text) ?? [])

const RULES = new Map(
  Object.keys(ROLES)
    .filter(isRole)
    .map(role => [role, parsed(ROLES[role].rights)]),
)

function rulesOfRole(role: Role, reach: Reach): RoleRule[] {
  const { deidentified }: RoleDefinition = ROLES[role]
  return (RULES.get(role) ?? []).map(scope => ({
    ...scope,
    reach,
    ...(deidentified ? { deidentified } : {}),
  }))
}

export const roleRulesOf = ({
  roles,
  assignedRoles,
}: Pick<Person, 'roles' | 'assignedRoles'>): RoleRule[] => [
  ...roles.flatMap(role => rulesOfRole(role, {})),
  ...assignedRoles.flatMap(role => rulesOfRole(role, { assigned: true })),
]

/** Rights that a scope of the API stands for, for people whose roles give a part of it only. */
const EQUIVALENTS: Readonly<Partial<Record<Scope, readonly DataScope[]>>> = {
  'api.read': parsed(READING),
  'api.write': parsed(['user/composition-*.cud', 'user/template-*.cud', 'user/aql-*.cud']),
}

export const equivalentsOf = (scopes: readonly Scope[]): DataScope[] =>
  scopes.flatMap(scope => EQUIVALENTS[scope] ?? [])

/** Scopes of the API that the person can use, be it for a part of what they stand for. */
export function usableScopes(person: Pick<Person, 'roles' | 'assignedRoles'>): Scope[] {
  const whole = scopesOfPerson(person)
  const roleRules = roleRulesOf(person)
  const isUsable = (scope: Scope) =>
    whole.has(scope) || rightsOf({ scopes: equivalentsOf([scope]), roleRules }) !== undefined
  return Object.keys(SCOPES).filter(isScope).filter(isUsable)
}
