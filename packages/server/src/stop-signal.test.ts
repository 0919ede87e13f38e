import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import fc from 'fast-check'
import { destroyOnStop, Stop, type StopSignal } from './stop-signal.ts'

type Step = { readonly does: 'add' | 'remove' | 'abort'; readonly listener: number }

/** The listeners that were called, in order; the first one takes the second away. */
function called(signal: StopSignal, abort: (reason: string) => void, steps: readonly Step[]): unknown[] {
  const calls: unknown[] = []
  const listeners = [0, 1, 2, 3].map(number => () => {
    calls.push([number, signal.aborted, signal.reason])
    if (number === 0) signal.removeEventListener('abort', listeners[1] ?? assert.fail())
  })
  steps.forEach(({ does, listener }, at) => {
    const each = listeners[listener] ?? assert.fail()
    if (does === 'add') signal.addEventListener('abort', each, { once: true })
    else if (does === 'remove') signal.removeEventListener('abort', each)
    else abort(`at ${at}`)
  })
  return [...calls, signal.aborted, signal.reason]
}

test('listeners are called as those of an AbortSignal', () => {
  const step = fc.record({
    does: fc.constantFrom('add' as const, 'add' as const, 'remove' as const, 'abort' as const),
    listener: fc.nat(3),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), steps => {
      const stop = new Stop()
      const controller = new AbortController()
      assert.deepEqual(
        called(stop, reason => stop.abort(reason), steps),
        called(controller.signal, reason => controller.abort(reason), steps),
      )
    }),
    { verbose: true },
  )
})

test('the reason is thrown, and is an AbortError where none is given', () => {
  const [stop, controller] = [new Stop(), new AbortController()]
  stop.throwIfAborted()
  stop.abort()
  controller.abort()
  assert.deepEqual(stop.reason, controller.signal.reason)
  assert.throws(
    () => stop.throwIfAborted(),
    (error: unknown) => error === stop.reason,
  )
})

test('a listener that throws keeps no other from being called', async () => {
  const stop = new Stop()
  let isCalled = false
  stop.addEventListener('abort', () => {
    throw new Error('of a listener')
  })
  stop.addEventListener('abort', () => {
    isCalled = true
  })
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  try {
    const thrown = once(process, 'uncaughtException')
    stop.abort()
    assert.equal(isCalled, true)
    assert.match(String((await thrown)[0]), /of a listener/)
  } finally {
    for (const listener of others) process.on('uncaughtException', listener)
  }
})

test('a stream is destroyed with the reason as its cause, before or after it is known', async () => {
  for (const isEarly of [true, false]) {
    const [stop, stream] = [new Stop(), new Readable({ read: () => {} })]
    const failed = once(stream, 'error')
    if (isEarly) stop.abort('enough')
    destroyOnStop(stop, stream)
    if (!isEarly) stop.abort('enough')
    const [error] = await failed
    assert.deepEqual([error.name, error.code, error.cause], ['AbortError', 'ABORT_ERR', 'enough'])
  }
})
