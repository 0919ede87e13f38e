/** The answer to a failed attempt to show who somebody is: status, message, and how long to wait. */
import type { PageContext } from '../pages/layout.ts'
import type { SignInResult } from './sign-in.ts'

export function failure(
  { text }: PageContext,
  { waitSeconds }: Extract<SignInResult, { known: unknown }>,
  message: string,
) {
  return waitSeconds === undefined
    ? { message, status: 401 }
    : {
        message: text('waitSeconds', { seconds: waitSeconds }),
        status: 429,
        headers: { 'Retry-After': String(waitSeconds) },
      }
}
