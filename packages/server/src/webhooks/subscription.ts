/** A subscription: the events of the change feed that are sent to an address. */
import type { ParameterValues } from '@cairn-ehr/openehr/aql'
import type { Cursor, FilterValues } from '../events/index.ts'

/** The caller that made it. It gets the events that this caller may read when they are sent. */
export interface Owner {
  readonly clientId: string
  readonly personId: string | undefined
  /** Scopes of the token; undefined: the session of a person. */
  readonly scopes: readonly string[] | undefined
  /** The grant that the token of an app came from. */
  readonly grantId: string | undefined
}

export const SIGNINGS = ['hmac', 'ed25519'] as const

export type Signing = (typeof SIGNINGS)[number]

/** AQL that decides about events: those are sent whose record brings other rows. */
export interface SubscriptionQuery {
  readonly q: string
  readonly parameters: ParameterValues
}

/** Shows the receiver who sends, beside the signature. */
export type ReceiverAuth =
  | { readonly type: 'bearer'; readonly token: string }
  | {
      readonly type: 'client_credentials'
      readonly token_url: string
      readonly client_id: string
      readonly client_secret: string
      readonly scope?: string
    }

/** Decided by its owner. */
export interface SubscriptionSettings {
  readonly name: string
  readonly url: string
  readonly filter: FilterValues
  readonly query: SubscriptionQuery | undefined
  readonly withContent: boolean
  /** Most events of a request; 1: each event in a request of its own. */
  readonly batchSize: number
  readonly receiverAuth: ReceiverAuth | undefined
}

export interface Secrets {
  readonly signing: Signing
  readonly secret: string
  /** Signs as well until the database clears it. */
  readonly previousSecret: string | undefined
}

export interface Subscription extends SubscriptionSettings, Secrets {
  readonly id: string
  readonly owner: Owner
  readonly pausedAt: Date | undefined
  readonly pauseReason: string | undefined
  readonly previousUntil: Date | undefined
  /** All events up to here are sent, but for those of lanes. Undefined: the start of the feed. */
  readonly place: Cursor | undefined
  readonly attempts: number
  readonly failingSince: Date | undefined
  /** Of the next attempt, if the last one failed. */
  readonly nextAt: Date
  readonly createdAt: Date
  /** EHRs whose next event the receiver did not take. */
  readonly lanes: number
}
