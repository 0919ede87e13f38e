/** The rights of a caller as a value, and the one function that says whether they allow an operation. */
import {
  asRecords,
  type Compartment,
  type DataScope,
  isPartyResource,
  type Permission,
  type Resource,
} from './scopes/data-scope.ts'
import { matchesName, type NamePattern } from './scopes/name-pattern.ts'

/** Conditions on an EHR, all of which must hold; none: every EHR. */
export interface Reach {
  /** The one EHR that an app was launched for. */
  readonly launched?: string | undefined
  /** Only EHRs that are assigned to the person. */
  readonly assigned?: true | undefined
}

/** One right: what may be done with which resource, of which names, in which EHRs. */
export interface Rule {
  readonly resource: Resource
  /** A name must match all of them: that of the token, and that of the role. */
  readonly patterns: readonly NamePattern[]
  readonly permissions: ReadonlySet<Permission>
  readonly reach: Reach
  /** Records are seen without identity, and only by operations that take it away (`Right.withoutIdentity`). */
  readonly deidentified?: true | undefined
  /** Of a scope of SMART on FHIR, whose `resource` is `fhir`: no operation but those of FHIR has it (`fhirRights`). */
  readonly fhir?: FhirTypes | undefined
}

/** The resource types of a scope, and the records that they are made of. */
interface FhirTypes {
  readonly types: NamePattern
  readonly of: 'composition' | 'person'
}

export interface Rights {
  readonly rules: readonly Rule[]
  /** The person whose assigned EHRs are meant. */
  readonly person?: string | undefined
  /** EHRs that the person took in an emergency: the audit trail marks what is done in them. */
  readonly takenAccess?: readonly TakenAccess[] | undefined
}

export interface TakenAccess {
  readonly assignmentId: string
  readonly ehrId: string
  /** Milliseconds since 1970. */
  readonly endsAt: number
}

/** The right that an operation needs. */
export interface Right {
  /** `party`: that of any kind of party, where the address does not say which. */
  readonly resource: Resource | 'party'
  /** One of them is enough to be let in; a commit checks each change for itself. */
  readonly permissions: readonly Permission[]
  /** Needs a rule for all names: what belongs to an EHR as a whole, and queries without a name. */
  readonly allNames?: true
  /** Needs a rule that is not held to the EHR of a launch. */
  readonly beyondLaunch?: true
  /** Needs a rule that reaches every EHR: for what is in none yet. */
  readonly everywhere?: true
  /** The operation can take the identity away from records: then rules without identity are enough. `only`: no others are. */
  readonly withoutIdentity?: 'also' | 'only'
  /** The operation shows parties too: then a right on parties is enough to be let in; the operation checks their kind. */
  readonly orParties?: true
  /** For operations of FHIR: this permission on a resource type is enough to be let in; the operation checks the type. */
  readonly onType?: Permission
}

/** An operation, and as far as they are known, the name and the EHR that it is about. */
export interface Attempt extends Right {
  readonly name?: string | undefined
  readonly ehrId?: string | undefined
  /** True if the EHR is assigned to the person. */
  readonly isAssigned?: boolean | undefined
}

export const matchesAll = ({ patterns }: Rule): boolean => patterns.every(pattern => pattern.matchesAll)

export const isEverywhere = ({ reach }: Rule): boolean => reach.launched === undefined && !reach.assigned

const reachesEhr = ({ reach }: Rule, { ehrId, isAssigned }: Attempt): boolean =>
  ehrId === undefined ||
  ((reach.launched === undefined || reach.launched === ehrId) && (!reach.assigned || isAssigned === true))

/** Nothing of a party is without identity. */
const fitsIdentity = ({ resource, deidentified }: Rule, { withoutIdentity }: Attempt): boolean => {
  if (deidentified && isPartyResource(resource)) return false
  return deidentified && (resource === 'composition' || resource === 'fhir')
    ? withoutIdentity !== undefined
    : withoutIdentity !== 'only'
}

const isFor = ({ resource: own, fhir, permissions }: Rule, attempt: Attempt): boolean => {
  const { resource, onType, orParties } = attempt
  if (fhir) return fhir.of === resource && onType !== undefined && permissions.has(onType)
  const isAsked = own === resource || ((resource === 'party' || orParties === true) && isPartyResource(own))
  return isAsked && attempt.permissions.some(each => permissions.has(each))
}

