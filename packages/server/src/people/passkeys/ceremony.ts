/** The two ceremonies of WebAuthn, with the challenge kept for the browser that asked. */
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Incoming } from '../../http/index.ts'
import { isLocal, type Person } from '../accounts/person.ts'
import { findByHandle } from '../accounts/store.ts'
import type { PeopleNeeds } from '../needs.ts'
import type { Browser } from '../sessions/browser-steps.ts'
import { deviceName } from '../sessions/device-name.ts'
import { findPasskey, listPasskeys, markUsed, type Passkey } from './store.ts'

/** Loaded when it is first needed: it is large, and most processes never sign anybody in. */
const webauthn = () => import('@simplewebauthn/server')

const CREATE = 'passkey creation'
const GET = 'passkey sign-in'

/** The service by its host, which passkeys are bound to, and the address that pages are served from. */
const siteOf = ({ authUrl }: PeopleNeeds) => {
  const { hostname, origin } = new URL(authUrl)
  return { rpID: hostname, origin }
}

interface NewPasskeyFor {
  readonly personId: string
  readonly name: string
  readonly userHandle: Buffer
}

export async function creationOptions(needs: PeopleNeeds, browser: Browser, person: NewPasskeyFor) {
  const { generateRegistrationOptions } = await webauthn()
  const known = await listPasskeys(needs.db, person.personId)
  const options = await generateRegistrationOptions({
    rpName: 'Cairn',
    rpID: siteOf(needs).rpID,
    userName: person.personId,
    userDisplayName: person.name,
    userID: new Uint8Array(person.userHandle),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await needs.sessions.keepStep(browser.mac, CREATE, options.challenge, { personId: person.personId })
  return options
}

type NewPasskey = Omit<Passkey, 'usedAt' | 'personId'>

const challengeIn = ({ body }: Incoming): string => {
  const { challenge } = (body ?? {}) as { challenge?: unknown }
  return typeof challenge === 'string' ? challenge : ''
}

/** Undefined if the answer of the authenticator is not good, or not for this person. */
export async function createdPasskey(
  needs: PeopleNeeds,
  request: Incoming,
  personId: string,
  name: string | undefined,
): Promise<NewPasskey | undefined> {
  const challenge = challengeIn(request)
  const step = await needs.sessions.takeStep(request.headers, CREATE, challenge)
  if (step?.['personId'] !== personId) return undefined
  const { credential } = request.body as { credential?: RegistrationResponseJSON }
  if (!credential) return undefined
  const { verifyRegistrationResponse } = await webauthn()
  const { rpID, origin } = siteOf(needs)
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: credential,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    })
    if (!registrationInfo) return undefined
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    const given = (name ?? '').trim().slice(0, 100)
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey),
      counter,
      transports: transports.map(String).slice(0, 10),
      name: given === '' ? deviceName(request.headers['user-agent'] ?? '') : given,
    }
  } catch {
    // The library throws for whatever does not fit; the browser may be told no more than that.
    return undefined
  }
}

export async function signInOptions(needs: PeopleNeeds, request: Incoming) {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: siteOf(needs).rpID,
    userVerification: 'required',
  })
  const { mac } = needs.sessions.browser(request.headers)
  await needs.sessions.keepStep(mac, GET, options.challenge, {})
  return options
}

/** The person whose passkey answered the challenge. */
export async function personOfPasskey(needs: PeopleNeeds, request: Incoming): Promise<Person | undefined> {
  const challenge = challengeIn(request)
  const step = await needs.sessions.takeStep(request.headers, GET, challenge)
  const { credential } = (request.body ?? {}) as { credential?: AuthenticationResponseJSON }
  if (step === undefined || typeof credential?.id !== 'string') return undefined
  const passkey = await findPasskey(needs.db, credential.id)
  const handle = credential.response?.userHandle
  const person =
    typeof handle === 'string' ? await findByHandle(needs.db, Buffer.from(handle, 'base64url')) : undefined
  if (!passkey || !person || person.disabled || !isLocal(person) || passkey.personId !== person.personId)
    return undefined
  const { verifyAuthenticationResponse } = await webauthn()
  const { rpID, origin } = siteOf(needs)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: [...passkey.transports] as AuthenticatorTransport[],
      },
    })
    if (!verified) return undefined
    await markUsed(needs.db, passkey.credentialId, authenticationInfo.newCounter, new Date(needs.now()))
    return person
  } catch {
    return undefined
  }
}
