/** An administrator gives people no role that goes beyond what the administrator has (decision 0081). */
import type { Caller } from '../../http/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { Role } from './role.ts'

/** Returns whether the caller could use a scope as well. */
export type OwnScopesOf = (caller: Caller) => Promise<(scope: string) => boolean>

/** Throws if a role goes beyond the scopes of the caller. Absent for the operator, who has the database. */
export type RequireOwn = (roles: readonly Pick<Role, 'scopes' | 'rights'>[]) => void

/** The first client and many administrators lack it; whoever may write gains no record by it. */
const held = (scope: string): string => (scope === 'api.lenient' ? 'api.write' : scope)

export async function requireOwnRoles(ownScopesOf: OwnScopesOf, caller: Caller): Promise<RequireOwn> {
  const isOwn = await ownScopesOf(caller)
  return roles => {
    const scopes = roles.flatMap(role => [...role.scopes, ...role.rights])
    const missing = [...new Set(scopes)].filter(scope => !isOwn(held(scope)))
    if (missing.length === 0) return
    throw new Refusal(
      'role.beyond_own',
      `You do not have ${missing.slice(0, 5).join(', ')} yourself. An administrator who has it can do this, or the operator with "cairn account" or "cairn role" on the server.`,
    )
  }
}

/** The part of a changed role that people who have it gain. */
export function gainedBy(role: Role, next: Role): Pick<Role, 'scopes' | 'rights'> {
  if (role.deidentified && !next.deidentified) return next
  return {
    scopes: next.scopes.filter(scope => !role.scopes.includes(scope)),
    rights: next.rights.filter(right => !role.rights.includes(right)),
  }
}
