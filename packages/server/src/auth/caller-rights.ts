/** The callers that a token or a session stands for: one who sees everything, by scopes of the API, and one with limited rights. */

import { type Rights, type RoleRule, rightsOf } from '../access/index.ts'
import { type DataScope, PARTY_RESOURCES, parseDataScope } from '../access/scopes/index.ts'
import { type Identity, isScope } from '../http/index.ts'
import { type Person, roleRulesOf, scopesOfPerson } from '../people/index.ts'
import { equivalentsOf } from '../people/roles/index.ts'
import { type Client, isSignInScope, OWN_PAGES } from './clients/client.ts'
import { holdsScope } from './clients/held-scopes.ts'
import type { Claims } from './verify-token.ts'

export interface Callers {
  /** Has the scopes that hold in all EHRs, and no limited rights. */
  readonly whole: Identity
  /** The same caller for operations that only the limited rights allow; absent without any. */
  readonly limited: Identity | undefined
}

const parsed = (texts: readonly string[]): DataScope[] => texts.flatMap(text => parseDataScope(text) ?? [])

/** All that a role can allow. */
const EVERYTHING = parsed([
  'user/composition-*.cruds',
  'user/template-*.crud',
  'user/aql-*.cruds',
  'user/audit-*.ru',
  ...PARTY_RESOURCES.map(resource => `user/${resource}-*.cruds`),
])

const withRights = (whole: Identity, rights: Rights | undefined): Callers => ({
  whole: rights ? { ...whole, limitedRights: rights } : whole,
  limited: rights && { ...whole, limitedRights: rights, rights },
})

/** People of a foreign issuer have no roles here: their tokens say all that they may. */
function roleRulesFor(claims: CallerClaims, person: Person | undefined): readonly RoleRule[] | undefined {
  if (person) return roleRulesOf(person)
  return claims.person === undefined ? undefined : EVERYTHING.map(scope => ({ ...scope, reach: {} }))
}

type CallerClaims = Pick<Claims, 'clientId' | 'scopes'> &
  Partial<Pick<Claims, 'launched' | 'person' | 'personName' | 'grantId'>>

/** A token counts for what it says, what its client still has, and what its person still may. */
export function callersOf(
  claims: CallerClaims,
  client: Client | undefined,
  person: Person | undefined,
  requireFresh?: () => void,
): Callers {
  const { clientId, launched } = claims
  const held = claims.scopes.filter(scope => client === undefined || holdsScope(client, scope))
  const scopes = held.filter(isScope)
  const personScopes = person && scopesOfPerson(person)
  const whole: Identity = {
    clientId,
    person: claims.person,
    personName: person?.name ?? claims.personName,
    ...(launched ? { launched } : {}),
    requireFresh,
    token: { scopes: held, grantId: claims.grantId },
    scopes: new Set(scopes.filter(scope => personScopes === undefined || personScopes.has(scope))),
  }
  return withRights(
    whole,
    rightsOf({
      scopes: [...parsed(held), ...(person ? equivalentsOf(scopes) : [])],
      roleRules: roleRulesFor(claims, person),
      person: person?.personId,
      takenAccess: person?.takenAccess,
      launched: launched?.ehrId,
    }),
  )
}

/** A person with a session of our own pages, which may do all that the person may. */
export const callersOfPerson = (person: Person, requireFresh?: () => void): Callers =>
  withRights(
    {
      requireFresh,
      clientId: OWN_PAGES,
      person: person.personId,
      personName: person.name,
      scopes: scopesOfPerson(person),
    },
    rightsOf({
      scopes: EVERYTHING,
      roleRules: roleRulesOf(person),
      person: person.personId,
      takenAccess: person.takenAccess,
    }),
  )

/** Rights that records are found with; undefined: all records are. */
export const viewerOf = (person: Person): Rights | undefined => {
  const { whole, limited } = callersOfPerson(person)
  return whole.scopes.has('api.read') ? undefined : (limited?.rights ?? { rules: [] })
}

/** True if the scope of an app is worth something to the person; an EHR may still have to be chosen. */
export function canGive(person: Person, scope: string): boolean {
  const asked = parseDataScope(scope)
  const scopes = isScope(scope) ? equivalentsOf([scope]) : asked ? [asked] : []
  if (isScope(scope) && scopesOfPerson(person).has(scope)) return true
  return rightsOf({ scopes, roleRules: roleRulesOf(person), launched: 'to be chosen' }) !== undefined
}

/** Of the scopes of a token, those that still open something: its client has them, and its person can use them. */
export const scopesInForce = (
  scopes: readonly string[],
  client: Client,
  person: Person | undefined,
): readonly string[] =>
  scopes.filter(
    scope =>
      holdsScope(client, scope) && (person === undefined || isSignInScope(scope) || canGive(person, scope)),
  )
