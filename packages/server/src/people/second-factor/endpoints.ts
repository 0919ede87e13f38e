/** The routes on which an authenticator app is set up and removed. */
import type { Incoming, Reply } from '../../http/index.ts'
import { isLocal } from '../accounts/person.ts'
import { findPerson } from '../accounts/store.ts'
import type { PeopleNeeds } from '../needs.ts'
import {
  confirmTarget,
  type PageRoute,
  type SignedIn,
  safeTarget,
  secondFactorTarget,
  whenVisitor,
  whenVisitorForm,
} from '../page-endpoint.ts'
import { leadOn, redirectTo } from '../pages/layout.ts'
import { messagePage } from '../pages/message-page.ts'
import { secondFactorPage } from '../pages/second-factor-page.ts'
import { maySetUpFactor } from './rule.ts'
import { dropTotp, putTotp } from './store.ts'
import { base32, newTotpSecret, stepsOfCode, totpAddress } from './totp.ts'

/** A secret that was shown and is not stored yet lives in its form, sealed, this long. */
const SET_UP_MS = 30 * 60 * 1000

interface NewSecret {
  readonly personId: string
  readonly secret: string
  readonly until: number
}

function sealedSecret({ vault, now }: PeopleNeeds, personId: string, secret: Buffer): string {
  const fact: NewSecret = { personId, secret: secret.toString('base64'), until: now() + SET_UP_MS }
  return vault.seal(Buffer.from(JSON.stringify(fact))).toString('base64url')
}

/** Undefined if it is not ours, not for this person, or too old. */
function unsealedSecret({ vault, now }: PeopleNeeds, personId: string, sealed: string): Buffer | undefined {
  try {
    const fact: NewSecret = JSON.parse(vault.unseal(Buffer.from(sealed, 'base64url')).toString('utf8'))
    return fact.personId === personId && fact.until > now() ? Buffer.from(fact.secret, 'base64') : undefined
  } catch {
    return undefined
  }
}

type Visitor = SignedIn & { readonly missesFactor: boolean }

function showSetUp(
  needs: PeopleNeeds,
  { headers }: Incoming,
  { person, context, missesFactor }: Visitor,
  target: string,
  { secret = newTotpSecret(), isWrong = false }: { secret?: Buffer; isWrong?: boolean } = {},
): Reply {
  const host = new URL(needs.authUrl).hostname
  return secondFactorPage(context, {
    formToken: needs.sessions.formToken(headers),
    target,
    sealed: sealedSecret(needs, person.personId, secret),
    address: totpAddress({ secret, personId: person.personId, host }),
    secret: (base32(secret).match(/.{1,4}/g) ?? []).join(' '),
    isNeeded: missesFactor,
    canRemove: person.hasTotp && !needs.secondFactor.isNeededBy(person),
    ...(isWrong ? { message: context.text('wrongTotp'), status: 400 } : {}),
  })
}

/**
 * The page to show first, if the person may not set up a factor in this session as it is; it leads to `back`. A session that still lacks
 * the factor then is led here by any page, so it need not come back.
 */
export async function leadBeforeSetUp(
  needs: PeopleNeeds,
  { session, person, context, missesFactor }: Visitor,
  { target, back = target }: { readonly target: string; readonly back?: string },
): Promise<string | undefined> {
  const current = (await findPerson(needs.db, person.personId)) ?? person
  if (!isLocal(current)) return context.link('/auth/account')
  if (maySetUpFactor(current, session) && needs.sessions.isFresh(session)) return undefined
  return confirmTarget(context, missesFactor ? target : back)
}

const show = whenVisitor<PeopleNeeds>(async (needs, request, visitor) => {
  const { context } = visitor
  const target = safeTarget(context, request.query.get('continue') ?? undefined)
  const before = await leadBeforeSetUp(needs, visitor, { target, back: secondFactorTarget(context, target) })
  if (before !== undefined) return redirectTo(before)
  // By its address it can be asked for again, which makes another secret.
  return showSetUp(needs, request, visitor, target)
})

const setUp = whenVisitorForm<PeopleNeeds>(async (needs, request, visitor, fields) => {
  const { context, person, session } = visitor
  const target = safeTarget(context, fields('continue'))
  const before = await leadBeforeSetUp(needs, visitor, { target, back: secondFactorTarget(context, target) })
  if (before !== undefined) return redirectTo(before)
  const secret = unsealedSecret(needs, person.personId, fields('sealed') ?? '')
  if (!secret) return redirectTo(secondFactorTarget(context, target))
  const [step] = stepsOfCode(secret, fields('code') ?? '', needs.now())
  if (step === undefined) return showSetUp(needs, request, visitor, target, { secret, isWrong: true })
  const { personId } = person
  await needs.db.transaction(async queries => {
    await putTotp(queries, personId, needs.vault.seal(secret), step)
    await needs.sessions.endOthers(queries, personId, session.sessionId)
  })
  await needs.sessions.announceEnd()
  const cookies = await needs.sessions.confirm({
    personId,
    sessionId: session.sessionId,
    secondFactor: true,
  })
  return leadOn(context, target, cookies)
})

const remove = whenVisitorForm<PeopleNeeds>(async (needs, _request, visitor) => {
  const { person, context } = visitor
  const before = await leadBeforeSetUp(needs, visitor, { target: context.link('/auth/account') })
  if (before !== undefined) return redirectTo(before)
  const current = await findPerson(needs.db, person.personId)
  if (current && needs.secondFactor.isNeededBy(current) && !current.hasPasskey)
    return messagePage(context, {
      title: context.text('errorTitle'),
      message: context.text('totpStays'),
      status: 409,
      link: { target: context.link('/auth/account'), label: context.text('back') },
    })
  await needs.db.transaction(queries => dropTotp(queries, person.personId))
  await needs.changes.announce('people')
  return redirectTo(context.link('/auth/account'))
})

export const secondFactorRoutes: readonly PageRoute<PeopleNeeds>[] = [
  { route: 'GET /auth/second-factor', handle: show },
  { route: 'POST /auth/second-factor', handle: setUp },
  { route: 'POST /auth/second-factor/remove', handle: remove },
]
