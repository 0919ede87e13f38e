/** Finds, makes, changes and removes roles, for the admin API and the commands. */
import type { Queries } from '../../db/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { GiverLimits, KeepAdministrator } from '../accounts/people.ts'
import { gainedBy, type RequireOwn } from './own-roles.ts'
import { BUILT_IN_ROLES, builtInRole, type Role } from './role.ts'
import { checkRole, type RoleChange } from './role-input.ts'
import {
  addRole,
  findCustomRole,
  type Holders,
  holdersOfRoles,
  listCustomRoles,
  lockRole,
  putRole,
  removeRole,
  takeFromPeople,
  touchPeopleWith,
} from './store.ts'

/** A role with the number of people who have it. */
export interface RoleInUse extends Role {
  readonly people: number
}

const NOBODY: Holders = { people: 0, assigned: 0 }

const unknownRole = (name: string) => new Refusal('role.not_found', `There is no role "${name}".`)

const countWords = (people: number): string => (people === 1 ? 'One person has' : `${people} people have`)

async function holdersOf(db: Queries, name: string): Promise<Holders> {
  return (await holdersOfRoles(db)).get(name) ?? NOBODY
}

const withHolders = async (db: Queries, role: Role): Promise<RoleInUse> => ({
  ...role,
  people: (await holdersOf(db, role.name)).people,
})

/** The built-in ones first. */
export async function listRoles(db: Queries): Promise<readonly RoleInUse[]> {
  const holders = await holdersOfRoles(db)
  const all = [...BUILT_IN_ROLES, ...(await listCustomRoles(db))]
  return all.map(role => ({ ...role, people: holders.get(role.name)?.people ?? 0 }))
}

export async function roleByName(db: Queries, name: string): Promise<RoleInUse> {
  const role = builtInRole(name) ?? (await findCustomRole(db, name))
  if (!role) throw unknownRole(name)
  return withHolders(db, role)
}

export async function createRole(
  queries: Queries,
  wanted: Role,
  requireOwn?: RequireOwn | undefined,
): Promise<RoleInUse> {
  // A provider file may name the role already, and give it to people at their next sign-in.
  requireOwn?.([wanted])
  const role = builtInRole(wanted.name) ? undefined : await addRole(queries, wanted)
  if (!role) throw new Refusal('role.exists', `There is a role "${wanted.name}" already.`)
  return { ...role, people: 0 }
}

async function lockedRole(queries: Queries, name: string): Promise<Role> {
  if (builtInRole(name))
    throw new Refusal(
      'role.built_in',
      `The role "${name}" is built in: make another one with what it has, and change that.`,
    )
  const role = await lockRole(queries, name)
  if (!role) throw unknownRole(name)
  return role
}

const isAdministrators = ({ scopes }: Role): boolean => scopes.includes('api.admin')

/** In one transaction: the role, and the people whose rights change with it. */
export async function changeRole(
  queries: Queries,
  name: string,
  change: RoleChange,
  keepAdministrator: KeepAdministrator,
  { requireFresh, requireOwn }: GiverLimits = {},
): Promise<RoleInUse> {
  const role = await lockedRole(queries, name)
  const next = { ...role, ...change }
  checkRole(next)
  const { people, assigned } = await holdersOf(queries, name)
  if (!next.assignable && assigned > 0)
    throw new Refusal(
      'role.in_use',
      `${countWords(assigned)} the role "${name}" for assigned EHRs: take it from them first.`,
    )
  if (!isAdministrators(role) && isAdministrators(next)) requireFresh?.()
  requireOwn?.([gainedBy(role, next)])
  await putRole(queries, next)
  await touchPeopleWith(queries, name)
  if (isAdministrators(role) && !isAdministrators(next)) await keepAdministrator(queries)
  return { ...next, people }
}

/** With `takes`, people who have the role lose it; otherwise it stays as long as anybody has it. */
export async function deleteRole(
  queries: Queries,
  name: string,
  { takes }: { readonly takes: boolean },
  keepAdministrator: KeepAdministrator,
): Promise<RoleInUse> {
  const role = await lockedRole(queries, name)
  const { people } = await holdersOf(queries, name)
  if (people > 0 && !takes)
    throw new Refusal(
      'role.in_use',
      `${countWords(people)} the role "${name}": take it from them first, or delete it with take_from_people.`,
    )
  await takeFromPeople(queries, name)
  await removeRole(queries, name)
  if (isAdministrators(role)) await keepAdministrator(queries)
  return { ...role, people }
}
