/** Messages between the supervisor and its server processes. */

export type ToProcess =
  | {
      readonly kind: 'start'
      readonly url: string
      readonly secretKey: string
      readonly isDistributed: boolean
    }
  /** Ends the process; with `drain`, those who are connected are served first. */
  | { readonly kind: 'stop'; readonly drain: boolean }
  /** Asks for a value that the process provides. */
  | { readonly kind: 'give'; readonly id: number; readonly name: string }
  | { readonly kind: 'collected'; readonly id: number; readonly values: readonly unknown[] }

export type FromProcess =
  /** It hears messages from now on, and waits for `start`. */
  | { readonly kind: 'loaded' }
  | { readonly kind: 'ready' }
  /** It cannot start; the sentence says why. */
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'given'; readonly id: number; readonly value: unknown }
  /** Asks for the values of all processes. */
  | { readonly kind: 'collect'; readonly id: number; readonly name: string }
