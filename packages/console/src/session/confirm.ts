/** Asks a person to confirm who they are, on a page of the server, and then repeats the request that was refused for it. */
import { createStore } from '../store.ts'

/** Set while the dialog is open: called with the outcome. */
export const confirmation = createStore<((isConfirmed: boolean) => void) | undefined>(undefined)

let asking: Promise<boolean> | undefined

/** Several requests at once are asked for once. */
function ask(): Promise<boolean> {
  asking ??= new Promise<boolean>(done => confirmation.set(done)).finally(() => {
    asking = undefined
    confirmation.set(undefined)
  })
  return asking
}

const CSRF = 'X-CSRF-Token'

/** The code of a refusal, without consuming the answer. */
async function codeOf(answer: Response): Promise<unknown> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined)
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}

/** `renewedToken` reads the session again: a confirmation gives it another cookie, and so another token. */
export const confirmingFetch =
  (send: typeof fetch, renewedToken: () => Promise<string>): typeof fetch =>
  async (input, init) => {
    const answer = await send(input, init)
    if (answer.status !== 403 || (await codeOf(answer)) !== 'auth.reauthentication_needed') return answer
    if (!(await ask())) return answer
    const headers = new Headers(init?.headers)
    headers.set(CSRF, await renewedToken())
    return send(input, { ...init, headers })
  }
