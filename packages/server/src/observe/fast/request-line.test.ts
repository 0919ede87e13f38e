import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pino } from 'pino'
import { requestLogger as requestLoggerPlain } from './request-line.plain.ts'
import { requestLogger } from './request-line.ts'

const OPTIONS = { base: null, timestamp: pino.stdTimeFunctions.isoTime }

/** The line that one of them writes, with the time apart. */
function lineOf(make: typeof requestLogger, level: string, request: Parameters<ReturnType<typeof make>>[0]) {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  make(pino({ level, ...OPTIONS }, destination), destination)(request)
  return lines.map(line => {
    const time = /"time":"([^"]*)"/.exec(line)?.[1] ?? ''
    assert.equal(new Date(time).toISOString(), time)
    return line.replace(time, '')
  })
}

const requests = fc.record({
  requestId: fc.string({ unit: 'binary' }),
  method: fc.constantFrom('GET', 'POST', 'OTHER"'),
  route: fc.string({ unit: 'grapheme' }),
  status: fc.integer({ min: 100, max: 599 }),
  milliseconds: fc.double({ min: 0, max: 1e6, noNaN: true }),
  clientId: fc.string({ unit: 'binary' }),
})

test('the printed line is that of pino, whatever it holds', () => {
  fc.assert(
    fc.property(requests, fc.constantFrom('info', 'warn', 'debug'), (request, level) => {
      assert.deepEqual(lineOf(requestLogger, level, request), lineOf(requestLoggerPlain, level, request))
    }),
    { verbose: true },
  )
})
