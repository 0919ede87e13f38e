/**
 * Questions to a person that a refused request raises: confirm who you are, or sign in again. The page stays as it is; after the
 * answer the request is repeated, so that nothing that was typed is lost.
 */
import { createStore, type Store } from '../store.ts'

export interface Question {
  /** Set while the dialog is open: called with the outcome. */
  readonly asked: Store<((isDone: boolean) => void) | undefined>
  /** Several requests at once are asked for once. */
  ask(): Promise<boolean>
}

function createQuestion(): Question {
  const asked = createStore<((isDone: boolean) => void) | undefined>(undefined)
  let asking: Promise<boolean> | undefined
  return {
    asked,
    ask: () => {
      asking ??= new Promise<boolean>(done => asked.set(done)).finally(() => {
        asking = undefined
        asked.set(undefined)
      })
      return asking
    },
  }
}

/** Confirm who you are: the last time is some minutes ago. */
export const confirmation = createQuestion()

/** Sign in again: the session has ended. */
export const renewal = createQuestion()

const CSRF = 'X-CSRF-Token'

/** The code of a refusal, without consuming the answer. */
async function codeOf(answer: Response): Promise<unknown> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined)
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}

async function questionOf(answer: Response): Promise<Question | undefined> {
  if (answer.status === 401) return renewal
  const isUnconfirmed = answer.status === 403 && (await codeOf(answer)) === 'auth.reauthentication_needed'
  return isUnconfirmed ? confirmation : undefined
}

/** `renewedToken` reads the session again: both answers give it another cookie, and so another token. */
export const askingFetch =
  (send: typeof fetch, renewedToken: () => Promise<string>): typeof fetch =>
  async (input, init) => {
    const answer = await send(input, init)
    const question = await questionOf(answer)
    if (!question || !(await question.ask())) return answer
    const headers = new Headers(init?.headers)
    headers.set(CSRF, await renewedToken())
    return send(input, { ...init, headers })
  }
