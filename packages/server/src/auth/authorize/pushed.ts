/** `POST {auth_url}/oauth/par`: an app sends its authorization request directly, and the browser only a reference (RFC 9126). */

import { type Endpoint, endpoint, type Incoming, json } from '../../http/index.ts'
import { BODY_LIMITS, readForm } from '../../http/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { newSecret } from '../../seals/index.ts'
import type { Client } from '../clients/client.ts'
import { authenticateClient } from '../token/client-authentication.ts'
import { OAUTH_ERROR, refuseAsOauth } from '../token/oauth-error.ts'
import { claimedClientIn, credentialsOf, refuseCredentialsInUrl } from '../token/request.ts'
import type { AuthorizeNeeds } from './needs.ts'
import { AuthorizationError, checkedRequest, type Parameters, parametersIn } from './request.ts'
import { addRequest, takeRequest } from './store.ts'

const PREFIX = 'urn:ietf:params:oauth:request_uri:'

const LIFE_SECONDS = 90

const macOf = ({ vault }: Pick<AuthorizeNeeds, 'vault'>, uri: string): Buffer =>
  vault.mac(`pushed request ${uri}`)

/** The parameters behind a reference, once. */
export async function pushedRequest(
  needs: AuthorizeNeeds,
  requestUri: string,
  client: Client | undefined,
): Promise<Parameters> {
  const found = requestUri.startsWith(PREFIX)
    ? await takeRequest(needs.db, macOf(needs, requestUri), new Date(needs.now()))
    : undefined
  if (!found || found.clientId !== client?.clientId)
    throw new Refusal('oauth.request_expired', 'This request has ended. Open the app again and start anew.')
  return found.parameters
}

interface PushedInput {
  readonly credentials: ReturnType<typeof credentialsOf>
  readonly parameters: Parameters
  readonly address: string
}

function readPushed(request: Incoming): PushedInput {
  refuseCredentialsInUrl(request)
  const form = request.body as URLSearchParams
  const credentials = credentialsOf(form, request.headers.authorization, true)
  if (form.has('request_uri'))
    throw new Refusal('oauth.invalid_request', 'The parameter "request_uri" cannot be pushed.')
  return { credentials, parameters: parametersIn(form), address: request.address }
}

async function push(needs: AuthorizeNeeds, { credentials, parameters, address }: PushedInput) {
  const client = await authenticateClient(needs, credentials, address)
  const own = { ...parameters, client_id: client.clientId }
  try {
    checkedRequest(own, client, needs)
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error
    const code = error.error === 'invalid_scope' ? 'oauth.invalid_scope' : 'oauth.invalid_request'
    throw new Refusal(code, error.message)
  }
  const uri = `${PREFIX}${newSecret()}`
  const createdAt = new Date(needs.now())
  const expiresAt = new Date(needs.now() + LIFE_SECONDS * 1000)
  await addRequest(
    needs.db,
    macOf(needs, uri),
    { clientId: client.clientId, parameters: own, createdAt },
    expiresAt,
  )
  return { request_uri: uri, expires_in: LIFE_SECONDS }
}

export const pushedEndpoint: Endpoint<AuthorizeNeeds> = endpoint({
  route: 'POST /oauth/par',
  action: 'E',
  otherNames: 'ignored',
  scope: 'public',
  produces: ['application/json'],
  body: { 'application/x-www-form-urlencoded': readForm },
  bodyLimit: BODY_LIMITS.form,
  doc: {
    operationId: 'pushed_authorization_request',
    tag: 'Authorization',
    summary: 'Push an authorization request (RFC 9126)',
    body: {
      type: 'object',
      description: 'The parameters of an authorization request, with the credentials of the client.',
      additionalProperties: { type: 'string' },
    },
    responses: {
      201: {
        description: 'The reference for the authorization endpoint; it works once.',
        schema: {
          type: 'object',
          required: ['request_uri', 'expires_in'],
          properties: { request_uri: { type: 'string' }, expires_in: { type: 'integer' } },
        },
      },
      400: { description: 'The request cannot be granted as it is.', schema: OAUTH_ERROR },
      401: { description: '`invalid_client`.', schema: OAUTH_ERROR },
    },
  },
  read: readPushed,
  clientIn: claimedClientIn,
  act: (needs, _caller, input) => push(needs, input),
  reply: (answer, { credentials }) => ({ ...json(201, answer), clientId: credentials.clientId }),
  refuse: refuseAsOauth,
})
