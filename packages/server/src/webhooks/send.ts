/** Sends one request to a receiver, and says what became of it. */
import type { ChangeEvent } from '../events/index.ts'
import type { Outgoing } from '../http/index.ts'
import type { ReceiverTokens } from './receiver-token.ts'
import { type Message, signedHeaders } from './signature.ts'
import type { Subscription } from './subscription.ts'

/** An attempt to send events. */
export interface Attempt {
  readonly webhookId: string
  readonly eventType: string
  readonly events: number
  /** The number of the attempt, from 1. */
  readonly attempt: number
  readonly milliseconds: number
  /** Undefined: there was no answer. */
  readonly status: number | undefined
  /** The beginning of the answer, or why there is none. */
  readonly answer: string
}

export interface SendNeeds {
  readonly outgoing: Outgoing
  readonly tokens: ReceiverTokens
  /** Milliseconds since 1970, for the timestamp of the signature. */
  readonly now: () => number
  readonly version: string
}

const LONGEST_ANSWER = 500

/** PostgreSQL stores no zero byte. */
const cut = (text: string): string => text.slice(0, LONGEST_ANSWER).replaceAll('\0', '')

export const isTaken = ({ status }: Pick<Attempt, 'status'>): boolean =>
  status !== undefined && status >= 200 && status < 300

/** The receiver does not want any more events. */
export const isGone = ({ status }: Pick<Attempt, 'status'>): boolean => status === 410

const [ONE, SEVERAL] = ['application/cloudevents+json', 'application/cloudevents-batch+json']

/** The id of a batch has its first and its last event, so that a batch with other events has another. */
function messageOf(events: readonly ChangeEvent[], isBatch: boolean): Message {
  const [first, last] = [events[0]?.id ?? '', events.at(-1)?.id ?? '']
  return isBatch
    ? { id: `${first}_${last}`, body: JSON.stringify(events) }
    : { id: first, body: JSON.stringify(events[0]) }
}

type Sent = Pick<Attempt, 'status' | 'answer'>

async function post(
  { outgoing, tokens, now, version }: SendNeeds,
  subscription: Subscription,
  message: Message,
  signal: AbortSignal,
): Promise<Sent> {
  const { id, url, batchSize, receiverAuth } = subscription
  try {
    const authorization = receiverAuth && (await tokens.authorizationOf(id, receiverAuth))
    const answer = await outgoing.fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': batchSize > 1 ? SEVERAL : ONE,
        'User-Agent': `Cairn/${version}`,
        ...(authorization === undefined ? {} : { Authorization: authorization }),
        ...signedHeaders(subscription, message, now()),
      },
      body: message.body,
      signal,
    })
    if (answer.status === 401) tokens.forget(id)
    return { status: answer.status, answer: cut(await answer.text()) }
  } catch (error) {
    return { status: undefined, answer: cut(error instanceof Error ? error.message : String(error)) }
  }
}

export async function send(
  needs: SendNeeds,
  subscription: Subscription,
  events: readonly ChangeEvent[],
  { attempt, signal }: { readonly attempt: number; readonly signal: AbortSignal },
): Promise<Attempt> {
  const message = messageOf(events, subscription.batchSize > 1)
  const startedAt = performance.now()
  const sent = await post(needs, subscription, message, signal)
  return {
    ...sent,
    webhookId: message.id,
    eventType: events[0]?.type ?? '',
    events: events.length,
    attempt,
    milliseconds: Math.round(performance.now() - startedAt),
  }
}
