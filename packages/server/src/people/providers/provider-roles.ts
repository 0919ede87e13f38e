/** The roles that groups of a provider have: those of the file that exist now. */
import type { Queries } from '../../db/index.ts'
import type { Person } from '../accounts/person.ts'
import { lockNamedRoles } from '../roles/given-roles.ts'
import { listRoles } from '../roles/roles.ts'
import type { ProviderSettings } from './provider-file.ts'

const rolesIn = (roles: ProviderSettings['roles'], groups: readonly string[]): readonly string[] => [
  ...new Set(['*', ...groups].flatMap(group => (Object.hasOwn(roles, group) ? (roles[group] ?? []) : []))),
]

const messageFor = ({ name }: ProviderSettings, list: string, missing: readonly string[]): string =>
  `CAIRN_IDENTITY_PROVIDERS: ${list} of the provider "${name}" names roles that do not exist${list === 'roles' ? '' : ' or are not assignable'}, which nobody gets: ${missing.join(', ')}`

/** One message for each list with roles that nobody can get. A role can be deleted while the server runs, so this is no reason not to start. */
export async function missingRoles(
  db: Queries,
  providers: readonly ProviderSettings[],
): Promise<readonly string[]> {
  if (providers.length === 0) return []
  const known = await listRoles(db)
  const all = new Set(known.map(({ name }) => name))
  const assignable = new Set(known.flatMap(role => (role.assignable ? [role.name] : [])))
  return providers.flatMap(settings => {
    const named = (roles: ProviderSettings['roles']) => [...new Set(Object.values(roles).flat())]
    const rows = [
      ['roles', named(settings.roles).filter(name => !all.has(name))],
      ['assigned_roles', named(settings.assignedRoles ?? {}).filter(name => !assignable.has(name))],
    ] as const
    return rows.flatMap(([list, missing]) =>
      missing.length === 0 ? [] : [messageFor(settings, list, missing)],
    )
  })
}

/** Roles of the groups as they exist now; they stay as they are until the transaction ends. */
export async function lockRolesOfGroups(
  queries: Queries,
  settings: ProviderSettings,
  groups: readonly string[],
  /** Of the administrators, who give them where the file has no assigned roles. */
  givenHere: readonly string[],
): Promise<Pick<Person, 'roles' | 'assignedRoles'>> {
  const roles = rolesIn(settings.roles, groups)
  const assignedRoles = settings.assignedRoles ? rolesIn(settings.assignedRoles, groups) : givenHere
  const roleNamed = await lockNamedRoles(queries, { roles, assignedRoles })
  return {
    roles: roles.filter(name => roleNamed(name) !== undefined),
    assignedRoles: assignedRoles.filter(name => roleNamed(name)?.assignable),
  }
}