/** The matching function: true if one rule allows all of the attempt. */
export const allows = ({ rules }: Rights, attempt: Attempt): boolean =>
  rules.some(
    rule =>
      isFor(rule, attempt) &&
      fitsIdentity(rule, attempt) &&
      (!attempt.allNames || matchesAll(rule)) &&
      (!attempt.beyondLaunch || rule.reach.launched === undefined) &&
      (!attempt.everywhere || isEverywhere(rule)) &&
      (attempt.name === undefined ||
        rule.patterns.every(pattern => matchesName(pattern, attempt.name ?? ''))) &&
      reachesEhr(rule, attempt),
  )

/** Rules for one resource and permission. */
export const rulesFor = ({ rules }: Rights, resource: Resource, permission: Permission): readonly Rule[] =>
  rules.filter(rule => rule.resource === resource && rule.permissions.has(permission))

/** A right of a role: a scope without its compartment, in the EHRs of the role. */
export type RoleRule = Omit<Rule, 'patterns'> & { readonly pattern: NamePattern }

const common = (a: ReadonlySet<Permission>, b: ReadonlySet<Permission>): ReadonlySet<Permission> =>
  new Set([...a].filter(each => b.has(each)))

/** Resources are made of compositions, and a Patient of its person as well. */
const sourcesOf = ({ pattern }: DataScope): readonly FhirTypes['of'][] =>
  matchesName(pattern, 'Patient') ? ['composition', 'person'] : ['composition']

/** The common part of a scope on resource types and a right of a role on their records. */
function intersectFhir(scope: DataScope, role: RoleRule, launched: string | undefined): Rule[] {
  const permissions = new Set([...scope.permissions].filter(each => role.permissions.has(asRecords(each))))
  const isPatient = scope.compartment === 'patient'
  return sourcesOf(scope)
    .filter(of => of === role.resource && permissions.size > 0 && !(isPatient && launched === undefined))
    .map(of => ({
      resource: 'fhir',
      fhir: { types: scope.pattern, of },
      patterns: role.pattern.matchesAll ? [] : [role.pattern],
      permissions,
      // A person is in no EHR: it is found by the EHR of the Patient, which the launch confines.
      reach: { ...role.reach, ...(isPatient && of === 'composition' ? { launched } : {}) },
      ...(role.deidentified ? { deidentified: true } : {}),
    }))
}

/** The common part of a scope in a token and a right of a role. */
function intersect(scope: DataScope, role: RoleRule, launched: string | undefined): Rule[] {
  if (scope.resource === 'fhir') return intersectFhir(scope, role, launched)
  const permissions = common(scope.permissions, role.permissions)
  if (scope.resource !== role.resource || permissions.size === 0) return []
  const isPatient = scope.compartment === 'patient'
  // A launch without an EHR gives nothing in the compartment of a patient.
  if (isPatient && launched === undefined) return []
  const patterns = [scope.pattern, role.pattern].filter(each => !each.matchesAll)
  return [
    {
      resource: scope.resource,
      patterns,
      permissions,
      reach: { ...role.reach, ...(isPatient ? { launched } : {}) },
      ...(role.deidentified ? { deidentified: true } : {}),
    },
  ]
}

export interface RightsSource {
  readonly scopes: readonly DataScope[]
  /** Rights of the person's roles; absent for a backend. */
  readonly roleRules?: readonly RoleRule[] | undefined
  readonly person?: string | undefined
  /** The EHR that the app was launched for. */
  readonly launched?: string | undefined
  readonly takenAccess?: readonly TakenAccess[] | undefined
}

const COMPARTMENTS_OF_PEOPLE: ReadonlySet<Compartment> = new Set(['patient', 'user'])

/** A person has what both the token and a role allow; a backend what its token allows in the compartment `system`. */
export function rightsOf({
  scopes,
  roleRules,
  person,
  launched,
  takenAccess,
}: RightsSource): Rights | undefined {
  const rules = scopes.flatMap((scope): Rule[] => {
    if (roleRules)
      return COMPARTMENTS_OF_PEOPLE.has(scope.compartment)
        ? roleRules.flatMap(role => intersect(scope, role, launched))
        : []
    if (scope.compartment !== 'system') return []
    const { resource, pattern, permissions } = scope
    if (resource === 'fhir')
      return sourcesOf(scope).map(of => ({
        resource,
        fhir: { types: pattern, of },
        patterns: [],
        permissions,
        reach: {},
      }))
    return [{ resource, patterns: pattern.matchesAll ? [] : [pattern], permissions, reach: {} }]
  })
  return rules.length === 0 ? undefined : { rules, person, ...(takenAccess?.length ? { takenAccess } : {}) }
}
