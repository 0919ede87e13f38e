/** The scopes that an administrator can give to a client alone: those that the administrator could use as well (decision 0081). */

import { covers, type DataScope, PARTY_RESOURCES, parseDataScope } from '../../access/scopes/index.ts'
import { type Caller, isScope, type Scope } from '../../http/index.ts'
import { type Person, roleRulesOf, scopesOfPerson } from '../../people/index.ts'
import { type Client, type ClientScope, INTROSPECT, isSignInScope, OWN_PAGES } from './client.ts'

export type OwnScopes = (scope: ClientScope) => boolean

export interface OwnScopeNeeds {
  readonly clients: { find(clientId: string): Promise<Client | undefined> }
  readonly people: { find(personId: string): Promise<Person | undefined> }
  /** `registered`: callers are clients and people of ours. `token`: their tokens say all that they have. */
  readonly callersAre: 'registered' | 'token' | 'everybody'
}

/** Data scopes that a scope of the API includes. */
const INCLUDED: Readonly<Partial<Record<Scope, readonly string[]>>> = {
  'api.read': ['system/composition-*.rs', 'system/template-*.rs', 'system/aql-*.rs', 'system/*.rs'],
  'api.write': ['system/composition-*.cud', 'system/template-*.cud', 'system/aql-*.cud', 'system/*.cud'],
  'api.admin': ['system/audit-*.cruds', ...PARTY_RESOURCES.map(resource => `system/${resource}-*.cruds`)],
}

/** A wider compartment includes the narrower ones: an app of a person never sees more than a backend with the same scope. */
const WIDTH: Readonly<Record<DataScope['compartment'], number>> = { patient: 0, user: 1, system: 2 }

const includes = (held: DataScope, asked: DataScope): boolean =>
  WIDTH[held.compartment] >= WIDTH[asked.compartment] &&
  covers({ ...held, compartment: asked.compartment }, asked)

const parsed = (texts: readonly string[]): DataScope[] => texts.flatMap(text => parseDataScope(text) ?? [])

/** They open no operation, or, as `api.break_glass`, one that only a person with assigned EHRs can use. */
const isFree = (scope: ClientScope): boolean =>
  isSignInScope(scope) || scope === INTROSPECT || scope === 'api.break_glass'

function holderOf(api: ReadonlySet<Scope>, data: readonly DataScope[]): OwnScopes {
  const held = [...data, ...parsed([...api].flatMap(scope => INCLUDED[scope] ?? []))]
  return scope => {
    if (isFree(scope)) return true
    if (isScope(scope)) return api.has(scope)
    const asked = parseDataScope(scope)
    return (
      asked !== undefined &&
      [...asked.permissions].every(each =>
        held.some(one => includes(one, { ...asked, permissions: new Set([each]) })),
      )
    )
  }
}

const scopesOfClient = ({ scopes }: Client): OwnScopes =>
  holderOf(new Set(scopes.filter(isScope)), parsed(scopes))

/** Only what the person may do in all EHRs, with identity: a client is not held to less. */
const ownScopesOfPerson = (person: Person): OwnScopes =>
  holderOf(
    scopesOfPerson(person),
    roleRulesOf(person)
      .filter(({ reach, deidentified }) => !reach.assigned && !deidentified)
      .map(({ resource, pattern, permissions }) => ({
        compartment: 'system',
        resource,
        pattern,
        permissions,
      })),
  )

/** By registration and roles, not by the token: a caller can ask for a token with all of them. */
export async function ownScopesOf(
  { clients, people, callersAre }: OwnScopeNeeds,
  { clientId, person, scopes }: Pick<Caller, 'clientId' | 'person' | 'scopes'>,
): Promise<OwnScopes> {
  if (callersAre === 'everybody') return () => true
  if (callersAre === 'token') return holderOf(scopes, [])
  const client = clientId === OWN_PAGES ? undefined : await clients.find(clientId)
  const known = person === undefined ? undefined : await people.find(person)
  const holders = [
    ...(clientId === OWN_PAGES ? [] : [client ? scopesOfClient(client) : () => false]),
    ...(person === undefined ? [] : [known ? ownScopesOfPerson(known) : () => false]),
  ]
  return scope => holders.every(holds => holds(scope))
}
