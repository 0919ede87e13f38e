/** Lets requests of the same moment be worked on step by step: all are parsed, then all are validated, and so on (decision 0075). */
import { setImmediate } from 'node:timers/promises'

let turn: Promise<void> | undefined

/** Resolves when this turn of the event loop has read its sockets, for all callers of the turn at once and in their order. */
export const nextTurn = (): Promise<void> =>
  (turn ??= setImmediate(undefined).then(() => {
    turn = undefined
  }))
