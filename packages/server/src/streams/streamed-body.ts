/** An answer that is written piece by piece, as fast as its reader takes it. */
import { once } from 'node:events'
import { PassThrough } from 'node:stream'

/** Resolves when the reader has room for more. */
export type TakeText = (text: string) => Promise<void>

/** Resolves when there is room again; rejects if the reader leaves, or takes nothing for too long. */
const drained = (body: PassThrough, stall: number): Promise<void> =>
  new Promise((done, failed) => {
    const settle = (end: () => void) => {
      clearTimeout(timer)
      body.off('drain', onDrain)
      body.off('close', onClose)
      end()
    }
    const onDrain = () => settle(done)
    const onClose = () => settle(() => failed(new Error('The reader has gone.')))
    const timer = setTimeout(() => body.destroy(new Error('The reader takes nothing.')), stall)
    body.once('drain', onDrain)
    body.once('close', onClose)
  })

/** A body that work writes to; resolves when the first text is written. Errors after it cut the answer off. `gone`: aborted when the reader leaves. */
export async function streamedBody(
  stall: number,
  write: (take: TakeText, gone: AbortSignal) => Promise<void>,
): Promise<PassThrough> {
  const body = new PassThrough()
  // A reader that leaves is no error of ours.
  body.on('error', () => {})
  const gone = new AbortController()
  body.once('close', () => gone.abort())
  const work = write(async text => {
    if (body.destroyed) throw new Error('The reader has gone.')
    if (!body.write(text)) await drained(body, stall)
  }, gone.signal)
  work.then(
    () => body.end(),
    error => body.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  await Promise.race([once(body, 'readable'), work])
  return body
}
