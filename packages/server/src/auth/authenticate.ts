/** Identifies the caller: the token of a request is verified once, and then found in a cache until it expires. */
import { allows } from '../access/index.ts'
import { isPartyResource } from '../access/scopes/index.ts'
import {
  type Authenticate,
  CLIENT_SCOPES,
  type Identity,
  type NeededRight,
  type RequestHead,
} from '../http/index.ts'
import type { Callers } from './caller-rights.ts'
import { badProof, badProofOf, insufficientScope, missingToken, unauthorized } from './challenges.ts'
import {
  type AuthenticateNeeds,
  type OwnTokenNeeds,
  openVerifiedTokens,
  type VerifiedToken,
} from './verified-tokens.ts'

/** Longer texts are refused before any work is done on them: no issuer makes such tokens. */
const LONGEST_TOKEN = 8192

const BEARER = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+) *$/i

const DPOP = /^DPoP +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+) *$/i

const BEARER_SCHEME = /^Bearer\b/i

const BASIC_SCHEME = /^Basic\b/i

/** The session of an EhrScape client is an access token. */
const sessionTokenIn = ({ headers }: RequestHead): string | undefined => {
  const session = headers['ehr-session']
  return session === undefined ? undefined : `Bearer ${String(session)}`
}

const USUAL_PREFIX = 'Bearer '

function tokenIn(authorization: string): string {
  if (!BEARER_SCHEME.test(authorization)) throw missingToken()
  const token = authorization.length > LONGEST_TOKEN ? undefined : BEARER.exec(authorization)?.[1]
  if (token === undefined) throw unauthorized('The Authorization header holds no token.')
  return token
}

/** The scope on parties that is enough for an operation, as the caller may have it. Other operations are opened by their own scope. */
function scopeOfParties(right: NeededRight['right'], { person }: Identity): string | undefined {
  if (right === undefined || !(right.resource === 'party' || isPartyResource(right.resource)))
    return undefined
  const resource = right.resource === 'party' ? 'person' : right.resource
  return `${person === undefined ? 'system' : 'user'}/${resource}-*.${right.permissions.join('')}`
}

/** The caller with the scope sees everything; with the right alone, no more than the right reaches. */
export function allowedCaller({ whole, limited }: Callers, needed: NeededRight): Identity {
  if (whole.scopes.has(needed.scope)) return whole
  if (limited?.rights && needed.right && allows(limited.rights, needed.right)) return limited
  throw insufficientScope(needed.scope, whole, { right: scopeOfParties(needed.right, whole) })
}

async function requireProof(
  own: OwnTokenNeeds | undefined,
  request: RequestHead,
  token: string,
  keyThumbprint: string,
): Promise<void> {
  const thumbprint = await own?.checkProof(request, token).catch(badProofOf)
  if (thumbprint !== keyThumbprint) throw badProof('The proof was made with another key.')
}

export function createAuthenticator(needs: AuthenticateNeeds): Authenticate {
  const { own } = needs
  const tokens = openVerifiedTokens(needs)

  /** A token that is bound to a key is no bearer token: who has a copy cannot use it. */
  const asBearer = (entry: VerifiedToken, needed: NeededRight): Identity => {
    if (entry.claims.keyThumbprint !== undefined)
      throw unauthorized('The token is bound to a key: send it as Authorization: DPoP, with a proof.')
    return allowedCaller(tokens.callersOf(entry), needed)
  }

  const bound = async (request: RequestHead, token: string, needed: NeededRight): Promise<Identity> => {
    const entry = await tokens.verified(token)
    const { keyThumbprint } = entry.claims
    if (keyThumbprint === undefined)
      throw unauthorized('The token is not bound to a key: send it as Authorization: Bearer.')
    if (!needed.isRepeated) await requireProof(own, request, token, keyThumbprint)
    return allowedCaller(tokens.callersOf(entry), needed)
  }

  const bySession = async (request: RequestHead, needed: NeededRight): Promise<Identity> => {
    const callers = await own?.callersOfSession(request, needed.isRepeated === true)
    if (!callers) throw missingToken()
    return allowedCaller(callers, needed)
  }

  return (request, needed, address) => {
    const { cookie } = request.headers
    const authorization =
      request.headers.authorization ?? (needed.isLenient ? sessionTokenIn(request) : undefined)
    if (authorization === undefined) {
      if (cookie === undefined || !own) throw missingToken()
      return bySession(request, needed)
    }
    // The regular expression is skipped for a cached token in the usual spelling: it has matched before.
    const usual = authorization.startsWith(USUAL_PREFIX) ? authorization.slice(USUAL_PREFIX.length) : ''
    const kept = tokens.kept(usual)
    if (kept) {
      if (own && !own.isCurrent()) return own.refresh().then(() => asBearer(kept, needed))
      return asBearer(kept, needed)
    }
    if (own && needed.isLenient && BASIC_SCHEME.test(authorization))
      return own.callersByBasic(authorization, address).then(callers => allowedCaller(callers, needed))
    const bindingToken = own && DPOP.exec(authorization.slice(0, LONGEST_TOKEN))?.[1]
    if (bindingToken !== undefined) return bound(request, bindingToken, needed)
    return tokens.verified(tokenIn(authorization)).then(entry => asBearer(entry, needed))
  }
}

/** With authentication off, everybody may do everything. */
export const EVERYBODY: Identity = { clientId: 'anonymous', scopes: new Set(CLIENT_SCOPES) }

export const allowEverybody: Authenticate = () => EVERYBODY
