/** The page on which somebody who is signed in shows again who they are: before acts of weight, or because an app asks for it. */
import type { Incoming, Reply } from '../../http/index.ts'
import { json } from '../../http/index.ts'
import type { Person } from '../accounts/person.ts'
import { findPasswordHash, findPerson } from '../accounts/store.ts'
import type { PeopleNeeds } from '../needs.ts'
import {
  type PageRoute,
  refusedJson,
  type SignedIn,
  safeTarget,
  whenVisitor,
  whenVisitorForm,
} from '../page-endpoint.ts'
import { confirmPage } from '../pages/confirm-page.ts'
import { leadOn, redirectTo } from '../pages/layout.ts'
import { messagePage } from '../pages/message-page.ts'
import type { TextKey } from '../pages/texts.ts'
import { personOfPasskey, signInOptions } from '../passkeys/ceremony.ts'
import { isPasswordEnough } from '../second-factor/rule.ts'
import { failure } from './failure.ts'
import {
  type SignInResult,
  signInWithPassword,
  signInWithPasswordAndTotp,
  signInWithRecoveryCode,
} from './sign-in.ts'
import type { Session } from './store.ts'

type Visitor = SignedIn

/** The factors of a person as they are stored, not as this process remembers them. */
const storedPerson = async ({ db }: PeopleNeeds, person: Person): Promise<Person> =>
  (await findPerson(db, person.personId)) ?? person

async function show(
  needs: PeopleNeeds,
  { headers }: Incoming,
  { person, context }: Visitor,
  target: string,
  fault?: ReturnType<typeof failure>,
): Promise<Reply> {
  const { db, sessions, providers, secondFactor } = needs
  const current = await storedPerson(needs, person)
  const { hasTotp, hasPasskey, provider } = current
  const hasPassword = (await findPasswordHash(db, person.personId)) !== undefined
  const takesPassword = hasTotp || isPasswordEnough(current, secondFactor.isNeededBy(current))
  const browser = sessions.browser(headers)
  return confirmPage(context, {
    formToken: sessions.formToken(headers),
    target,
    person: current,
    provider: providers.list.find(({ name }) => name === provider),
    isLocal: provider === undefined,
    hasPassword: hasPassword && takesPassword,
    hasTotp,
    hasPasskey,
    cookies: browser.cookies,
    ...fault,
  })
}

interface Shown {
  readonly secondFactor: boolean
  readonly method?: string
}

/** Renews the session and leads on; a session that has ended meanwhile has to be started anew. */
async function confirmed(
  { sessions }: PeopleNeeds,
  { personId, sessionId }: Session,
  shown: Shown,
): Promise<readonly string[] | undefined> {
  return sessions.confirm({ personId, sessionId, ...shown })
}

type Way = (needs: PeopleNeeds, person: Person, attempt: WayAttempt) => Promise<SignInResult>

interface WayAttempt {
  readonly address: string
  readonly password: string
  readonly code: string
  readonly sessionId: string
}

const WAYS: Readonly<Record<'password' | 'recovery', { try: Way; message: TextKey; method?: string }>> = {
  password: {
    message: 'wrongConfirmation',
    try: async (needs, person, { address, password, code }) => {
      const { personId, hasTotp } = person
      if (hasTotp) return signInWithPasswordAndTotp(needs, { personId, address, password, code })
      if (!isPasswordEnough(person, needs.secondFactor.isNeededBy(person))) return { known: personId }
      return signInWithPassword(needs, { personId, address, password })
    },
  },
  recovery: {
    message: 'wrongCode',
    method: 'recovery',
    try: (needs, { personId }, { address, code, sessionId }) =>
      signInWithRecoveryCode(needs, { personId, address, code, sessionId }),
  },
}

const confirm = whenVisitorForm<PeopleNeeds>(async (needs, request, visitor, fields) => {
  const { session, context } = visitor
  const target = safeTarget(context, fields('continue'))
  const person = await storedPerson(needs, visitor.person)
  const way = fields('way') === 'recovery' ? WAYS.recovery : WAYS.password
  const attempt = {
    address: request.address,
    password: fields('password') ?? '',
    code: fields('code') ?? '',
    sessionId: session.sessionId,
  }
  const result = await way.try(needs, person, attempt)
  if (!('person' in result))
    return show(needs, request, visitor, target, failure(context, result, context.text(way.message)))
  // A session that has its second factor keeps the name of its way in.
  const method = session.secondFactor ? undefined : way.method
  const secondFactor = way === WAYS.password && person.hasTotp
  const cookies = await confirmed(needs, session, { secondFactor, ...(method ? { method } : {}) })
  return cookies ? leadOn(context, target, cookies) : redirectTo(context.link('/auth/sign-in'))
})

const passkeyOptions = whenVisitorForm<PeopleNeeds>(async (needs, request) => {
  const { cookies } = needs.sessions.browser(request.headers)
  return { ...json(200, await signInOptions(needs, request)), cookies }
})

const confirmWithPasskey = whenVisitorForm<PeopleNeeds>(async (needs, request, visitor, fields) => {
  const { session, person, context } = visitor
  const shown = await personOfPasskey(needs, request)
  if (shown?.personId !== person.personId) return { ...refusedJson(), status: 401 }
  const cookies = await confirmed(needs, session, { secondFactor: true })
  if (!cookies) return refusedJson()
  return { ...json(200, { continue: safeTarget(context, fields('continue')) }), cookies }
})

/** For a window that was opened to confirm, beside the one with the work. */
const done = whenVisitor<PeopleNeeds>((_needs, _request, { context }) =>
  messagePage(context, {
    title: context.text('confirmedTitle'),
    message: context.text('confirmedHelp'),
    status: 200,
  }),
)

export const confirmRoutes: readonly PageRoute<PeopleNeeds>[] = [
  {
    route: 'GET /auth/confirm',
    handle: whenVisitor((needs, request, visitor) => {
      const target = safeTarget(visitor.context, request.query.get('continue') ?? undefined)
      return show(needs, request, visitor, target)
    }),
  },
  { route: 'POST /auth/confirm', handle: confirm },
  { route: 'POST /auth/passkey/confirm/options', handle: passkeyOptions },
  { route: 'POST /auth/passkey/confirm', handle: confirmWithPasskey },
  { route: 'GET /auth/confirmed', handle: done },
]
