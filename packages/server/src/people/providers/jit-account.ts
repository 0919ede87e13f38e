/** Makes and updates the account of a person whom a provider vouches for. */
import type { Database, Queries } from '../../db/index.ts'
import { isFhirUser } from '../accounts/fhir-user.ts'
import { hasRole, PERSON_ID, type Person } from '../accounts/person.ts'
import { addPerson, findBySubject, putPerson } from '../accounts/store.ts'
import { endAccess } from '../sessions/end-access.ts'
import type { ProviderSettings } from './provider-file.ts'
import { lockRolesOfGroups } from './provider-roles.ts'

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
  db: Queries,
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

/** Stores what the provider says. A person without any role is turned away, so that all access from before ends. */
async function changeAccount(queries: Queries, person: Person, now: Date): Promise<Person | undefined> {
  if (!hasRole(person)) await endAccess(queries, person.personId, now)
  return putPerson(queries, person)
}

/** Undefined if no group of the person has a role here. Name and roles follow the provider at each sign-in. */
export const accountFor = (
  { db, now }: { readonly db: Database; readonly now: () => number },
  settings: ProviderSettings,
  claims: ProviderClaims,
): Promise<AccountAtProvider | undefined> =>
  db.transaction(queries => storedAccount(queries, settings, claims, new Date(now())))

async function storedAccount(
  db: Queries,
  settings: ProviderSettings,
  claims: ProviderClaims,
  now: Date,
): Promise<AccountAtProvider | undefined> {
  const known = await findBySubject(db, settings.name, claims.subject)
  const { roles, assignedRoles } = await lockRolesOfGroups(
    db,
    settings,
    claims.groups,
    known?.assignedRoles ?? [],
  )
  if (!known) {
    if (roles.length === 0 && assignedRoles.length === 0) return undefined
    const person = await addWithFreeId(db, claims, settings.name, { roles, assignedRoles })
    return { person, isChanged: false }
  }
  const { name = known.name, email = known.email, fhirUser = known.fhirUser } = claims
  const next = { ...known, name, email, fhirUser, roles, assignedRoles }
  const isChanged = !isSame(known, next)
  const person = isChanged ? await changeAccount(db, next, now) : known
  return { person: person ?? known, isChanged }
}
