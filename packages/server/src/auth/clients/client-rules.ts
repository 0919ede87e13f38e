/** Rules between the members of a client. */
import type { Outgoing } from '../../http/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { type Client, hasKeys, isScopeOfKind } from './client.ts'

/** Refuses addresses that the service would not call later; names are resolved when they are called. */
export function checkAddresses(
  { jwksUri, backchannelLogoutUri }: Partial<Pick<Client, 'jwksUri' | 'backchannelLogoutUri'>>,
  { faultOf }: Pick<Outgoing, 'faultOf'>,
): void {
  const rows = [
    ['jwks_uri', jwksUri],
    ['backchannel_logout_uri', backchannelLogoutUri],
  ] as const
  const findings = rows.flatMap(([member, uri]) => {
    const fault = uri === undefined ? undefined : faultOf(uri)
    return fault === undefined ? [] : [{ path: `/${member}`, code: 'value', message: fault }]
  })
  if (findings.length > 0)
    throw new Refusal('request.malformed', 'The client cannot be as described.', findings)
}

export function checkClient(
  client: Pick<
    Client,
    | 'kind'
    | 'scopes'
    | 'redirectUris'
    | 'jwks'
    | 'jwksUri'
    | 'requiresDpop'
    | 'basicAuth'
    | 'postLogoutRedirectUris'
    | 'backchannelLogoutUri'
  >,
): void {
  const { kind, scopes, redirectUris, jwks, jwksUri, postLogoutRedirectUris, backchannelLogoutUri } = client
  const strange = scopes.filter(scope => !isScopeOfKind(kind, scope))
  const isApp = kind !== 'backend'
  const rows: [fault: boolean, member: string, message: string][] = [
    [strange.length > 0, 'scopes', `a ${kind} client cannot have ${strange.join(', ')}`],
    [isApp && redirectUris.length === 0, 'redirect_uris', `a ${kind} client needs at least one`],
    [!isApp && redirectUris.length > 0, 'redirect_uris', 'a backend signs nobody in, so it has none'],
    [
      !isApp && postLogoutRedirectUris.length > 0,
      'post_logout_redirect_uris',
      'a backend signs nobody in, so it has none',
    ],
    [
      !isApp && backchannelLogoutUri !== undefined,
      'backchannel_logout_uri',
      'a backend signs nobody in, so it has none',
    ],
    [
      client.basicAuth && (isApp || hasKeys(client) || client.requiresDpop),
      'basic_auth',
      'only a backend with a secret, and without requires_dpop, can have it',
    ],
    [kind === 'public' && hasKeys(client), 'jwks', 'a public client cannot keep a key secret'],
    [jwks !== undefined && jwksUri !== undefined, 'jwks_uri', 'keys are given twice: send jwks or jwks_uri'],
  ]
  const findings = rows
    .filter(([fault]) => fault)
    .map(([, member, message]) => ({ path: `/${member}`, code: 'value', message }))
  if (findings.length > 0)
    throw new Refusal('request.malformed', 'The client cannot be as described.', findings)
}
