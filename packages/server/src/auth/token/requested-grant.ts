/** Decides the audience and the scopes of a token. */

import { isDataScope } from '../../access/scopes/index.ts'
import { isScope, NAMED_SCOPES, SCOPES } from '../../http/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { Client } from '../clients/client.ts'
import { holdsScope } from '../clients/held-scopes.ts'

/** Scopes that a backend can have in a token. */
const isOfToken = (scope: string): boolean => isScope(scope) || isDataScope(scope)

export function grantedAudience(asked: string | undefined, audiences: readonly string[]): string {
  if (asked === undefined)
    throw new Refusal(
      'oauth.invalid_request',
      `The parameter "audience" (or "resource") is missing: it names the API, ${audiences[0]}.`,
    )
  const audience = asked.replace(/\/+$/, '')
  if (!audiences.includes(audience))
    throw new Refusal('oauth.invalid_request', `The audience is not served here; it must be ${audiences[0]}.`)
  return audience
}

/** A request without scopes gets all of the client's, except those that must be requested by name. */
export function grantedScopes(asked: string | undefined, client: Pick<Client, 'scopes'>): string[] {
  const own = client.scopes.filter(isOfToken)
  const names = (asked ?? '').split(' ').filter(name => name !== '')
  const scopes =
    names.length === 0
      ? own.filter(scope => !isScope(scope) || !NAMED_SCOPES.has(scope))
      : [...new Set(names)]
  const refused = scopes.find(name => !isOfToken(name) || !holdsScope(client, name))
  if (refused !== undefined) {
    const why = isOfToken(refused)
      ? 'this client does not have it'
      : `there are ${Object.keys(SCOPES).join(', ')}`
    throw new Refusal(
      'oauth.invalid_scope',
      `The scope "${refused.slice(0, 100)}" cannot be granted: ${why}.`,
    )
  }
  if (scopes.length === 0)
    throw new Refusal('oauth.invalid_scope', 'This client has no scope that is granted without being named.')
  return scopes
}
