import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openLog } from './log.ts'

test('the line of a request is one line of JSON with its facts, whatever they hold', () => {
  const request = fc.record({
    requestId: fc.string({ unit: 'binary' }),
    method: fc.constantFrom('GET', 'POST'),
    route: fc.string({ unit: 'grapheme' }),
    status: fc.integer({ min: 100, max: 599 }),
    milliseconds: fc.integer({ min: 0, max: 1e9 }).map(microseconds => microseconds / 1000),
    clientId: fc.string({ unit: 'binary' }),
  })
  fc.assert(
    fc.property(request, given => {
      const lines: string[] = []
      openLog('info', { write: line => lines.push(line) }).served(given)
      const [line = ''] = lines
      const { level, time, msg, ...facts } = JSON.parse(line)
      assert.deepEqual([lines.length, line.indexOf('\n')], [1, line.length - 1])
      assert.deepEqual([level, msg], [30, 'served'])
      assert.equal(new Date(time).toISOString(), time)
      assert.deepEqual(facts, { ...given })
    }),
    { verbose: true },
  )
})
