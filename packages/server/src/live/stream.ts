/** Writes a live query to one reader, as Server-Sent Events, as long as its rights last. */
import type { PassThrough } from 'node:stream'
import { Problem } from '@cairn-ehr/openehr'
import { type Caller, type Identity, memberIdOf } from '../http/index.ts'
import { toldOfGroups, toldOfQuery } from '../query/calls/index.ts'
import { streamedBody, type TakeText } from '../streams/index.ts'
import {
  isSameLimit,
  type LiveNeeds,
  type LiveRequest,
  liveLimit,
  type OpenedResult,
  type OpenResult,
} from './open-result.ts'

/** The rights of a reader are checked before each piece; while it waits, at this interval. */
const CHECK_MS = 5000

/** A stream at rest says that it lives, so that nothing between closes it. */
const HEARTBEAT_MS = 15_000

const current = async (caller: Caller): Promise<Identity> => (caller.again ? caller.again() : caller)

/** Tells the client why the stream ends. */
const printEnd = ({ code, message }: Problem): string =>
  `event: end\ndata: ${JSON.stringify({ code, message })}\n\n`

export interface LiveStream {
  readonly body: PassThrough
  readonly digest: string
}

interface Reader {
  readonly caller: Caller
  readonly request: LiveRequest
  /** Another result when the rights of the reader change. */
  readonly reading: { opened: OpenedResult }
  readonly take: TakeText
  readonly gone: AbortSignal
}

/** Sends rows and changes until the reader has gone, its rights end, or the server stops. */
async function writeOn(
  { live, stopping }: LiveNeeds,
  openResult: OpenResult,
  { caller, request, reading, take, gone }: Reader,
): Promise<void> {
  let { log } = reading.opened.result
  let number = log.numberOf(request.lastId)
  let toldAt = Number.NEGATIVE_INFINITY
  const ended = AbortSignal.any([gone, stopping])
  while (!ended.aborted) {
    const identity = await current(caller)
    if (!isSameLimit(reading.opened.limit, liveLimit(identity))) {
      const opened = await openResult(identity, request)
      live.leave(reading.opened.result)
      reading.opened = opened
      number = undefined
    }
    const { result, digest } = reading.opened
    log = result.log
    const piece = log.since(number)
    if (piece) {
      await caller.entry.add(piece.shown ? toldOfQuery(digest, piece.shown) : toldOfGroups(digest, false))
      await take(piece.text)
      number = piece.number
    } else if (performance.now() - toldAt > HEARTBEAT_MS) await take(`id: ${log.idOf(log.number)}\n\n`)
    else {
      await result.until(number ?? 0, CHECK_MS, ended)
      continue
    }
    toldAt = performance.now()
  }
}

/** A stream to a reader; it holds one result, and another one when the rights of its reader change. */
export function openStreams(needs: LiveNeeds, openResult: OpenResult) {
  const { live, stall, failed } = needs
  return async (caller: Caller, request: LiveRequest): Promise<LiveStream> => {
    const exit = live.enter(memberIdOf(caller))
    const reading: { opened?: OpenedResult } = {}
    const leave = (): void => {
      exit()
      if (reading.opened) live.leave(reading.opened.result)
    }
    try {
      const opened = await openResult(caller, request)
      reading.opened = opened
      const body = await streamedBody(stall, async (take, gone) => {
        try {
          await writeOn(needs, openResult, {
            caller,
            request,
            reading: reading as { opened: OpenedResult },
            take,
            gone,
          })
        } catch (error) {
          if (error instanceof Problem) return take(printEnd(error))
          if (!gone.aborted) failed(error)
          throw error
        }
      })
      body.once('close', leave)
      return { body, digest: opened.digest }
    } catch (error) {
      leave()
      throw error
    }
  }
}

export type OpenStream = ReturnType<typeof openStreams>
