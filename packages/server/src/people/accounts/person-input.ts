/** Reads a person, or a change of one, from a body or from the options of a command. */
import type { Finding } from '@cairn-ehr/openehr'
import { Refusal } from '../../refusal/index.ts'
import { ROLE_NAME } from '../roles/role.ts'
import { FHIR_USER_EXPECTED, isFhirUser } from './fhir-user.ts'
import type { PersonChange } from './people.ts'
import { PERSON_ID } from './person.ts'
import type { NewPerson } from './store.ts'

/** Of each kind: the rules of all of them go with each statement of the person. */
export const MOST_ROLES = 20

interface Member {
  readonly expected: string
  readonly fits: (value: unknown) => boolean
}

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most

const isRoleList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= MOST_ROLES &&
  value.every(each => typeof each === 'string' && ROLE_NAME.test(each))

const MEMBERS: Readonly<Record<string, Member>> = {
  person_id: {
    expected: 'up to 100 small letters, digits and . _ @ + -',
    fits: value => typeof value === 'string' && PERSON_ID.test(value),
  },
  name: { expected: 'a text of 1 to 200 characters', fits: value => isText(value, 200) },
  email: {
    expected: 'a text of 1 to 200 characters, or null',
    fits: value => value === null || isText(value, 200),
  },
  fhir_user: {
    expected: `${FHIR_USER_EXPECTED}, or null`,
    fits: value => value === null || isFhirUser(value),
  },
  roles: { expected: `a list of up to ${MOST_ROLES} names of roles`, fits: isRoleList },
  assigned_roles: { expected: `a list of up to ${MOST_ROLES} names of assignable roles`, fits: isRoleList },
  disabled: { expected: 'true or false', fits: value => typeof value === 'boolean' },
}

function membersIn(
  body: unknown,
  allowed: readonly string[],
  required: readonly string[],
): ReadonlyMap<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal('request.malformed', 'The body must be a JSON object.')
  const given = new Map<string, unknown>(Object.entries(body))
  const findings: Finding[] = [
    ...[...given.keys()]
      .filter(name => !allowed.includes(name))
      .map(name => ({ path: `/${name}`, code: 'unknown', message: 'there is no such member' })),
    ...allowed
      .filter(name => (given.has(name) ? !MEMBERS[name]?.fits(given.get(name)) : required.includes(name)))
      .map(name => ({ path: `/${name}`, code: 'value', message: `must be ${MEMBERS[name]?.expected}` })),
  ]
  if (findings.length > 0)
    throw new Refusal('request.malformed', 'The person cannot be as described.', findings)
  return given
}

export function newPersonIn(body: unknown): NewPerson {
  const given = membersIn(
    body,
    ['person_id', 'name', 'email', 'fhir_user', 'roles', 'assigned_roles'],
    ['person_id', 'name', 'roles'],
  )
  return {
    personId: given.get('person_id') as string,
    name: given.get('name') as string,
    email: (given.get('email') as string | null | undefined) ?? undefined,
    fhirUser: (given.get('fhir_user') as string | null | undefined) ?? undefined,
    roles: [...new Set(given.get('roles') as string[])],
    assignedRoles: [...new Set((given.get('assigned_roles') ?? []) as string[])],
  }
}

/** Members whose names differ in code. */
const RENAMED: Readonly<Record<string, string>> = { assigned_roles: 'assignedRoles', fhir_user: 'fhirUser' }

export function personChangeIn(body: unknown): PersonChange {
  const given = membersIn(body, ['name', 'email', 'fhir_user', 'roles', 'assigned_roles', 'disabled'], [])
  const change = Object.fromEntries(
    [...given].map(([name, value]) => [RENAMED[name] ?? name, value ?? undefined]),
  )
  return change as PersonChange
}
