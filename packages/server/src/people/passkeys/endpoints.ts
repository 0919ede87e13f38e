/** The routes that the script of the pages calls for passkeys; each ceremony has one for its options and one for its result. */
import { type Incoming, json, type Reply } from '../../http/index.ts'
import { acceptWith, continueAt, invitedBy } from '../accounts/account-endpoints.ts'
import type { PeopleNeeds } from '../needs.ts'
import {
  browserFields,
  leadAway,
  type PageRoute,
  refusedJson,
  refuseOfProvider,
  safeTarget,
  whenVisitorForm,
} from '../page-endpoint.ts'
import { leadBeforeSetUp } from '../second-factor/endpoints.ts'
import { createdPasskey, creationOptions, personOfPasskey, signInOptions } from './ceremony.ts'
import { addPasskey } from './store.ts'

type Page = (needs: PeopleNeeds, request: Incoming) => Promise<Reply>

const optionsToSignIn: Page = async (needs, request) => {
  browserFields(needs, request)
  return json(200, await signInOptions(needs, request))
}

const signIn: Page = async (needs, request) => {
  const fields = browserFields(needs, request)
  const person = await personOfPasskey(needs, request)
  if (!person) return { ...refusedJson(), status: 401 }
  const { personId } = person
  const { cookies } = await needs.sessions.start(request, { personId, method: 'passkey', secondFactor: true })
  const target = safeTarget(needs.contextOf(request.headers), fields('continue'))
  return { ...continueAt(target, cookies), person: personId }
}

const optionsOfInvitation: Page = async (needs, request) => {
  const invited = await invitedBy(needs, browserFields(needs, request))
  if (invited === undefined || typeof invited === 'string') return refusedJson()
  const browser = needs.sessions.browser(request.headers)
  return json(200, await creationOptions(needs, browser, invited.person))
}

const acceptInvitation: Page = async (needs, request) => {
  const fields = browserFields(needs, request)
  const invited = await invitedBy(needs, fields)
  if (invited === undefined || typeof invited === 'string') return refusedJson()
  const { personId } = invited.person
  const passkey = await createdPasskey(needs, request, personId, undefined)
  if (!passkey) return refusedJson()
  const isAccepted = await acceptWith(needs, fields, invited, queries =>
    addPasskey(queries, { ...passkey, personId }),
  )
  if (!isAccepted) return refusedJson()
  const { cookies } = await needs.sessions.start(request, {
    personId,
    method: 'invitation',
    secondFactor: true,
  })
  const { link } = needs.contextOf(request.headers)
  return { ...continueAt(link('/auth/welcome'), cookies), person: personId }
}

/** A passkey is a second factor: the rules of setting one up hold for it, also in a session that lacks it. */
const optionsOfAccount = whenVisitorForm<PeopleNeeds>(async (needs, request, visitor, fields) => {
  refuseOfProvider(visitor.person)
  const before = await leadBeforeSetUp(needs, visitor, {
    target: safeTarget(visitor.context, fields('continue')),
  })
  if (before !== undefined) return leadAway(request, before)
  const browser = needs.sessions.browser(request.headers)
  return { ...json(200, await creationOptions(needs, browser, visitor.person)), cookies: browser.cookies }
})

const addToAccount = whenVisitorForm<PeopleNeeds>(async (needs, request, visitor, fields) => {
  const { person, session, context } = visitor
  const { personId } = person
  refuseOfProvider(person)
  const target = safeTarget(context, fields('continue'))
  const before = await leadBeforeSetUp(needs, visitor, { target })
  if (before !== undefined) return leadAway(request, before)
  const passkey = await createdPasskey(needs, request, personId, fields('name'))
  if (!passkey) return refusedJson()
  await addPasskey(needs.db, { ...passkey, personId })
  const { sessionId } = session
  return continueAt(target, await needs.sessions.confirm({ personId, sessionId, secondFactor: true }))
})

export const passkeyRoutes: readonly PageRoute<PeopleNeeds>[] = [
  { route: 'POST /auth/passkey/sign-in/options', handle: optionsToSignIn, options: { action: 'E' } },
  { route: 'POST /auth/passkey/sign-in', handle: signIn, options: { action: 'E' } },
  { route: 'POST /auth/passkey/invitation/options', handle: optionsOfInvitation, options: { action: 'E' } },
  { route: 'POST /auth/passkey/invitation', handle: acceptInvitation, options: { action: 'U' } },
  { route: 'POST /auth/passkey/account/options', handle: optionsOfAccount, options: { action: 'E' } },
  { route: 'POST /auth/passkey/account', handle: addToAccount },
]
