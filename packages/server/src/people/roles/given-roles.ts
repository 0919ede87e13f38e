/** Roles that a person is given: they exist, and stay as they are until the person is stored. */
import type { Finding } from '@cairn-ehr/openehr'
import type { Queries } from '../../db/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { builtInRole, type Role } from './role.ts'
import { lockRolesShared } from './store.ts'

export interface GivenRoles {
  readonly roles?: readonly string[] | undefined
  readonly assignedRoles?: readonly string[] | undefined
}

/** Finds a role by its name; the roles stay as they are until the transaction ends. */
export async function lockNamedRoles(
  queries: Queries,
  { roles = [], assignedRoles = [] }: GivenRoles,
): Promise<(name: string) => Role | undefined> {
  const custom = [...new Set([...roles, ...assignedRoles])].filter(name => !builtInRole(name))
  const found = custom.length === 0 ? [] : await lockRolesShared(queries, custom)
  return name => builtInRole(name) ?? found.find(role => role.name === name)
}

/** Refuses names of roles that do not exist, or that cannot be held to assigned EHRs. */
export async function lockGivenRoles(queries: Queries, given: GivenRoles): Promise<void> {
  const roleNamed = await lockNamedRoles(queries, given)
  const missing = (list: 'roles' | 'assigned_roles', name: string, at: number): Finding[] =>
    roleNamed(name) ? [] : [{ path: `/${list}/${at}`, code: 'value', message: `there is no role "${name}"` }]
  const findings = [
    ...(given.roles ?? []).flatMap((name, at) => missing('roles', name, at)),
    ...(given.assignedRoles ?? []).flatMap((name, at) =>
      roleNamed(name)?.assignable === false
        ? [
            {
              path: `/assigned_roles/${at}`,
              code: 'value',
              message: `the role "${name}" cannot be held to assigned EHRs`,
            },
          ]
        : missing('assigned_roles', name, at),
    ),
  ]
  if (findings.length > 0)
    throw new Refusal('request.malformed', 'The person cannot be as described.', findings)
}
