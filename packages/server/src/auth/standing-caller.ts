/** Callers for whom the service acts when there is no request: with the rights that they have then. */
import type { Database } from '../db/index.ts'
import type { Identity, NeededRight } from '../http/index.ts'
import type { Person } from '../people/index.ts'
import { allowedCaller, EVERYBODY } from './authenticate.ts'
import { callersOf, callersOfPerson } from './caller-rights.ts'
import { unauthorized } from './challenges.ts'
import { type Client, OWN_PAGES } from './clients/client.ts'
import { findGrant } from './grants/store.ts'
import type { OwnTokenNeeds } from './verified-tokens.ts'

/** The parts of a caller that are kept. */
interface StandingCaller {
  readonly clientId: string
  readonly personId: string | undefined
  /** Of its token; undefined: it had the session of a person. */
  readonly scopes: readonly string[] | undefined
  readonly grantId: string | undefined
}

/** The caller as it is now. Throws if it has no right to the operation any more. */
export type FindStandingCaller = (caller: StandingCaller, needed: NeededRight) => Promise<Identity>

export interface StandingCallerNeeds {
  readonly db: Database
  /** `token`: a foreign issuer knows the callers, and their tokens said all that they may. */
  readonly callersAre: 'registered' | 'token' | 'everybody'
  readonly own: Pick<OwnTokenNeeds, 'isCurrent' | 'refresh' | 'clients' | 'people'>
}

async function clientOf({ own }: StandingCallerNeeds, clientId: string): Promise<Client | undefined> {
  if (clientId === OWN_PAGES) return undefined
  const client = own.clients.known(clientId) ?? (await own.clients.find(clientId))
  if (client === undefined || client.disabled) throw unauthorized('The client is disabled.')
  return client
}

async function personOf({ own }: StandingCallerNeeds, id: string | undefined): Promise<Person | undefined> {
  if (id === undefined) return undefined
  const person = own.people.known(id) ?? (await own.people.find(id))
  if (person === undefined || person.disabled) throw unauthorized('The account of the person is disabled.')
  return person
}

async function registered(needs: StandingCallerNeeds, caller: StandingCaller) {
  const { clientId, personId, scopes, grantId } = caller
  if (!needs.own.isCurrent()) await needs.own.refresh()
  const client = await clientOf(needs, clientId)
  const person = await personOf(needs, personId)
  if (scopes === undefined) {
    if (person === undefined) throw unauthorized('The caller had no token.')
    return callersOfPerson(person)
  }
  const grant = grantId === undefined ? undefined : await findGrant(needs.db, grantId)
  if (personId !== undefined && (grant === undefined || grant.isRevoked))
    throw unauthorized('The person has ended the access of the app.')
  const launched = grant?.ehrId === undefined ? undefined : { ehrId: grant.ehrId, episodeId: grant.episodeId }
  return callersOf({ clientId, scopes, person: personId, launched, grantId }, client, person)
}

export const standingCallers =
  (needs: StandingCallerNeeds): FindStandingCaller =>
  async (caller, needed) => {
    if (needs.callersAre === 'everybody') return EVERYBODY
    if (needs.callersAre === 'registered') return allowedCaller(await registered(needs, caller), needed)
    const { clientId, scopes = [] } = caller
    return allowedCaller(callersOf({ clientId, scopes }, undefined, undefined), needed)
  }
