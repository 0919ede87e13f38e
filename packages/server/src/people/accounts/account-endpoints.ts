/** The routes of one's own account and of invitations. */
import type { Queries } from '../../db/index.ts'
import { type Incoming, json, type Reply } from '../../http/index.ts'
import type { PeopleNeeds } from '../needs.ts'
import {
  browserFields,
  confirmTarget,
  type Fields,
  type PageRoute,
  type SignedIn,
  whenFreshForm,
  whenLocalForm,
  whenSignedIn,
  whenSignedInForm,
} from '../page-endpoint.ts'
import { accountPage } from '../pages/account-page.ts'
import { invitationPage, recoveryCodesPage } from '../pages/invitation-page.ts'
import { leadOn, type PageContext, redirectTo } from '../pages/layout.ts'
import { messagePage } from '../pages/message-page.ts'
import type { TextKey } from '../pages/texts.ts'
import { listPasskeys, removePasskey, removePasskeys } from '../passkeys/store.ts'
import { dropTotp } from '../second-factor/store.ts'
import { deviceName } from '../sessions/device-name.ts'
import { acceptInvitation, invitationOf } from './invitations.ts'
import { hashPassword, isPassword, passwordFault } from './password.ts'
import { isLocal, PERSON_ID, type Person } from './person.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import {
  addPerson,
  countRecoveryCodes,
  dropPasswordAndCodes,
  findPasswordHash,
  findPerson,
  hasPeople,
  putPasswordHash,
} from './store.ts'

interface Outcome {
  readonly message?: TextKey
  readonly fault?: TextKey
}

async function showAccount(
  needs: PeopleNeeds,
  request: Incoming,
  { session, person, context }: SignedIn,
  { message, fault }: Outcome = {},
): Promise<Reply> {
  const { db, sessions } = needs
  const [current = person, passkeys, hash, codesLeft, all] = await Promise.all([
    findPerson(db, person.personId),
    listPasskeys(db, person.personId),
    findPasswordHash(db, person.personId),
    countRecoveryCodes(db, person.personId),
    sessions.list(person.personId),
  ])
  return accountPage(context, {
    formToken: sessions.formToken(request.headers),
    person,
    isLocal: isLocal(person),
    hasPassword: hash !== undefined,
    hasTotp: current.hasTotp,
    passkeys,
    codesLeft,
    sessions: all.map(({ sessionId, userAgent, address, usedAt }) => ({
      sessionId,
      device: deviceName(userAgent),
      address,
      usedAt,
      isThis: sessionId === session.sessionId,
    })),
    ...(message ? { message: context.text(message) } : {}),
    ...(fault ? { faultMessage: context.text(fault), status: 400 } : {}),
  })
}

const changePassword = whenLocalForm<PeopleNeeds>(async (needs, request, signedIn, fields) => {
  const { person, session } = signedIn
  const { db, sessions } = needs
  const password = fields('password') ?? ''
  const stored = await findPasswordHash(db, person.personId)
  if (stored !== undefined && !(await isPassword(fields('current') ?? '', stored, needs.passwordCost)))
    return showAccount(needs, request, signedIn, { fault: 'wrongPassword' })
  const fault = passwordFault(password, [person.personId, person.name])
  if (fault) return showAccount(needs, request, signedIn, { fault })
  const hash = await hashPassword(password, needs.passwordCost)
  await db.transaction(async queries => {
    await putPasswordHash(queries, person.personId, hash)
    await sessions.endOthers(queries, person.personId, session.sessionId)
  })
  await sessions.announceEnd()
  return showAccount(needs, request, signedIn, { message: 'passwordChanged' })
})

/** The first codes of a person, shown after an invitation was accepted. Who has some already gets no others here. */
const welcome = whenSignedIn<PeopleNeeds>(async (needs, _request, { person, session, context }) => {
  const { db, vault } = needs
  const target = context.link('/auth/account')
  if (!isLocal(person) || (await countRecoveryCodes(db, person.personId)) > 0) return leadOn(context, target)
  if (!needs.sessions.isFresh(session))
    return redirectTo(confirmTarget(context, context.link('/auth/welcome')))
  const codes = await db.transaction(queries => renewRecoveryCodes(queries, vault, person.personId))
  return recoveryCodesPage(context, codes, target)
})

const renewCodes = whenLocalForm<PeopleNeeds>(async ({ db, vault }, _request, { person, context }) => {
  const codes = await db.transaction(queries => renewRecoveryCodes(queries, vault, person.personId))
  return recoveryCodesPage(context, codes, context.link('/auth/account'))
})

const endOne = whenSignedInForm<PeopleNeeds>(async (needs, request, signedIn, fields) => {
  const sessionId = fields('session_id') ?? ''
  if (/^[0-9a-f-]{36}$/.test(sessionId)) await needs.sessions.end(signedIn.person.personId, sessionId)
  return showAccount(needs, request, signedIn)
})

const endOthers = whenSignedInForm<PeopleNeeds>(async (needs, request, signedIn) => {
  const { person, session } = signedIn
  await needs.db.transaction(queries => needs.sessions.endOthers(queries, person.personId, session.sessionId))
  await needs.sessions.announceEnd()
  return showAccount(needs, request, signedIn)
})

const dropPasskey = whenFreshForm<PeopleNeeds>(async (needs, request, signedIn, fields) => {
  await removePasskey(needs.db, signedIn.person.personId, fields('credential_id') ?? '')
  return showAccount(needs, request, signedIn)
})

const gone = (context: PageContext): Reply =>
  messagePage(context, {
    title: context.text('errorTitle'),
    message: context.text('invitationGone'),
    status: 404,
  })

