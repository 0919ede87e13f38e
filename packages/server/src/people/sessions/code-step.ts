/** The second step of signing in: after the password, the code of an authenticator app. There is no session before it. */
import type { Incoming, Reply } from '../../http/index.ts'
import { newSecret } from '../../seals/index.ts'
import type { PeopleNeeds } from '../needs.ts'
import { browserFields, safeTarget } from '../page-endpoint.ts'
import { leadOn, redirectTo } from '../pages/layout.ts'
import { codePage } from '../pages/sign-in-page.ts'
import { failure } from './failure.ts'
import { signInWithTotp } from './sign-in.ts'

const PURPOSE = 'second factor'

interface CodeStep {
  readonly personId: string
  readonly target: string
}

type Fault = ReturnType<typeof failure>

export async function askForCode(
  needs: PeopleNeeds,
  { headers }: Pick<Incoming, 'headers'>,
  { personId, target }: CodeStep,
  fault?: Fault,
): Promise<Reply> {
  const { mac, formToken, cookies } = needs.sessions.browser(headers)
  const step = newSecret()
  await needs.sessions.keepStep(mac, PURPOSE, step, { personId, target })
  const page = codePage(needs.contextOf(headers), { formToken, step, target, cookies, ...fault })
  return { ...page, person: personId }
}

export async function signInWithCode(needs: PeopleNeeds, request: Incoming): Promise<Reply> {
  const fields = browserFields(needs, request)
  const { headers, address } = request
  const context = needs.contextOf(headers)
  const step = await needs.sessions.takeStep(headers, PURPOSE, fields('step') ?? '')
  // Too old, or sent before: the password is asked for again.
  if (!step) return redirectTo(context.link('/auth/sign-in'))
  const personId = String(step['personId'])
  const target = safeTarget(context, String(step['target']))
  const result = await signInWithTotp(needs, { personId, address, code: fields('code') ?? '' })
  if (!('person' in result)) {
    const fault = failure(context, result, context.text('wrongTotp'))
    return askForCode(needs, request, { personId, target }, fault)
  }
  const { cookies } = await needs.sessions.start(request, {
    personId,
    method: 'password',
    secondFactor: true,
  })
  return { ...leadOn(context, target, cookies), person: personId }
}
