/** Our own pages call the API with the session of the person who is signed in; there is no token in the browser. */
import type { RequestHead } from '../http/index.ts'
import type { PeopleNeeds } from '../people/index.ts'
import { visitorOf } from '../people/pages/index.ts'
import { Refusal } from '../refusal/index.ts'
import { type Callers, callersOfPerson } from './caller-rights.ts'

const CHANGES_NOTHING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A call that changes something must prove that a page of ours made it: by its origin, and by a value that only such pages know. */
function refuseForeignPages({ sessions, isOwnOrigin }: PeopleNeeds, { headers, method }: RequestHead): void {
  const token = headers['x-csrf-token']
  const isProven =
    CHANGES_NOTHING.has(method) || (typeof token === 'string' && sessions.isFormToken(headers, token))
  if (!isOwnOrigin(headers) || !isProven)
    throw new Refusal(
      'auth.csrf',
      'A call with a session needs the header X-CSRF-Token, with the value of GET /auth/v1/session, from a page of this service.',
    )
}

const needsFactor = (authUrl: string, person: string) => {
  const location = `${authUrl}/auth/second-factor`
  const message = `Your account needs a second factor first: set it up at ${location}.`
  return new Refusal('auth.second_factor_needed', message, [], { location, person })
}

const notFresh = (authUrl: string, person: string) => {
  const location = `${authUrl}/auth/confirm`
  const message = `Confirm first that it is you, at ${location}, and then repeat this.`
  return new Refusal('auth.reauthentication_needed', message, [], { location, person })
}

export const callersOfSession =
  (people: PeopleNeeds) =>
  async (request: RequestHead, isRepeated: boolean): Promise<Callers | undefined> => {
    const found = await visitorOf(people, request.headers, isRepeated)
    if (!found) return undefined
    refuseForeignPages(people, request)
    const { person, session, missesFactor } = found
    if (missesFactor) throw needsFactor(people.authUrl, person.personId)
    return callersOfPerson(person, () => {
      if (!people.sessions.isFresh(session)) throw notFresh(people.authUrl, person.personId)
    })
  }
