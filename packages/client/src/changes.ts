/** Follows the change feed: page after page by long polls, and again after the server or the network was away. */
import { isCairnError } from './error.ts'
import { isNetworkError } from './network-error.ts'
import { type CallOptions, type PreparedRequest, prepare } from './operation.ts'
import { type ChangeListAnswers, type ChangeListParameters, OPERATIONS } from './operations.generated.ts'
import { pause } from './retry.ts'
import type { ChangeEvent } from './schemas.generated.ts'

type Page = ChangeListAnswers['application/json']

export interface ChangesOptions extends Omit<ChangeListParameters, 'wait' | 'lastEventId'> {
  /** Ends the loop, with the reason of the signal. */
  readonly signal?: AbortSignal
}

/**
 *     for await (const change of cairn.changes({ after, type: ['composition.created'] })) {
 *       await handle(change)
 *       after = change.id
 *     }
 *
 * The loop goes on until it is left. A change comes again only to who did not keep its id: then `after` is an earlier one.
 */
export type FollowChanges = (options?: ChangesOptions) => AsyncGenerator<ChangeEvent, never, undefined>

/** Seconds that a request waits for a change. */
const WAIT_SECONDS = 50

/** Time of a request: longer than its wait, and shorter than a connection that was lost goes unnoticed. */
const TIMEOUT_SECONDS = 90

/** Seconds before the feed is asked again, where requests failed. */
const PAUSE_SECONDS = 1

const UNAVAILABLE: ReadonlySet<number> = new Set([502, 503, 504])

/** The request was sent again for a while already, with pauses. */
const mayPass = (error: unknown): boolean =>
  isNetworkError(error) || (isCairnError(error) && UNAVAILABLE.has(error.status))

/** `send`: sends a request, within a time in seconds. */
export function followChanges(
  send: (request: PreparedRequest, seconds: number) => Promise<Response>,
): FollowChanges {
  const read = async (parameters: ChangeListParameters, call: CallOptions): Promise<Page | undefined> => {
    try {
      const answer = await send(prepare(OPERATIONS.change_list, parameters, call), TIMEOUT_SECONDS)
      return (await answer.json()) as Page
    } catch (error) {
      call.signal?.throwIfAborted()
      // The body of an answer that was cut off is a TypeError of fetch.
      if (mayPass(error) || error instanceof TypeError) return undefined
      throw error
    }
  }
  return async function* follow({ signal, ...wanted } = {}) {
    let after = wanted.after ?? 'start'
    for (;;) {
      const page = await read({ ...wanted, after, wait: WAIT_SECONDS }, { signal })
      if (!page) {
        await pause(PAUSE_SECONDS, signal)
        continue
      }
      yield* page.changes
      after = page.next
    }
  }
}
