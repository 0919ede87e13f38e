/** An answer that breaks off after its first byte says why in its last line; then its connection ends, so that nobody takes it for a whole one. */
import { addAbortSignal, type Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '@cairn-ehr/openehr'

export interface BreakReason {
  readonly code: string
  readonly message: string
}

/** Errors that are no problems are our fault: their details are for the log alone. */
const breakReason = (error: unknown): BreakReason =>
  error instanceof Problem
    ? { code: error.code, message: error.message }
    : { code: 'internal', message: 'The service failed while it sent the answer.' }

/** As a cell of CSV, which has no comments (RFC 4180). */
export const breakLine = ({ code, message }: BreakReason): string => `#error ${code}: ${message}`

/**
 * The last line and, as a piece of its own, its end; none where the format has no form for it. A stream asks for the piece after
 * next when the one before has left the process: so the line itself is sent before the connection is cut.
 */
export type LastLine<T> = readonly [line: T, end: T] | readonly []

/** Time for the end of the last line to leave the process before the connection is cut. */
const LAST_LINE_MS = 1000

/** Ends an answer whose last line was given to its stream. Only the outermost iterator of an answer calls this. */
export async function cutOff(error: unknown): Promise<never> {
  await pause(LAST_LINE_MS)
  throw error
}

/** The part of a generator that a stream needs. */
export type Pieces<T> = Pick<AsyncGenerator<T, void, undefined>, 'next' | 'return'>

/**
 * Pieces of an answer; where they fail, a last one with the reason comes before the error. By hand: a generator that was never
 * asked for anything would not pass on that its reader left.
 */
export function withReason<T>(
  pieces: Pieces<T>,
  lastLine: (reason: BreakReason) => LastLine<T>,
): Pieces<T> & AsyncIterable<T> {
  let failure: { readonly error: unknown; readonly last: T[] } | undefined
  const next = async (): Promise<IteratorResult<T, void>> => {
    try {
      if (!failure) return await pieces.next()
    } catch (error) {
      failure = { error, last: [...lastLine(breakReason(error))] }
      if (failure.last.length === 0) throw error
    }
    const value = failure?.last.shift()
    if (value !== undefined) return { done: false, value }
    throw failure?.error
  }
  const iterator = { next, return: () => pieces.return() }
  return { ...iterator, [Symbol.asyncIterator]: () => iterator }
}

/** A reader that takes nothing would never learn of an early end, and keep the connection. */
const GRACE_MS = 5000

/** Ends the answer of a stopped query: at the time limit, a reader that still reads gets the last line first. */
export function endOnStop(signal: AbortSignal, body: Readable): void {
  const isLate = () => signal.reason instanceof Problem && signal.reason.code === 'query.timeout'
  let timer: NodeJS.Timeout | undefined
  const end = (): void => {
    if (isLate()) timer = setTimeout(() => void addAbortSignal(signal, body), GRACE_MS)
    else addAbortSignal(signal, body)
  }
  signal.addEventListener('abort', end, { once: true })
  body.once('close', () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  })
  if (signal.aborted) end()
}