/** The person that an invitation is for, or the wish of the first administrator. */
export type Invited =
  | { readonly person: Person; readonly isNew: false }
  | { readonly person: Pick<Person, 'personId' | 'name' | 'userHandle'>; readonly isNew: true }

/** Undefined if the link cannot be used; a text if the wish cannot be granted. */
export async function invitedBy(needs: PeopleNeeds, fields: Fields): Promise<Invited | TextKey | undefined> {
  const invitation = await invitationOf(needs, fields('token') ?? '')
  if (!invitation) return undefined
  if (invitation.personId !== undefined) {
    const person = await findPerson(needs.db, invitation.personId)
    return person && !person.disabled && isLocal(person) ? { person, isNew: false } : undefined
  }
  if (await hasPeople(needs.db)) return undefined
  const personId = (fields('person_id') ?? '').trim().toLowerCase()
  const name = (fields('name') ?? '').trim()
  if (!PERSON_ID.test(personId) || name === '' || name.length > 200) return 'userNameWrong'
  // Passkeys know the person by the handle, which is told to them before the person is stored.
  const userHandle = needs.vault.mac(`user handle ${fields('token')}`)
  return { person: { personId, name, userHandle }, isNew: true }
}

/** Whoever accepts a new link has lost a way in: it may be in other hands, so all of them end (decision 0080). */
async function endCredentials(queries: Queries, personId: string): Promise<void> {
  await dropPasswordAndCodes(queries, personId)
  await removePasskeys(queries, personId)
  await dropTotp(queries, personId)
}

/** Uses the link, adds the first administrator, stores the credential, and ends all access that the account had: all or nothing. */
export async function acceptWith(
  needs: PeopleNeeds,
  fields: Fields,
  { person, isNew }: Invited,
  store: (queries: Queries) => Promise<unknown>,
): Promise<boolean> {
  const isAccepted = await needs.db.transaction(async queries => {
    const used = await acceptInvitation(needs, queries, fields('token') ?? '')
    if (!used) return false
    if (
      isNew &&
      ((await hasPeople(queries)) || !(await addPerson(queries, { ...person, roles: ['administrator'] })))
    )
      return false
    if (!isNew) await endCredentials(queries, person.personId)
    await store(queries)
    // A person who is invited again had lost the way in, so nobody else stays signed in.
    await needs.sessions.endOthers(queries, person.personId, undefined)
    return true
  })
  if (isAccepted) await needs.sessions.announceEnd()
  return isAccepted
}

const showInvitation = async (needs: PeopleNeeds, { headers, query }: Incoming): Promise<Reply> => {
  const token = query.get('token') ?? ''
  const invitation = await invitationOf(needs, token)
  const context = needs.contextOf(headers, needs.contextOf(headers).link(`/auth/invitation?token=${token}`))
  const person =
    invitation?.personId === undefined ? undefined : await findPerson(needs.db, invitation.personId)
  const isFirst =
    invitation !== undefined && invitation.personId === undefined && !(await hasPeople(needs.db))
  if (!isFirst && (!person || person.disabled || !isLocal(person))) return gone(context)
  const { formToken, cookies } = needs.sessions.browser(headers)
  return invitationPage(context, { formToken, token, person, cookies })
}

const acceptWithPassword = async (needs: PeopleNeeds, request: Incoming): Promise<Reply> => {
  const fields = browserFields(needs, request)
  const { headers } = request
  const context = needs.contextOf(headers)
  const invited = await invitedBy(needs, fields)
  if (invited === undefined) return gone(context)
  const password = fields('password') ?? ''
  const fault =
    typeof invited === 'string'
      ? invited
      : passwordFault(password, [invited.person.personId, invited.person.name])
  if (fault !== undefined || typeof invited === 'string') {
    const { formToken, cookies } = needs.sessions.browser(headers)
    const person = typeof invited === 'string' || invited.isNew ? undefined : invited.person
    const typed = { personId: fields('person_id') ?? '', name: fields('name') ?? '' }
    const message = context.text(fault ?? 'userNameWrong')
    return invitationPage(context, {
      formToken,
      token: fields('token') ?? '',
      person,
      typed,
      message,
      status: 400,
      cookies,
    })
  }
  const { personId } = invited.person
  const hash = await hashPassword(password, needs.passwordCost)
  if (!(await acceptWith(needs, fields, invited, queries => putPasswordHash(queries, personId, hash))))
    return gone(context)
  const { cookies } = await needs.sessions.start(request, {
    personId,
    method: 'invitation',
    secondFactor: false,
  })
  return { ...leadOn(context, context.link('/auth/welcome'), cookies), person: personId }
}

export const accountRoutes: readonly PageRoute<PeopleNeeds>[] = [
  {
    route: 'GET /auth/account',
    handle: whenSignedIn((needs, request, signedIn) => showAccount(needs, request, signedIn)),
  },
  { route: 'POST /auth/account/password', handle: changePassword, options: { action: 'U' } },
  { route: 'POST /auth/account/recovery-codes', handle: renewCodes, options: { action: 'U' } },
  { route: 'POST /auth/account/session/end', handle: endOne, options: { action: 'D' } },
  { route: 'POST /auth/account/session/end-others', handle: endOthers, options: { action: 'D' } },
  { route: 'POST /auth/account/passkey/remove', handle: dropPasskey, options: { action: 'D' } },
  { route: 'GET /auth/welcome', handle: welcome, options: { action: 'C' } },
  { route: 'GET /auth/invitation', handle: showInvitation },
  { route: 'POST /auth/invitation', handle: acceptWithPassword, options: { action: 'U' } },
]

/** The answer to a script whose work is done. */
export const continueAt = (target: string, cookies?: readonly string[]): Reply => ({
  ...json(200, { continue: target }),
  ...(cookies ? { cookies } : {}),
})
