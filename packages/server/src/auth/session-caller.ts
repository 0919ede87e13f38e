/** Our own pages call the API with the session of the person who is signed in; there is no token in the browser. */
import type { RequestHead } from '../http/index.ts'
import { type PeopleNeeds, type Person, signedInOf } from '../people/index.ts'
import { Refusal } from '../refusal/index.ts'

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

export const personOfSession =
  (people: PeopleNeeds) =>
  async (request: RequestHead): Promise<Person | undefined> => {
    const found = await signedInOf(people, request.headers)
    if (!found) return undefined
    refuseForeignPages(people, request)
    return found.person
  }
