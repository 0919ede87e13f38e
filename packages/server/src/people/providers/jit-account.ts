/** Makes and updates the account of a person whom a provider vouches for. */
import type { Database } from '../../db/index.ts'
import { isFhirUser } from '../accounts/fhir-user.ts'
import { PERSON_ID, type Person, type Role } from '../accounts/person.ts'
import { addPerson, findBySubject, putPerson } from '../accounts/store.ts'
import type { ProviderSettings } from './provider-file.ts'

export interface ProviderClaims {
  readonly subject: string
  readonly name: string | undefined
  readonly preferredUsername: string | undefined
  readonly email: string | undefined
  readonly fhirUser: string | undefined
  readonly groups: readonly string[]
  /** The session at the provider. */
  readonly sid: string | undefined
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : undefined

export function claimsOf(claims: Readonly<Record<string, unknown>>, groupsClaim: string): ProviderClaims {
  const groups = claims[groupsClaim]
  return {
    subject: String(claims['sub']),
    name: textOf(claims['name']),
    preferredUsername: textOf(claims['preferred_username']),
    email: textOf(claims['email']),
    fhirUser: isFhirUser(claims['fhirUser']) ? claims['fhirUser'] : undefined,
    sid: textOf(claims['sid']),
    groups: Array.isArray(groups) ? groups.map(String) : typeof groups === 'string' ? [groups] : [],
  }
}

const rolesIn = (roles: ProviderSettings['roles'], groups: readonly string[]): readonly Role[] => [
  ...new Set(['*', ...groups].flatMap(group => (Object.hasOwn(roles, group) ? (roles[group] ?? []) : []))),
]

type Roles = Pick<Person, 'roles' | 'assignedRoles'>

/** The name that the provider uses, in characters of an id; its subject where it has none. */
function wishedId({ preferredUsername, email, subject }: ProviderClaims, provider: string): string {
  const wished = (preferredUsername ?? email ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9._@+-]+/g, '-')
    .slice(0, 80)
  const bySubject = `${provider}-${subject.toLowerCase().replace(/[^a-z0-9._@+-]+/g, '-')}`.slice(0, 80)
  return PERSON_ID.test(wished) ? wished : bySubject
}

/** An id that another person has is never shared: a number is added. */
async function addWithFreeId(
  db: Database,
  claims: ProviderClaims,
  provider: string,
  roles: Roles,
): Promise<Person> {
  const wished = wishedId(claims, provider)
  const { subject, email, fhirUser, name = wished } = claims
  for (let number = 1; number < 1000; number++) {
    const personId = number === 1 ? wished : `${wished}-${number}`
    const added = await addPerson(db, { personId, name, email, fhirUser, ...roles, provider, subject })
    // Two sign-ins at once: the other one may have added the same person.
    const person = added ?? (await findBySubject(db, provider, subject))
    if (person) return person
  }
  throw new Error('no free id was found for a person')
}

const isSame = (a: Person, b: Person): boolean =>
  a.name === b.name &&
  a.email === b.email &&
  a.fhirUser === b.fhirUser &&
  a.roles.join() === b.roles.join() &&
  a.assignedRoles.join() === b.assignedRoles.join()

export interface AccountAtProvider {
  readonly person: Person
  /** True if name or roles are others than before, which all processes have to learn. */
  readonly isChanged: boolean
}

/** Undefined if no group of the person has a role here. Name and roles follow the provider at each sign-in. */
export async function accountFor(
  db: Database,
  settings: ProviderSettings,
  claims: ProviderClaims,
): Promise<AccountAtProvider | undefined> {
  const known = await findBySubject(db, settings.name, claims.subject)
  const roles = rolesIn(settings.roles, claims.groups)
  // A file without assigned roles leaves those that an administrator gave.
  const assignedRoles = settings.assignedRoles
    ? rolesIn(settings.assignedRoles, claims.groups)
    : (known?.assignedRoles ?? [])
  if (!known) {
    if (roles.length === 0 && assignedRoles.length === 0) return undefined
    const person = await addWithFreeId(db, claims, settings.name, { roles, assignedRoles })
    return { person, isChanged: false }
  }
  const { name = known.name, email = known.email, fhirUser = known.fhirUser } = claims
  const next = { ...known, name, email, fhirUser, roles, assignedRoles }
  const isChanged = !isSame(known, next)
  return { person: (isChanged ? await putPerson(db, next) : undefined) ?? known, isChanged }
}
