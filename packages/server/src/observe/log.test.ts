import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openLog } from './log.ts'

test('a line is one line of JSON with its facts, whatever they hold', () => {
  const facts = fc.record({
    requestId: fc.string({ unit: 'binary' }),
    route: fc.string({ unit: 'grapheme' }),
    milliseconds: fc.integer({ min: 0, max: 1e9 }).map(microseconds => microseconds / 1000),
  })
  fc.assert(
    fc.property(facts, given => {
      const lines: string[] = []
      openLog('info', { write: line => lines.push(line) }).info(given, 'served')
      const [line = ''] = lines
      const { level, time, msg, ...written } = JSON.parse(line)
      assert.deepEqual([lines.length, line.indexOf('\n')], [1, line.length - 1])
      assert.deepEqual([level, msg], [30, 'served'])
      assert.equal(new Date(time).toISOString(), time)
      assert.deepEqual(written, { ...given })
    }),
    { verbose: true },
  )
})
